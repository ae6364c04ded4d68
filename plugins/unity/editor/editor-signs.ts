/** Collects information that can be seen from outside: the process, its windows, the lock file and the log. */
import path from "node:path";
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import type { EditorSigns } from "./blocking-state.ts";
import { projectUnityVersion } from "./target-project.ts";
import { capture, findEditors, type UnityProcess } from "./unity-processes.ts";

/** The project is named at the start of the log, and recent events are at its end, so we skip the middle. */
const HEAD_BYTES = 16_384;
const TAIL_BYTES = 131_072;

/** This never throws. Everything that can't be read is left out. */
export async function readSigns(
  host: ServiceContext,
  projectRoot: string,
  known: Pick<EditorSigns, "paused" | "ready" | "reloading">,
  signal: AbortSignal,
): Promise<EditorSigns> {
  const editors = await findEditors(host, projectRoot, signal).catch(() => undefined);
  const unity = editors?.ours ?? editors?.batch;
  const [titles, lockAgeMs, log, projectVersion] = await Promise.all([
    unity ? titlesOf(host, unity, signal) : [],
    lockAge(host, projectRoot),
    known.ready ? "" : logOf(host, projectRoot, unity, signal),
    projectUnityVersion(host.files, projectRoot),
  ]);
  return {
    ...known,
    process: editors?.ours && { pid: editors.ours.pid, version: editors.ours.version },
    batch: editors?.batch?.pid,
    listed: editors !== undefined,
    titles,
    lockAgeMs,
    log,
    projectVersion: projectVersion ?? "",
  };
}

async function lockAge({ files, clock }: ServiceContext, projectRoot: string): Promise<number | undefined> {
  const stat = await files.stat(path.join(projectRoot, "Temp/UnityLockfile")).catch(() => undefined);
  return stat && Math.max(0, clock.now() - stat.mtimeMs);
}

async function titlesOf(
  { run }: ServiceContext,
  { pid, system }: UnityProcess,
  signal: AbortSignal,
): Promise<string[]> {
  if (system === "macos") {
    const script = `tell application "System Events" to get name of every window of (first process whose unix id is ${pid})`;
    const told = await capture(run, "osascript", ["-e", script], signal);
    return told?.code === 0 ? told.stdout.trim().split(", ") : [];
  }
  if (system === "windows") {
    const script = `(Get-Process -Id ${pid}).MainWindowTitle`;
    const told = await capture(run, "powershell", ["-NoProfile", "-NonInteractive", "-Command", script], signal);
    return told?.code === 0 ? told.stdout.trim().split(/\r?\n/) : [];
  }
  const told = await capture(run, "wmctrl", ["-lp"], signal);
  return told?.code === 0 ? windowTitles(told.stdout, pid) : [];
}

/** Parses the output of `wmctrl -lp`, which has the form `<window> <desktop> <pid> <host> <title>`. */
export function windowTitles(listing: string, pid: number): string[] {
  return listing.split("\n").flatMap((line) => {
    const [, owner, title] = /^\S+\s+\S+\s+(\d+)\s+\S+\s+(.*)$/.exec(line) ?? [];
    return owner === String(pid) && title !== undefined ? [title] : [];
  });
}

/** Only returns the log if it starts with this project. */
async function logOf(
  { run, env }: ServiceContext,
  projectRoot: string,
  unity: UnityProcess | undefined,
  signal: AbortSignal,
): Promise<string> {
  const own = unity?.logFile ?? "";
  const file = own === "" || own === "-" ? defaultLog(env) : own;
  if (file === undefined || !path.isAbsolute(file)) return "";
  const head = await partOf(run, "head", file, HEAD_BYTES, signal);
  // If the log was set for this Editor, it needs no check.
  if (file !== own && !namesProject(head, projectRoot)) return "";
  return partOf(run, "tail", file, TAIL_BYTES, signal);
}

export function namesProject(head: string, projectRoot: string): boolean {
  const shown = projectRoot.replaceAll("\\", "/").toLowerCase();
  const lines = head.split(/\r?\n/).map((line) => line.trim().replaceAll("\\", "/").replace(/\/$/, "").toLowerCase());
  return lines.some((line) => line === shown || line === `successfully changed project path to: ${shown}`);
}

/** Returns the default log, which all Editors share. It belongs to the one that was started last. */
function defaultLog(env: ServiceContext["env"]): string | undefined {
  if (path.sep === "\\") {
    const local = env("LOCALAPPDATA");
    return local === undefined ? undefined : path.join(local, "Unity/Editor/Editor.log");
  }
  const home = env("HOME");
  if (home === undefined) return undefined;
  const isMac = home.startsWith("/Users/");
  return path.join(home, isMac ? "Library/Logs/Unity/Editor.log" : ".config/unity3d/Editor.log");
}

async function partOf(
  run: ServiceContext["run"],
  part: "head" | "tail",
  file: string,
  bytes: number,
  signal: AbortSignal,
): Promise<string> {
  if (path.sep !== "\\") return (await capture(run, part, ["-c", String(bytes), "--", file], signal))?.stdout ?? "";
  const quoted = `'${file.replaceAll("'", "''")}'`;
  const lines = part === "head" ? "-TotalCount 200" : "-Tail 1000";
  const args = ["-NoProfile", "-NonInteractive", "-Command", `Get-Content -LiteralPath ${quoted} ${lines}`];
  return (await capture(run, "powershell", args, signal))?.stdout ?? "";
}
