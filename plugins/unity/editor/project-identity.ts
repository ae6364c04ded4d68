/**
 * Checks that the Editor which answered has this project open. The port we tried may be stale, and by now another
 * project's Editor could be listening there.
 */
import path from "node:path";
import type { JsonObject, Workspace } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import type { IdentityStamp } from "../protocol/message.ts";
import type { EditorSettings } from "./editor-settings.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * With a stamp, the Editor itself refuses commands meant for another project. Too-old Editors don't get one, as they
 * can't check it.
 */
export function stampFor(
  projectRoot: string,
  settings: EditorSettings | undefined,
  endpoint: Endpoint,
): IdentityStamp | undefined {
  if (endpoint.kind === "ipc") return { expectedProjectRoot: projectRoot };
  if (!settings?.projectRootPath || !settings.serverSessionId) return undefined;
  // Plain string comparison on their end, so spell the path exactly as they do.
  if (!samePath(settings.projectRootPath, projectRoot)) return undefined;
  return { expectedProjectRoot: settings.projectRootPath, expectedServerSessionId: settings.serverSessionId };
}

/** Parent of `DataPath`, from `get-version`. */
export function projectOfVersion(version: JsonObject): string | undefined {
  const dataPath = version.DataPath;
  if (typeof dataPath !== "string" || dataPath === "") return undefined;
  return dataPath.replace(/[\\/]+$/, "").replace(/[\\/][^\\/]+$/, "");
}

/** Text first. If that fails, real paths, since either one may go through a symlink. */
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

/** Since 2.0.0. Older Editors can't have put a session into the settings either. */
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
