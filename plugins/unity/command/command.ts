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
  /** Told the Editor's own name for what it has begun, by which a later jig can ask for it. */
  onStarted?(handle: string): Promise<void>;
}

/** What a call brings along: its time and where to say what it is waiting for. */
export interface CommandContext {
  deadline: Deadline;
  progress(progress: Progress): void;
  /** Told `true` right before the command itself is written, from when on it may run, and `false` where it was refused. */
  onSent?(mayRun: boolean): void;
}

/** For questions beside the command: they do not count as sending it. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** Code of ours that runs a second time throws this text. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result with what is known about the Editor that gave it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Things the caller should know that the result does not say. */
  warnings: string[];
}
