/** Finds the address of Unity-MCP's local server. It is in the settings file, or the port is derived from the project's path. */
import { createHash } from "node:crypto";
import path from "node:path";
import { type Files, isObject, type Json } from "../../../../core/host/plugin-api.ts";

export const SETTINGS_FILE = "UserSettings/AI-Game-Developer-Config.json";
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface ServerAddress {
  port: number;
  /** Empty if the server doesn't need one. */
  token: string;
}

/** The address, or the reason why we don't use the one from the settings. */
export async function serverAddress(
  files: Files,
  projectRoot: string,
): Promise<{ address: ServerAddress } | { problem: string; fix: string }> {
  const derived = { port: derivedPort(projectRoot), token: "" };
  const read = await files
    .readText(path.join(projectRoot, SETTINGS_FILE), { maxBytes: 1024 * 1024 })
    .catch(() => undefined);
  if (!read) return { address: derived };
  let settings: Json;
  try {
    settings = JSON.parse(read.text.replace(/^\uFEFF/, ""));
  } catch {
    return {
      problem: `"${SETTINGS_FILE}" is not JSON`,
      fix: "Open the package's window in Unity to write the file again",
    };
  }
  if (!isObject(settings)) return { address: derived };
  const { host, token, connectionMode } = settings;
  if (connectionMode === "Cloud" || connectionMode === 1) {
    return {
      problem: "Unity-MCP is set to its cloud server, and jig connects only to a local one",
      fix: "In Unity's AI Game Developer window choose the custom (local) connection",
    };
  }
  const own = { ...derived, token: typeof token === "string" ? token : "" };
  if (typeof host !== "string" || host === "") return { address: own };
  const url = URL.parse(host);
  if (url?.protocol !== "http:" || !LOOPBACK.has(url.hostname)) {
    return {
      problem: `Unity-MCP's server is set to ${host}, which is not on this machine`,
      fix: "Set a local host in Unity's AI Game Developer window",
    };
  }
  return { address: { ...own, port: Number(url.port || 80) } };
}

/** Same rule as in the package: 20000 to 29999, from the hash of the lower-case path with slashes. */
export function derivedPort(projectRoot: string): number {
  return 20_000 + (hashOf(projectRoot).readUInt32LE(0) % 10_000);
}

function hashOf(projectRoot: string) {
  const trimmed = projectRoot.length > 1 ? projectRoot.replace(/(?<=.)[\\/]+$/, "") : projectRoot;
  // .NET doesn't lower-case this letter.
  const lower = [...trimmed.replaceAll("\\", "/")]
    .map((sign) => (sign === "\u0130" ? sign : sign.toLowerCase()))
    .join("");
  return createHash("sha256").update(lower, "utf8").digest();
}
