/**
 * Checks that the Editor which answered has this project open. The port that we tried may be outdated, so another project's
 * Editor could be using it by now.
 */
import path from "node:path";
import type { JsonObject, Workspace } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import type { IdentityStamp } from "../protocol/message.ts";
import type { EditorSettings } from "./editor-settings.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * With a stamp, the Editor itself refuses commands that are meant for another project. Editors that are too old to check it
 * don't get one.
 */
export function stampFor(
  projectRoot: string,
  settings: EditorSettings | undefined,
  endpoint: Endpoint,
): IdentityStamp | undefined {
  if (endpoint.kind === "ipc") return { expectedProjectRoot: projectRoot };
  if (!settings?.projectRootPath || !settings.serverSessionId) return undefined;
  // The Editor compares the strings, so we have to write the path exactly as it does.
  if (!samePath(settings.projectRootPath, projectRoot)) return undefined;
  return { expectedProjectRoot: settings.projectRootPath, expectedServerSessionId: settings.serverSessionId };
}

/** Returns the parent folder of `DataPath`, which `get-version` reports. */
export function projectOfVersion(version: JsonObject): string | undefined {
  const dataPath = version.DataPath;
  if (typeof dataPath !== "string" || dataPath === "") return undefined;
  return dataPath.replace(/[\\/]+$/, "").replace(/[\\/][^\\/]+$/, "");
}

/** Compares the text first. If it differs, the real paths are compared, because each path may contain a symbolic link. */
export async function isSameProject(workspace: Workspace, theirs: string, ours: string): Promise<boolean> {
  if (samePath(theirs, ours)) return true;
  try {
    return samePath((await workspace.resolve(theirs, { expect: "directory" })).absolute, ours);
  } catch {
    return false;
  }
}

const FREE_PORT = "with its uLoopMCP server started (it takes a free port and records it)";

/** The argument `how` completes the sentence "Open this project in Unity". */
export function wrongProjectError(theirs: string, ours: string, where: string, how = FREE_PORT) {
  return editorError("WRONG_PROJECT", `The Editor at ${where} has another project open: "${theirs}"`, {
    hint: `Nothing was run. Open "${ours}" in Unity ${how}, or start jig with --root "${theirs}"`,
    details: { expected: ours, found: theirs, endpoint: where },
  });
}

/** Editors check stamps since 2.0.0. Older ones don't write a session to the settings either. */
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
