/** Implements `jig setup`, which detects clients, adds or removes jig, and checks the result. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { findOnPath, type JsonObject, spawnCommandOf } from "../host/frontend-api.ts";
import { type Client, SCOPES, type Scope, SERVER } from "./client.ts";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { lookUp } from "./config-document.ts";
import { readConfigFile } from "./config-file.ts";
import { configure } from "./configure.ts";
import { parseDocument } from "./parse-document.ts";
import type { SetupEnvironment } from "./setup-environment.ts";
import { readUndo } from "./undo.ts";

export interface FoundClient {
  id: string;
  title: string;
  /** `found by` (a program or folder), `named`, or `written by jig setup`. */
  by: string;
  scope: Scope;
  file: string;
  configured: boolean;
}

/** Returns the clients that were detected or named. If a client doesn't have the wanted scope, another one is used. */
export function findClients(place: SetupEnvironment, wanted: Scope, only: readonly string[] = []): FoundClient[] {
  return CLIENT_IDS.flatMap((id) => {
    const client = CLIENTS[id]!;
    const by = traceOf(client, place);
    if (only.length > 0 ? !only.includes(id) : by === undefined) return [];
    const scope = client.files[wanted] ? wanted : (Object.keys(client.files)[0] as Scope);
    const file = client.files[scope]!(place);
    return [
      {
        id,
        title: client.title,
        by: by === undefined ? "named" : `found by ${by}`,
        scope,
        file,
        configured: entryIn(client, file) !== undefined,
      },
    ];
  });
}

/**
 * Returns the clients with an entry for jig, which are the detected ones and those in all files of this user and project that
 * jig has written.
 */
export function findConfigured(
  place: SetupEnvironment,
  wanted: Scope | undefined,
  only: readonly string[] = [],
): FoundClient[] {
  const found = findClients(place, wanted ?? "user", only).filter(({ configured }) => configured);
  const known = new Set(found.map(({ file }) => file));
  for (const id of only.length > 0 ? only : CLIENT_IDS) {
    const client = CLIENTS[id]!;
    for (const scope of SCOPES) {
      if ((wanted !== undefined && scope !== wanted) || (scope === "project" && place.root === undefined)) continue;
      const file = client.files[scope]?.(place);
      if (file === undefined) continue;
      if (known.has(file) || !readUndo(place.configFolder, file) || entryIn(client, file) === undefined) continue;
      found.push({ id, title: client.title, by: "written by jig setup", scope, file, configured: true });
    }
  }
  return found;
}

function traceOf({ traces }: Client, place: SetupEnvironment): string | undefined {
  for (const program of traces.programs ?? []) {
    const found = findOnPath(program, place.environment);
    if (found) return found;
  }
  const left = (traces.files ?? []).map((fileOf) => fileOf(place));
  return left.find((path) => path !== undefined && existsSync(path));
}

function entryIn(client: Client, file: string): JsonObject | undefined {
  try {
    const { value } = parseDocument(client.format, readConfigFile(file).text, file);
    return lookUp(value, client.servers(value)) as JsonObject | undefined;
  } catch {
    return undefined; // This is reported later, when we try to write it.
  }
}

/** Returns a report for the user. */
export function apply({ id, scope }: FoundClient, action: "write" | "remove", place: SetupEnvironment): string[] {
  return configure({ client: id, scope, action }, place).notices;
}

export interface Health {
  state: "ok" | "failed" | "unknown";
  detail: string;
}

const CHECK_TIMEOUT_MS = 45_000;
const ANSWER_TIMEOUT_MS = 15_000;

/** Uses the client's own status command if it has one. Otherwise the configured command is started. */
export async function checkHealth({ id, file }: FoundClient, place: SetupEnvironment): Promise<Health> {
  const client = CLIENTS[id]!;
  const program = client.check && findOnPath(client.check[0]!, place.environment);
  if (client.check && program) {
    const words = client.check.join(" ");
    const { text } = await run(program, client.check.slice(1), place, CHECK_TIMEOUT_MS);
    // The line looks like `jig: … - ✓ Connected`.
    const line = text.split("\n").find((each) => new RegExp(`(?:^|[^\\w/])${SERVER}(?:[^\\w/.-]|$)`).test(each));
    if (line !== undefined) {
      const text = line.trim().replace(/\s+/g, " ");
      if (/disconnect|not connected|fail|error|disabled|pending|needs/i.test(line))
        return { state: "failed", detail: `${words} says: ${text}` };
      if (/connected|✓|✔/i.test(line)) return { state: "ok", detail: `${words} says: ${text}` };
    }
  }
  return await answers(entryIn(client, file), place);
}

/** Starts the configured command like a client and requests its tools. */
async function answers(entry: JsonObject | undefined, place: SetupEnvironment): Promise<Health> {
  if (!entry) return { state: "failed", detail: "the file does not name jig" };
  const start = entry.command ?? entry.cmd;
  if (start === undefined) return { state: "unknown", detail: "it connects to a remote server" };
  const [command, ...args] = [start, entry.args ?? []].flat().map(String);
  // We don't know the values of the client's variables.
  const known = args.map((word) => (/^\$\{.*\}$/.test(word) ? (place.root ?? ".") : word));
  const program = command && /[\\/]/.test(command) ? command : findOnPath(command ?? "", place.environment);
  if (!program) return { state: "failed", detail: `${command} is not on your PATH` };
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "jig-setup", version: "1" } };
  const messages = [
    { id: 1, method: "initialize", params: hello },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { text } = await run(program, known, place, ANSWER_TIMEOUT_MS, { input, until: /"id":2[,}]/ });
  const tools = text
    .split("\n")
    .flatMap((line) => (line.includes('"id":2') ? [toolCount(line)] : []))
    .at(0);
  if (tools === undefined) return { state: "failed", detail: `${program} does not answer as an MCP server` };
  return { state: "ok", detail: `${program} offers ${tools} tools` };
}

function toolCount(line: string): number | undefined {
  try {
    return JSON.parse(line).result.tools.length;
  } catch {
    return undefined;
  }
}

/** Collects stdout and stderr until the program ends, prints the expected text, or takes too long. */
function run(
  program: string,
  args: readonly string[],
  { environment, root, home }: SetupEnvironment,
  timeoutMs: number,
  talk: { input?: string; until?: RegExp } = {},
): Promise<{ text: string }> {
  return new Promise((resolve) => {
    let text = "";
    let child: ChildProcess;
    const end = () => {
      clearTimeout(timer);
      child?.kill();
      resolve({ text });
    };
    const timer = setTimeout(end, timeoutMs);
    const { command, args: words, ...how } = spawnCommandOf(program, args, environment.ComSpec);
    try {
      child = spawn(command, words, { cwd: root ?? home, env: environment, stdio: "pipe", windowsHide: true, ...how });
    } catch {
      return end();
    }
    const read = (chunk: unknown) => {
      text += String(chunk);
      if (talk.until?.test(text)) end();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", (chunk) => (talk.until ? undefined : read(chunk)));
    child.on("error", end);
    child.on("close", end);
    child.stdin?.on("error", () => {});
    if (talk.input === undefined) child.stdin?.end();
    else child.stdin?.write(talk.input);
  });
}
