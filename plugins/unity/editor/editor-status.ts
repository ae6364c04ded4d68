/** Describes the state of an Editor in the form that users see. Reading it has no side effects. */
import type { JigError } from "../../../core/host/plugin-api.ts";
import { editorCodeOf } from "../command/editor-errors.ts";
import type { BlockingName } from "./blocking-state.ts";
import type { Lock } from "./locks.ts";

/**
 * `reloading` is also used for compiling and starting, because these end by themselves. `busy` means that another command is
 * running, and `blocked` that the Editor is in one of the named states.
 */
export type EditorState =
  | "ready"
  | "busy"
  | "reloading"
  | "blocked"
  | "not answering"
  | "not running"
  | "not installed"
  | "wrong project"
  | "misconfigured";

export interface EditorStatus {
  state: EditorState;
  why: string;
  fix: string;
  endpoint: string;
  settingsFile: string | null;
  locks: Lock[];
  unityVersion: string;
  ver: string;
  tools: number | undefined;
  /** Not all backends report this. */
  paused?: boolean;
  /** Only set for `blocked`. */
  blockedBy?: BlockingName;
}

export function stateOfError(thrown: JigError): EditorState {
  if (thrown.details?.returning === true) return "reloading";
  switch (editorCodeOf(thrown)) {
    case "WRONG_PROJECT":
      return "wrong project";
    case "EDITOR_NOT_REACHABLE":
      return "not running";
    case "NOT_TRUSTED":
    case "UPDATE_NEEDED":
    case "SETTINGS_INVALID":
      return "misconfigured";
    default:
      return "not answering";
  }
}
