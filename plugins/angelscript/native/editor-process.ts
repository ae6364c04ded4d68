/** Determines which project an editor has open from the command line of its process. */
import path from "node:path";
import type { Root, Running, RunRequest } from "../../../core/host/plugin-api.ts";
import { linesOf, printed } from "./printed.ts";

type Run = (request: RunRequest) => Promise<Running>;

/** This never throws. */
export async function opensProjectOf(
  run: Run,
  port: number,
  roots: readonly Pick<Root, "path">[],
  signal: AbortSignal,
): Promise<boolean> {
  const isWindows = path.sep === "\\";
  const lines = isWindows ? await onWindows(run, port, signal) : await onUnix(run, port, signal);
  return lines.some((line) => namesProject(line, roots, isWindows));
}

async function onWindows(run: Run, port: number, signal: AbortSignal): Promise<string[]> {
  const script =
    `Get-NetTCPConnection -State Listen -LocalPort ${port} | ForEach-Object { ` +
    `(Get-CimInstance Win32_Process -Filter "ProcessId=$($_.OwningProcess)").CommandLine }`;
  return linesOf(
    (await printed(run, "powershell", ["-NoProfile", "-NonInteractive", "-Command", script], signal)) ?? "",
  );
}

/** Uses `ss` on Linux and `lsof` on macOS. Neither of them shows the processes of other users. */
async function onUnix(run: Run, port: number, signal: AbortSignal): Promise<string[]> {
  const sockets = (await printed(run, "ss", ["-Hltnp", `sport = :${port}`], signal)) ?? "";
  const processes = [...sockets.matchAll(/\bpid=(\d+)/g)].map(([, pid]) => pid as string);
  if (processes.length === 0)
    processes.push(
      ...linesOf((await printed(run, "lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"], signal)) ?? ""),
    );
  const known = [...new Set(processes)].filter((pid) => /^\d+$/.test(pid));
  if (known.length === 0) return [];
  return linesOf((await printed(run, "ps", ["-ww", "-o", "args=", "-p", known.join(",")], signal)) ?? "");
}

/** Looks for `<folder>/<name>.uproject` in a root, or in the parent of a root that is called `Script`. */
export function namesProject(commandLine: string, roots: readonly Pick<Root, "path">[], isWindows: boolean): boolean {
  const fold = (text: string): string => {
    const slashed = isWindows ? text.replaceAll("\\", "/") : text;
    return isWindows ? slashed.toLowerCase() : slashed;
  };
  const line = fold(commandLine);
  const folders = roots.map((root) => fold(root.path).replace(/\/script$/i, ""));
  return folders.some((folder) => {
    for (let at = line.indexOf(`${folder}/`); at >= 0; at = line.indexOf(`${folder}/`, at + 1)) {
      const begins = at === 0 || /[\s"'=]/.test(line[at - 1] as string);
      if (begins && /^[^/"']+\.uproject(?=$|["'\s])/.test(line.slice(at + folder.length + 1))) return true;
    }
    return false;
  });
}
