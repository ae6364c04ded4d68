/** Finds recently changed files. We use the history of git if possible, and modification times otherwise. */
import { type Context, JigError, safeGit } from "../../../core/host/plugin-api.ts";

export interface RecentFile {
  /** The path relative to the root. */
  path: string;
  /** The time in ms since the epoch. */
  changed: number;
  /** The subject line of the commit. */
  subject?: string;
}

const COMMITS = 100;
/** The time that we are willing to wait for git, in ms. */
const PATIENCE = 3000;

/** The recent history. If there is no history, `unread` says why. */
export interface History {
  files: RecentFile[];
  unread?: string;
}

/** Returns no files if this is not a repository, or if git is not installed. */
export async function filesOfHistory(context: Context, root: string, limit: number): Promise<History> {
  const args = [
    ...[
      "-c",
      "core.quotePath=false",
      "log",
      `--max-count=${COMMITS}`,
      "--no-renames",
      "--no-ext-diff",
      "--name-only",
      "--relative",
    ],
    ...["-z", "--format=%x01%ct%x02%s", "--", "."],
  ];
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const signal = AbortSignal.any([context.signal, patience]);
    const running = await context.run({ ...safeGit(args), cwd: root, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of running.stdout) chunks.push(chunk);
    const { code } = await running.exit;
    if (code === 0) return { files: parseHistory(Buffer.concat(chunks).toString("utf8"), limit) };
  } catch (error) {
    // Either git is missing, it is too slow, or it failed. In all of these cases, we use modification times instead.
    if (context.signal.aborted) throw error;
    if (error instanceof JigError && error.code === "PATH_OUTSIDE")
      return { files: [], unread: "its .git leads out of the workspace" };
  }
  return { files: [], ...(patience.aborted ? { unread: `git log took more than ${PATIENCE / 1000} s` } : {}) };
}

/**
 * Parses the output of `git log`. Every file is listed once, with its latest commit.
 * @param limit - Maximum number of files
 */
export function parseHistory(log: string, limit: number): RecentFile[] {
  const found = new Map<string, RecentFile>();
  for (const commit of log.split("\x01").slice(1)) {
    const [time = "", rest = ""] = commit.split("\x02");
    const [subject = "", ...names] = rest.split(/\0/);
    for (const name of names) {
      const path = name.replace(/^\n+/, "");
      if (path === "" || found.has(path)) continue;
      found.set(path, { path, changed: Number(time) * 1000, subject });
      if (found.size >= limit) return [...found.values()];
    }
  }
  return [...found.values()];
}
