/** Checks that the Editor that answered has this project open. A stale port may belong to another one. */
import path from "node:path";
import type { JsonObject, Workspace } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import type { IdentityStamp } from "../protocol/message.ts";
import type { EditorSettings } from "./editor-settings.ts";
import type { Endpoint } from "./endpoint.ts";

/** A stamp that makes the Editor refuse commands for another project. Editors that are too old to check it get none. */
export function stampFor(
  projectRoot: string,
  settings: EditorSettings | undefined,
  endpoint: Endpoint,
): IdentityStamp | undefined {
  if (endpoint.kind === "ipc") return { expectedProjectRoot: projectRoot };
  if (!settings?.projectRootPath || !settings.serverSessionId) return undefined;
  // The Editor compares strings, so the stamp has to spell the path the way the Editor does.
  if (!samePath(settings.projectRootPath, projectRoot)) return undefined;
  return { expectedProjectRoot: settings.projectRootPath, expectedServerSessionId: settings.serverSessionId };
}

/** Returns the project folder of a `get-version` result, which is the parent of `DataPath`. */
export function projectOfVersion(version: JsonObject): string | undefined {
  const dataPath = version.DataPath;
  if (typeof dataPath !== "string" || dataPath === "") return undefined;
  return dataPath.replace(/[\\/]+$/, "").replace(/[\\/][^\\/]+$/, "");
}

/** Compares paths as text first and then by real path, so links to the same folder match. */
export async function isSameProject(workspace: Workspace, theirs: string, ours: string): Promise<boolean> {
  if (samePath(theirs, ours)) return true;
  try {
    return samePath((await workspace.resolve(theirs, { expect: "directory" })).absolute, ours);
  } catch {
    return false;
  }
}

const FREE_PORT = "with its uLoopMCP server started (it takes a free port and records it)";

/** `how` completes "Open this project in Unity". */
export function wrongProjectError(theirs: string, ours: string, where: string, how = FREE_PORT) {
  return editorError("WRONG_PROJECT", `The Editor at ${where} has another project open: "${theirs}"`, {
    hint: `Nothing was run. Open "${ours}" in Unity ${how}, or start jig with --root "${theirs}"`,
    details: { expected: ours, found: theirs, endpoint: where },
  });
}

/** Returns true if this version checks stamps (since 2.0.0). An older Editor can't have written a session into the settings. */
export function checksStamps(ver: unknown): boolean {
  const major = typeof ver === "string" ? /^v?(\d+)\./.exec(ver)?.[1] : undefined;
  return major === undefined || Number(major) >= 2;
}

export function otherEditorError(where: string) {
  return editorError(
    "WRONG_PROJECT",
    `The Editor at ${where} is older than the one that wrote this project's settings, so it is a different one`,
    {
      hint: "Open this project in Unity with its uLoopMCP server started: it takes a free port and records it",
      details: { endpoint: where },
    },
  );
}

export function samePath(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(written: string): string {
  const slashes = written.replaceAll("\\", "/").replace(/\/+$/, "");
  return path.sep === "\\" ? slashes.toLowerCase() : slashes;
}
