/** A command for an Editor, in the form that backends get. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** Whether it may be repeated after a lost answer: only if running it twice has no further effect. */
  repeatable: boolean;
  /** The receipt's id, sent to Editors that keep results by id. */
  id?: string;
  /** Called with the Editor's own id of a started command, by which a later jig can query it. */
  onStarted?(handle: string): Promise<void>;
}

/** Options of a call: its time limit and its progress. */
export interface CommandContext {
  deadline: Deadline;
  progress(progress: Progress): void;
  /** Called with `true` right before the command is written, after which it may run, and `false` if it was refused. */
  onSent?(mayRun: boolean): void;
}

/** Context for queries besides the command, which do not count as sending it. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** Thrown by guarded code that runs a second time. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result, and facts about the Editor that sent it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Remarks for the caller that are not in the result. */
  warnings: string[];
}
