/** Finding the Unity process of a project by its command line. Used to word errors and to raise its window, never to decide a dispatch (facts §1.15). */

import path from "node:path";
import type { Running, RunRequest } from "../../../core/host/mod.ts";
import { samePath } from "./identity.ts";

export interface UnityProcess {
  pid: number;
  system: "macos" | "linux" | "windows";
}

export type Run = (request: RunRequest) => Promise<Running>;

/** The Editor that has the project open; `null` where there is none, undefined where this machine does not let us look. */
export async function findUnityProcess(
  run: Run,
  projectRoot: string,
  signal: AbortSignal,
): Promise<UnityProcess | null | undefined> {
  const windows = path.sep === "\\";
  const listing = windows
    ? await capture(run, "powershell", ["-NoProfile", "-NonInteractive", "-Command", WINDOWS_LISTING], signal)
    : await capture(run, "ps", ["-Ao", "pid=,args="], signal);
  if (listing?.code !== 0) return undefined;
  return unityProcessIn(listing.stdout, projectRoot, windows) ?? null;
}

const WINDOWS_LISTING =
  "Get-CimInstance Win32_Process -Filter \"Name='Unity.exe'\" | ForEach-Object { '{0} {1}' -f $_.ProcessId, $_.CommandLine }";

/** Reads a listing of `<pid> <command line>` lines. Pure. */
export function unityProcessIn(listing: string, projectRoot: string, windows: boolean): UnityProcess | undefined {
  for (const line of listing.split(/\r?\n/)) {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    if (!match) continue;
    const [, pid, command] = match;
    const opened = /-projectpath(?:\s+|=)(.*)$/i.exec(command!)?.[1];
    if (opened === undefined || !/(^|[\\/])Unity(\.exe)?"?\s/.test(command!)) continue;
    // Asset import workers are Unity processes of the same project without a window or server.
    if (/AssetImportWorker|-batchMode/i.test(command!)) continue;
    if (!startsWithPath(opened, projectRoot, windows)) continue;
    const system = windows ? "windows" : command!.includes("/Contents/MacOS/") ? "macos" : "linux";
    return { pid: Number(pid), system };
  }
  return undefined;
}

/** `ps` prints paths with spaces unquoted: the path ends before some option, or at the end. */
function startsWithPath(opened: string, projectRoot: string, windows: boolean): boolean {
  const quoted = /^"([^"]*)"|^'([^']*)'/.exec(opened);
  if (quoted) return equal(quoted[1] ?? quoted[2]!, projectRoot, windows);
  const words = opened.split(" ");
  return words.some((_, index) => {
    const next = words[index + 1];
    return (
      (next === undefined || next.startsWith("-")) && equal(words.slice(0, index + 1).join(" "), projectRoot, windows)
    );
  });
}

function equal(one: string, other: string, windows: boolean): boolean {
  return windows ? samePath(one.toLowerCase(), other.toLowerCase()) : samePath(one, other);
}

/** Runs a command to its end; undefined where it is not installed. Output is a few lines. */
export async function capture(
  run: Run,
  command: string,
  args: string[],
  signal: AbortSignal,
): Promise<{ code: number | null; stdout: string; stderr: string } | undefined> {
  try {
    const running = await run({ command, args, signal });
    const [stdout, stderr, exit] = await Promise.all([text(running.stdout), text(running.stderr), running.exit]);
    return { code: exit.code, stdout, stderr };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return undefined;
  }
}

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let all = "";
  for await (const chunk of chunks) all += decoder.decode(chunk, { stream: true });
  return all + decoder.decode();
}
