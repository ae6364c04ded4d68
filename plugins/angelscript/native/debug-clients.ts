/** Finds local processes that are connected to the debug server of the editor. */
import path from "node:path";
import type { Running, RunRequest } from "../../../core/host/plugin-api.ts";
import { linesOf, printed } from "./printed.ts";

export interface DebugClient {
  pid: number;
  name: string;
  connections: number;
}

type Run = (request: RunRequest) => Promise<Running>;

/** Returns undefined if they can't be determined. */
export async function debugClients(run: Run, port: number, signal: AbortSignal): Promise<DebugClient[] | undefined> {
  if (path.sep === "\\") return count(parsePairs(await onWindows(run, port, signal)));
  const filter = `( dport = :${port} )`;
  const sockets = await printed(run, "ss", ["-Htnp", "state", "established", filter], signal);
  if (sockets !== undefined) return count(parseSs(sockets));
  const files = await printed(run, "lsof", ["-nP", `-iTCP:${port}`, "-sTCP:ESTABLISHED", "-Fpcn"], signal);
  return files === undefined ? undefined : count(parseLsof(files, port));
}

type Owner = [pid: number, name: string];

/** Lines end with `users:(("node",pid=123,fd=20))`, except for the processes of other users. */
export function parseSs(text: string): Owner[] {
  return linesOf(text).map((line) => {
    const [, name = "another user's program", pid = "0"] = /\("([^"]*)",pid=(\d+)/.exec(line) ?? [];
    return [Number(pid), name];
  });
}

/** The lines of the output are `p<pid>`, `c<command>`, and `n<local>-><remote>` for each socket. */
export function parseLsof(text: string, port: number): Owner[] {
  const owners: Owner[] = [];
  let pid = 0;
  let name = "";
  for (const line of linesOf(text))
    if (line.startsWith("p")) pid = Number(line.slice(1));
    else if (line.startsWith("c")) name = line.slice(1);
    else if (line.startsWith("n") && line.endsWith(`:${port}`)) owners.push([pid, name]);
  return owners;
}

async function onWindows(run: Run, port: number, signal: AbortSignal): Promise<string | undefined> {
  const script =
    `Get-NetTCPConnection -State Established -RemotePort ${port} -ErrorAction SilentlyContinue | ForEach-Object { ` +
    `"$($_.OwningProcess) $((Get-Process -Id $_.OwningProcess).ProcessName)" }`;
  return await printed(run, "powershell", ["-NoProfile", "-NonInteractive", "-Command", script], signal);
}

function parsePairs(text: string | undefined): Owner[] | undefined {
  if (text === undefined) return undefined;
  return linesOf(text).map((line) => [Number.parseInt(line, 10), line.replace(/^\d+\s*/, "")]);
}

function count(owners: Owner[] | undefined): DebugClient[] | undefined {
  if (!owners) return undefined;
  const clients = new Map<number, DebugClient>();
  for (const [pid, name] of owners) {
    const known = clients.get(pid);
    if (known) known.connections++;
    else clients.set(pid, { pid, name, connections: 1 });
  }
  return [...clients.values()];
}

/** Our own process is the one that has an additional connection compared to `before`. */
export function ownProcess(before: readonly DebugClient[], after: readonly DebugClient[]): number | undefined {
  const had = new Map(before.map(({ pid, connections }) => [pid, connections]));
  return after.find(({ pid, connections }) => connections > (had.get(pid) ?? 0))?.pid;
}
