/** Describes the stored record of a command that has side effects, including its outcome. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

export interface Receipt {
  id: string;
  tool: string;
  backend: string;
  /** In Unix milliseconds. */
  at: number;
  state: "sent" | "answered" | "not run" | "lost";
  /** The id that the Editor uses for the command. */
  handle?: string;
  /** The simple values from the answer. */
  result?: JsonObject;
  /** True if the command can't run twice and the Editor knows whether it has run. */
  guarded?: boolean;
}

export interface CommandOutcome {
  verdict: "ran" | "did not run" | "still running" | "unknown";
  why: string;
  result?: JsonObject;
}
