/** Reads an Editor's server settings in UserSettings/: the port, the project, and whether a reload is in progress. */
import path from "node:path";
import { type Files, isObject, type Json, parseJson } from "../../../core/host/plugin-api.ts";
import { editorCodeOf, editorError } from "../command/editor-errors.ts";
import { SERVER_WINDOW } from "./menu-paths.ts";

const TCP_SETTINGS = "UserSettings/UnityMcpSettings.json";
export const IPC_SETTINGS = "UserSettings/UnityCliLoopSettings.json";

export interface EditorSettings {
  /** The file that was read. This may be the `.tmp` or `.bak` while the Editor replaces its settings. */
  file: string;
  /** `undefined` if the file has no usable port. `portFault` then has the actual text. */
  port: number | undefined;
  portFault: string | undefined;
  /** The other port in the file. Between 0.67 and 2.0 it may be the right one, but the file doesn't say so. */
  otherPort: number | undefined;
  projectRootPath: string | undefined;
  serverSessionId: string | undefined;
  /** The Editor has recorded that it is reloading or reconnecting. This stays set after a crash, so check `mtimeMs`. */
  reloading: boolean;
  mtimeMs: number;
}

/** Returns the settings of the TCP generations, or undefined if the project has none. Throws SETTINGS_INVALID if no copy can be read. */
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

/** Reads the settings. Returns undefined unless they are a JSON object, for example if they are half written. */
export function parseSettings(text: string): Omit<EditorSettings, "file" | "mtimeMs"> | undefined {
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const serverSessionId = nonEmpty(json.serverSessionId);
  // Newer Editors use customPort and may leave an old serverPort in the file. Older ones bind serverPort.
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
