/** A command for an Editor, as backends receive it. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** True if it may be repeated after a lost answer. This requires that a second run has no further effect. */
  repeatable: boolean;
  /** The receipt's id. Sent to Editors that keep results by id. */
  id?: string;
  /** Called with the Editor's own id of a command that has started. A later jig can use it to query the command. */
  onStarted?(handle: string): Promise<void>;
}

/** Options of a call. */
export interface CommandContext {
  deadline: Deadline;
  progress(progress: Progress): void;
  /** Called with `true` right before the command is written, because from then on it may run, and with `false` if it was refused. */
  onSent?(mayRun: boolean): void;
}

/** Context for additional queries. They don't count as sending the command. */
export function queryContext(context: CommandContext, ms?: number): CommandContext {
  return {
    deadline: ms === undefined ? context.deadline : context.deadline.within(ms),
    progress: (progress) => context.progress(progress),
  };
}

/** The error that guarded code throws if it runs a second time. */
export const ALREADY_RAN = "jig: this command had already run, or was given up";

/** A result with facts about the Editor that sent it. */
export interface EditorAnswer {
  result: JsonObject;
  /** Notes for the caller that are not part of the result. */
  warnings: string[];
}
