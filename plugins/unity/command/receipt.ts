/** What is saved of a command that changes something, and what became of it. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

export interface Receipt {
  id: string;
  tool: string;
  backend: string;
  /** Milliseconds since the epoch. */
  at: number;
  state: "sent" | "answered" | "not run" | "lost";
  /** The Editor's own name for what was begun. */
  handle?: string;
  /** The scalars of the answer, where one came. */
  result?: JsonObject;
  /** The code that was sent refuses to run a second time, and the Editor can be asked whether it did. */
  guarded?: boolean;
}

export interface CommandOutcome {
  verdict: "ran" | "did not run" | "still running" | "unknown";
  why: string;
  result?: JsonObject;
}
