/** One command on its way to an Editor, as a backend sees it. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** Whether it may be sent again when its answer was lost: only where running it twice changes nothing. */
  repeatable: boolean;
  /** The receipt's id, which Editors that keep results by id get along. */
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

/** For queries besides the command: they do not count as sending it. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** Code of ours that runs a second time throws this text. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result with facts about the Editor that sent it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Things the caller should know that the result does not say. */
  warnings: string[];
}
