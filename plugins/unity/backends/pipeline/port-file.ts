/**
 * Reads the port and token of Unity Pipeline. The file is overwritten in place, so we may see it while it is incomplete. The
 * token is only used for requests.
 */
import path from "node:path";
import { type Clock, type Files, isObject, type Json, parseJson } from "../../../../core/host/plugin-api.ts";
import { PIPELINE_PORT_FILE } from "../../editor/installed-packages.ts";

export interface PortFile {
  port: number;
  token: string;
  projectPath: string;
  unityVersion: string;
  mtimeMs: number;
}

export type PortReading = { file: PortFile } | { fault: "absent" | "unreadable"; why: string };

const MAX_ATTEMPTS = 6;
const PAUSE_MS = 30;

/** If the file is incomplete, we try again after a short time. */
export async function readPortFile(files: Files, clock: Clock, projectRoot: string): Promise<PortReading> {
  for (let attempt = 1; ; attempt++) {
    let read: { text: string; mtimeMs: number };
    try {
      read = await files.readText(path.join(projectRoot, PIPELINE_PORT_FILE), { maxBytes: 256 * 1024 });
    } catch {
      return { fault: "absent", why: "Unity Pipeline's server is not running for this project" };
    }
    const file = portFileIn(read.text);
    if (file) return { file: { ...file, mtimeMs: read.mtimeMs } };
    if (attempt >= MAX_ATTEMPTS)
      return { fault: "unreadable", why: `"${PIPELINE_PORT_FILE}" is half written or broken` };
    await clock.sleep(PAUSE_MS);
  }
}

export function portFileIn(text: string): Omit<PortFile, "mtimeMs"> | undefined {
  let json: Json;
  try {
    json = parseJson(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const { port, evalToken, projectPath, unityVersion } = json;
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  if (typeof evalToken !== "string" || evalToken === "" || typeof projectPath !== "string") return undefined;
  return { port, token: evalToken, projectPath, unityVersion: typeof unityVersion === "string" ? unityVersion : "" };
}
