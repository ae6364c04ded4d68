/** Stored record of a command with side effects, including how it went. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

export interface Receipt {
  id: string;
  tool: string;
  backend: string;
  /** Unix ms. */
  at: number;
  state: "sent" | "answered" | "not run" | "lost";
  /** The Editor's id for it. */
  handle?: string;
  /** Scalars from the answer. */
  result?: JsonObject;
  /** Won't run twice, and the Editor can tell whether it has. */
  guarded?: boolean;
}

export interface CommandOutcome {
  verdict: "ran" | "did not run" | "still running" | "unknown";
  why: string;
  result?: JsonObject;
}
