/**
 * Reads the server settings that Editors write to UserSettings/, which contain the port, the project, and whether a reload is
 * in progress. The Editor may be replacing the file at the same time, so if the main copy can't be read we try the `.tmp` and
 * `.bak` files next to it.
 */
import path from "node:path";
import { type Files, isObject, type Json, parseJson } from "../../../core/host/plugin-api.ts";
import { editorCodeOf, editorError } from "../command/editor-errors.ts";
import { SERVER_WINDOW } from "./menu-paths.ts";

const TCP_SETTINGS = "UserSettings/UnityMcpSettings.json";
export const IPC_SETTINGS = "UserSettings/UnityCliLoopSettings.json";

export interface EditorSettings {
  /** This can be the `.tmp` or `.bak` file if the Editor was replacing the main one. */
  file: string;
  /** Undefined if the port can't be used. `portFault` has the original text in this case. */
  port: number | undefined;
  portFault: string | undefined;
  /** The file has two ports. In versions 0.67 to 2.0 this one may be the right one, and we have no way to find out. */
  otherPort: number | undefined;
  projectRootPath: string | undefined;
  serverSessionId: string | undefined;
  /** Set by the Editor on a reload or reconnect. It remains set after a crash, so `mtimeMs` has to be checked. */
  reloading: boolean;
  mtimeMs: number;
}

/** Only used for the versions with TCP. Throws SETTINGS_INVALID if no copy can be read. */
export async function readSettings(files: Files, projectRoot: string): Promise<EditorSettings | undefined> {
  const main = path.join(projectRoot, TCP_SETTINGS);
  let broken: string | undefined;
  for (const file of [main, `${main}.tmp`, `${main}.bak`]) {
    const read = await readIfPresent(files, file);
    if (!read) continue;
    const settings = parseSettings(read.text);
    if (settings) return { ...settings, file, mtimeMs: read.mtimeMs };
    broken ??= file;
  }
  if (broken === undefined) return undefined;
  throw editorError("SETTINGS_INVALID", `"${path.relative(projectRoot, broken)}" is not valid JSON`, {
    hint: `Start its server in Unity, ${SERVER_WINDOW}: it writes the file again`,
    details: { file: broken },
  });
}

/** Returns undefined unless the text is a JSON object. The file may be incomplete, for example. */
export function parseSettings(text: string): Omit<EditorSettings, "file" | "mtimeMs"> | undefined {
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const serverSessionId = nonEmpty(json.serverSessionId);
  // Newer Editors use customPort and may leave an old serverPort, while old ones use serverPort.
  const old = serverSessionId === undefined && typeof json.serverPort === "number";
  const written = old ? json.serverPort : json.customPort;
  const port = portIn(written);
  const otherPort = old ? portIn(json.customPort) : undefined;
  return {
    port,
    portFault:
      port !== undefined ? undefined : written === undefined ? "no port" : `the port ${JSON.stringify(written)}`,
    otherPort: otherPort === port ? undefined : otherPort,
    projectRootPath: nonEmpty(json.projectRootPath),
    serverSessionId,
    reloading: json.isDomainReloadInProgress === true || json.isReconnecting === true,
  };
}

function portIn(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 65535 ? value : undefined;
}

export function portError(settings: EditorSettings, projectRoot: string) {
  return editorError(
    "SETTINGS_INVALID",
    `"${path.relative(projectRoot, settings.file)}" names ${settings.portFault ?? "no port"}; it must be a whole number from 1 to 65535`,
    { hint: `Set the port in Unity and start the server: ${SERVER_WINDOW}`, details: { file: settings.file } },
  );
}

export function isSettingsFault(error: unknown): boolean {
  return editorCodeOf(error) === "SETTINGS_INVALID";
}

async function readIfPresent(files: Files, file: string): Promise<{ text: string; mtimeMs: number } | undefined> {
  try {
    return await files.readText(file, { maxBytes: 1024 * 1024 });
  } catch {
    return undefined;
  }
}

function nonEmpty(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
