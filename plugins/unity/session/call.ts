/** One command on its way to an Editor, as the session sees it. */
import type { JsonObject, Progress } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "./deadline.ts";

export interface Command {
  method: string;
  params: JsonObject;
  /** Whether it may be sent again when its answer was lost: only where running it twice changes nothing. */
  repeatable: boolean;
}

/** What a call brings along: its time and where to say what it is waiting for. */
export interface Caller {
  deadline: Deadline;
  progress(progress: Progress): void;
}

/** A result with what is known about the Editor that gave it. */
export interface Answer {
  result: JsonObject;
  /** Things the caller should know that the result does not say. */
  warnings: string[];
}
