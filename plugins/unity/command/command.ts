/** Defines a command in the form that backends get it. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** True if running the command twice has no further effect, so that it can be repeated after a lost answer. */
  repeatable: boolean;
  /** The id of the receipt. Some Editors store the result under this id. */
  id?: string;
  /** Receives the Editor's id of a command that has started. Another jig process can use it later to request the outcome. */
  onStarted?(handle: string): Promise<void>;
}

/** The options of a call. */
export interface CommandContext {
  deadline: Deadline;
  progress(progress: Progress): void;
  /**
   * Called with `true` directly before we write the command, because it may run from then on. Called with `false` if it was
   * refused after all.
   */
  onSent?(mayRun: boolean): void;
}

/** Returns the context for additional queries, which don't count as sending the command. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** The message of the error that guarded code throws when it runs for the second time. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result with facts about the Editor that sent it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Messages for the caller that are not part of the result. */
  warnings: string[];
}
