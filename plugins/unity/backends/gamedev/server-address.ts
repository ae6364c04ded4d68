/**
 * Finds the address of the Unity-MCP server. It is in the settings file, and otherwise the port can be computed from the path
 * of the project.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { type Files, isObject, type Json } from "../../../../core/host/plugin-api.ts";

export const SETTINGS_FILE = "UserSettings/AI-Game-Developer-Config.json";
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface ServerAddress {
  port: number;
  /** The token is empty if the server doesn't require one. */
  token: string;
}

/** Returns the address, or the reason why we don't use the one that is configured. */
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

/**
 * Computes the port in the same way as the package. It is a hash of the lower-case path with forward slashes, mapped to the
 * range from 20000 to 29999.
 */
export function derivedPort(projectRoot: string): number {
  return 20_000 + (hashOf(projectRoot).readUInt32LE(0) % 10_000);
}

function hashOf(projectRoot: string) {
  const trimmed = projectRoot.length > 1 ? projectRoot.replace(/(?<=.)[\\/]+$/, "") : projectRoot;
  // This is the only letter that .NET doesn't change.
  const lower = [...trimmed.replaceAll("\\", "/")]
    .map((sign) => (sign === "\u0130" ? sign : sign.toLowerCase()))
    .join("");
  return createHash("sha256").update(lower, "utf8").digest();
}
