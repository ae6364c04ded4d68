/** Creates the errors for an Editor that can't be reached, with advice. In all of these cases nothing was sent. */
import type { JigError } from "../../../../core/host/plugin-api.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { type EditorSettings, portError } from "../../editor/editor-settings.ts";
import { describeEndpoint, type Endpoint } from "../../editor/endpoint.ts";
import { describeLock, type Lock } from "../../editor/locks.ts";
import { SERVER_WINDOW } from "../../editor/menu-paths.ts";
import type { Editors } from "../../editor/unity-processes.ts";

const START = `Open the project in Unity and start the server: ${SERVER_WINDOW}`;

export function isUnreachable(error: JigError): boolean {
  return editorCodeOf(error) === "EDITOR_NOT_REACHABLE";
}

/** The connection was refused. Either the settings are wrong, or no server is using their port. */
export function unreachableError(probe: EditorProbe, refused: Endpoint | undefined, projectRoot: string): JigError {
  if (probe.settingsFault) return probe.settingsFault;
  if (probe.settings && probe.settings.port === undefined) return portError(probe.settings, projectRoot);
  if (!refused || (!probe.settings && !probe.hasIpcSettings)) {
    return editorError("EDITOR_NOT_REACHABLE", `No uLoopMCP server is known for "${projectRoot}"`, {
      hint: `Open the project in Unity with the package io.github.hatayama.uloopmcp installed and start its server: ${SERVER_WINDOW}`,
    });
  }
  return editorError("EDITOR_NOT_REACHABLE", `Nothing listens at ${describeEndpoint(refused)}`, { hint: START });
}

export function closingError(where: string): JigError {
  return editorError("EDITOR_NOT_REACHABLE", `The server at ${where} closes its connections`, { hint: START });
}

export function silentError(where: string): JigError {
  return editorError("EDITOR_BUSY", `The Editor at ${where} accepts connections, but does not answer`, {
    hint: "Nothing was sent. A dialog may be waiting for a click, or Unity is asleep in the background: focus-window brings it to the front",
    details: { dispatched: false },
  });
}

export function lockedError(lock: Lock): JigError {
  return editorError("EDITOR_BUSY", `Unity is ${lock.doing}: ${describeLock(lock)}`, {
    hint: `Nothing was sent. Try again later or with a larger TimeoutSeconds; if Unity is not running, delete Temp/${lock.name}`,
    details: { lock: lock.name, lockAgeSeconds: Math.round(lock.ageMs / 1000), dispatched: false, returning: true },
  });
}

export function reloadingError(error: JigError): JigError {
  return editorError("EDITOR_BUSY", `Unity is reloading and not back yet (${error.message})`, {
    hint: "Nothing was sent. Try again later or with a larger TimeoutSeconds",
    details: { dispatched: false, returning: true },
  });
}

/** Adds information about processes and old lock files. */
export function withProcesses(error: JigError, probe: EditorProbe, editors: Editors | undefined): JigError {
  const stale = probe.locks.map(describeLock).join(", ");
  const left = stale ? `; ${stale} was left behind by an Editor that quit` : "";
  return editorError("EDITOR_NOT_REACHABLE", `${error.message}${processesIn(editors)}${left}`, {
    hint: error.hint ?? START,
    details: { dispatched: false, endpoints: probe.endpoints.map(describeEndpoint) },
  });
}

function processesIn(editors: Editors | undefined): string {
  if (!editors) return "";
  if (!editors.ours) return "; Unity is not running with this project";
  return `; Unity is running with this project (process ${editors.ours.pid}), but its server is not`;
}

/** Describes the Editor's state as far as the files of the project show it. */
export interface EditorProbe {
  settings: EditorSettings | undefined;
  settingsFault: JigError | undefined;
  /** True if an Editor of a version that uses sockets has opened the project before. */
  hasIpcSettings: boolean;
  locks: Lock[];
  endpoints: Endpoint[];
}
