/** Implements the checks of `jig doctor` for clients, which find out whether jig is configured and its command exists. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { DoctorLine, JsonObject } from "../host/frontend-api.ts";
import { toJigError } from "../host/frontend-api.ts";
import type { Client, Scope } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { lookUp } from "./config-document.ts";
import { readConfigFile } from "./config-file.ts";
import { parseDocument } from "./parse-document.ts";
import { canStart, type SetupEnvironment } from "./setup-environment.ts";

/** Returns one line for each existing configuration file. */
export function checkClients(place: SetupEnvironment): DoctorLine[] {
  return Object.entries(CLIENTS).flatMap(([id, client]) =>
    Object.entries(client.files)
      .filter(([scope]) => scope !== "project" || place.root !== undefined)
      .map(([scope, fileOf]) => ({ scope: scope as Scope, file: fileOf(place) }))
      .filter(({ file }) => existsSync(file))
      .map(({ scope, file }) => checkClient(id, client, scope, file, place)),
  );
}

function checkClient(id: string, client: Client, scope: Scope, file: string, place: SetupEnvironment): DoctorLine {
  const what = `client ${id} (${scope})`;
  const write = `jig mcp config --client ${id} --scope ${scope} --write`;
  try {
    const { value } = parseDocument(client.format, readConfigFile(file).text, file);
    const entry = lookUp(value, client.servers(value)) as JsonObject | undefined;
    if (entry === undefined) return { what, state: "off", detail: `${file} does not name jig`, fix: write };
    const start = entry.command ?? entry.cmd;
    const command = Array.isArray(start) ? start[0] : start;
    if (entry.disabled === true || entry.enabled === false) {
      return { what, state: "off", detail: `${file} has jig disabled`, fix: "Enable it in that file" };
    }
    const url = entry.url ?? entry.httpUrl ?? entry.serverUrl ?? entry.uri;
    if (url !== undefined) return { what, state: "ok", detail: `${file} connects to ${String(url)}` };
    const error = (detail: string, fix = write): DoctorLine => ({ what, state: "error", detail, fix });
    if (typeof command !== "string" || !canStart(command, place.environment))
      return error(`${file} starts ${JSON.stringify(command)}, which cannot be run`);
    const words = [start, entry.args].flat().filter((word) => typeof word === "string");
    if (!words.includes("mcp"))
      return error(`${file} starts ${words.join(" ")}, which does not start a server: "mcp" is missing`);
    const gone = rootsIn(words).find((root) => !existsSync(root));
    if (gone !== undefined)
      return error(`${file} names the root ${gone}, which does not exist`, `Correct it in ${file}`);
    return { what, state: "ok", detail: `${file} starts ${command}` };
  } catch (error) {
    const { message, hint } = toJigError(error);
    return { what, state: "warning", detail: message, ...(hint ? { fix: hint } : {}) };
  }
}

/** Skips variables like `${workspaceFolder}`, which the client replaces. */
function rootsIn(words: readonly string[]): string[] {
  return words.filter((word, index) => words[index - 1] === "--root" && isAbsolute(word));
}
