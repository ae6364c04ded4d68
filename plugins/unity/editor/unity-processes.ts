/**
 * Finds the Unity process of a project by its command line. We need it for messages, for raising the window and to identify old
 * Editors.
 */
import path from "node:path";
import type { Running, RunRequest, Workspace } from "../../../core/host/plugin-api.ts";
import { isSameProject, samePath } from "./project-identity.ts";

export interface UnityProcess {
  pid: number;
  system: "macos" | "linux" | "windows";
  /** The version in the path of the program, or an empty string. */
  version: string;
  logFile?: string;
}

/** This includes everything that follows `-projectPath`. */
interface RunningEditor extends UnityProcess {
  opened: string;
  isBatch: boolean;
}

export type Run = (request: RunRequest) => Promise<Running>;

export interface Editors {
  ours: UnityProcess | undefined;
  /** A process in batch mode has neither a window nor a server. */
  batch: UnityProcess | undefined;
  others: (UnityProcess & { project: string })[];
}

export interface Machine {
  run: Run;
  readonly workspace: Workspace;
}

/** Returns undefined if we are not allowed to list processes. */
export async function findEditors(
  { run, workspace }: Machine,
  projectRoot: string,
  signal: AbortSignal,
): Promise<Editors | undefined> {
  const windows = path.sep === "\\";
  const listing = windows
    ? await capture(run, "powershell", ["-NoProfile", "-NonInteractive", "-Command", WINDOWS_LISTING], signal)
    : await capture(run, "ps", ["-Ao", "pid=,args="], signal);
  if (listing?.code !== 0) return undefined;
  const { ours, batch, others } = editorsIn(listing.stdout, projectRoot, windows);
  if (ours) return { ours, batch, others };
  // The project may have been opened through a symbolic link, so we compare the real paths.
  const same = await Promise.all(others.map(({ project }) => isSameProject(workspace, project, projectRoot)));
  const linked = others.find((_, index) => same[index]);
  return {
    ours: linked && withoutProject(linked),
    batch,
    others: others.filter((each) => each !== linked),
  };
}

const WINDOWS_LISTING =
  "Get-CimInstance Win32_Process -Filter \"Name='Unity.exe'\" | ForEach-Object { '{0} {1}' -f $_.ProcessId, $_.CommandLine }";

/** Each line has the form `<pid> <command line>`. */
export function editorsIn(listing: string, projectRoot: string, windows: boolean): Editors {
  const all = listing.split(/\r?\n/).flatMap((line) => editorOf(line, windows) ?? []);
  const running = all.filter(({ isBatch }) => !isBatch);
  const isOurs = ({ opened }: RunningEditor) => startsWithPath(opened, projectRoot, windows);
  const ours = running.find(isOurs);
  const batch = all.find((each) => each.isBatch && isOurs(each));
  const others = running.filter((each) => !isOurs(each));
  return {
    ours: ours && withoutProject(ours),
    batch: batch && withoutProject(batch),
    others: others.map(({ opened, ...each }) => ({
      ...withoutProject(each),
      project: opened.split(/\s+-[A-Za-z]/)[0]!.replaceAll('"', ""),
    })),
  };
}

function editorOf(line: string, windows: boolean): RunningEditor | undefined {
  const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
  const opened = /-projectpath(?:\s+|=)(.*)$/i.exec(command ?? "")?.[1];
  if (command === undefined || opened === undefined || !/(^|[\\/])Unity(\.exe)?"?\s/.test(command)) return undefined;
  // The workers that import assets look the same and have the same project open, but they have no window and no server.
  if (/AssetImportWorker/i.test(command)) return undefined;
  const system = windows ? "windows" : command.includes("/Contents/MacOS/") ? "macos" : "linux";
  const version =
    /[\\/](\d+\.\d+\.\d+[abfp]\d+)[\\/]/.exec(command.slice(0, command.search(/-projectpath/i)))?.[1] ?? "";
  const logFile = /-logfile\s+(?:"([^"]+)"|(\S+))/i.exec(command);
  const named = logFile?.[1] ?? logFile?.[2];
  const isBatch = /-batchMode/i.test(command);
  return { pid: Number(pid), system, version, ...(named === undefined ? {} : { logFile: named }), opened, isBatch };
}

function withoutProject({ pid, system, version, logFile }: UnityProcess): UnityProcess {
  return { pid, system, version, ...(logFile === undefined ? {} : { logFile }) };
}

/**
 * The output of `ps` has no quotes. If the path contains spaces we can't see its end, which may be in front of an option or at
 * the end of the line.
 */
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

/** Returns undefined if the process can't be determined or belongs to another user. */
export async function listenerAt(run: Run, port: number, signal: AbortSignal): Promise<number | undefined> {
  const ways: [command: string, args: string[], found: RegExp][] =
    path.sep === "\\"
      ? [["powershell", ["-NoProfile", "-NonInteractive", "-Command", windowsListener(port)], /^\s*(\d+)/]]
      : [
          ["ss", ["-Hltnp", `sport = :${port}`], /\bpid=(\d+)/],
          ["lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fp"], /^p(\d+)/m],
        ];
  for (const [command, args, found] of ways) {
    const listing = await capture(run, command, args, signal);
    const pid = listing && found.exec(listing.stdout)?.[1];
    if (pid) return Number(pid);
  }
  return undefined;
}

const windowsListener = (port: number) =>
  `(Get-NetTCPConnection -State Listen -LocalPort ${port} -ErrorAction SilentlyContinue).OwningProcess`;

/** Returns undefined if the program isn't installed. */
export async function capture(
  run: Run,
  command: string,
  args: string[],
  signal: AbortSignal,
): Promise<{ code: number | null; stdout: string; stderr: string } | undefined> {
  try {
    const running = await run({ command, args, seesMachine: true, signal });
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
