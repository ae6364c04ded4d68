/** The saved record of a command that changes something, with its outcome. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

export interface Receipt {
  id: string;
  tool: string;
  backend: string;
  /** Milliseconds since the epoch. */
  at: number;
  state: "sent" | "answered" | "not run" | "lost";
  /** The Editor's own id of the started command. */
  handle?: string;
  /** The scalar values of the answer, if there was one. */
  result?: JsonObject;
  /** The code refuses to run a second time, and the Editor can tell whether it ran. */
  guarded?: boolean;
}

export interface CommandOutcome {
  verdict: "ran" | "did not run" | "still running" | "unknown";
  why: string;
  result?: JsonObject;
}
