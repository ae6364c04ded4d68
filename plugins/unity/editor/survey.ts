/** The state of a project's Editor at one moment, for people and for deciding what to do next; sends nothing that changes anything. */
import { type JigError, type JsonObject, toJigError } from "../../../core/host/plugin-api.ts";
import type { EditorSession } from "../backends/uloop/editor-client.ts";
import type { Caller } from "../command/command.ts";
import { editorCodeOf } from "../tools/error-envelope.ts";
import { describeEndpoint } from "./endpoint.ts";
import { blockingLock, describeLock, type Lock } from "./locks.ts";
import { projectUnityVersion } from "./target-project.ts";

/** `reloading` covers compiling and starting: an Editor that comes by itself. `busy`: it runs another command. */
export type EditorState =
  | "ready"
  | "busy"
  | "reloading"
  | "not answering"
  | "not running"
  | "not installed"
  | "wrong project"
  | "misconfigured";

export interface Survey {
  state: EditorState;
  why: string;
  fix: string;
  endpoint: string;
  settingsFile: string | null;
  locks: Lock[];
  unityVersion: string;
  ver: string;
  tools: number | undefined;
}

/** Takes at most about `ms`. */
export async function survey(session: EditorSession, caller: Caller, ms: number): Promise<Survey> {
  const { opener, context, projectRoot, timing } = session;
  const part: Caller = { ...caller, deadline: caller.deadline.within(ms) };
  const look = await opener.look();
  const unityVersion = (await projectUnityVersion(context.files, projectRoot)) ?? "";
  const settingsFile = look.settings?.file ?? null;
  const known = { settingsFile, locks: look.locks, unityVersion, ver: session.ver ?? "", tools: undefined };
  // Without settings the place is only a guess, and names nothing that a person could look at.
  const noted = look.settings !== undefined || look.hasIpcSettings;
  const endpoint = noted && look.endpoints[0] ? describeEndpoint(look.endpoints[0]) : "";
  const lock = blockingLock(look.locks, timing.lockFresh);
  if (lock) {
    return {
      ...known,
      endpoint,
      state: "reloading",
      why: `Unity is ${lock.doing}: ${describeLock(lock)}`,
      fix: "Wait: commands do so by themselves",
    };
  }
  try {
    const link = await opener.open(part, { roundTrip: true });
    session.release(link);
    const catalogue = await session.catalogue(part, true).catch(() => undefined);
    const why = link.unproven ? "It is too old to say which project it has open" : "";
    return {
      ...known,
      ver: session.ver ?? "",
      endpoint: describeEndpoint(link.endpoint),
      state: "ready",
      why,
      fix: "",
      tools: catalogue?.tools.length,
    };
  } catch (thrown) {
    caller.deadline.throwIfCancelled();
    const error = toJigError(thrown);
    return { ...known, endpoint, state: stateOf(error), why: error.message, fix: error.hint ?? "" };
  }
}

export function stateOf(thrown: JigError): EditorState {
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

/** What `unity-status` answers. `backend` names the door that is used, `others` what else the project has. */
export function surveyValue(projectRoot: string, found: Survey, backend: string, others: string[]): JsonObject {
  return {
    Ready: found.state === "ready",
    State: found.state,
    Why: found.why,
    Fix: found.fix,
    ProjectRoot: projectRoot,
    UnityVersion: found.unityVersion,
    Backend: backend,
    OtherBackends: others,
    Endpoint: found.endpoint,
    SettingsFile: found.settingsFile,
    Locks: found.locks.map((lock) => ({ Name: lock.name, AgeSeconds: Math.round(lock.ageMs / 1000) })),
    ToolCount: found.tools ?? null,
    Ver: found.ver,
  };
}
