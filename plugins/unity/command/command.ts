/** Command as backends get it. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** A second run would change nothing, so it's OK to repeat after a lost answer. */
  repeatable: boolean;
  /** Receipt id. Some Editors keep the result under it. */
  id?: string;
  /** The Editor's id for a command in progress. Even a later jig can use it to ask how it went. */
  onStarted?(handle: string): Promise<void>;
}

/** Options of a call. */
export interface CommandContext {
  deadline: Deadline;
  progress(progress: Progress): void;
  /**
   * Called with `true` immediately before we write, since the command may run from then on. With `false` if it was
   * turned down after all.
   */
  onSent?(mayRun: boolean): void;
}

/** For side queries; they don't count as sending the command. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** Thrown by guarded code the second time around. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result with facts about the Editor that sent it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Not part of the result, but the caller should know. */
  warnings: string[];
}
