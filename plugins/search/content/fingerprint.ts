/**
 * Hashes the path, size and modification time of every file that a search may read. This is a job for a worker that takes one
 * stat per file and constant memory.
 */
import { createHash, type Hash } from "node:crypto";
import { type FileStat, JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";

export interface FingerprintRequest {
  targets: readonly Target[];
  /** After this time in ms, the hash is no longer useful. */
  withinMs: number;
}

export interface Fingerprint {
  hash: string;
  /** The latest modification time in ms since the epoch. */
  newest: number;
  tookMs: number;
}

const IGNORE_FILES = [".gitignore", ".ignore", ".rgignore"];

/**
 * Computes the fingerprint of all files that a search may read.
 * @throws TIMEOUT after `withinMs`, PATH_NOT_FOUND if a named file is missing
 */
export default async function fingerprint(
  { targets, withinMs }: FingerprintRequest,
  context: WorkerContext,
): Promise<Fingerprint> {
  const started = context.clock.monotonic();
  const sweep = new StatSweep(context, started + withinMs);
  for (const target of targets) {
    if (target.explicit) for (const path of target.paths) sweep.add(await context.files.stat(path));
    else await sweep.target(target);
  }
  return { ...sweep.result(), tookMs: context.clock.monotonic() - started };
}

class StatSweep {
  private readonly context: WorkerContext;
  private readonly deadline: number;
  private readonly hash: Hash = createHash("sha256");
  private newest = 0;

  constructor(context: WorkerContext, deadline: number) {
    this.context = context;
    this.deadline = deadline;
  }

  add({ path, size, mtimeMs }: FileStat): void {
    this.hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    this.newest = Math.max(this.newest, mtimeMs);
  }

  async target({ cwd, paths }: Target): Promise<void> {
    for (const path of paths) {
      // Ignore rules are inherited, so all parents up to the workspace root matter as well.
      for (let at = path; at.length > cwd.length; ) {
        at = at.slice(0, at.lastIndexOf("/"));
        for (const name of IGNORE_FILES) {
          const stat = await this.context.files.stat(`${at}/${name}`).catch(() => undefined);
          if (stat) this.add(stat);
        }
      }
      await this.directory(path);
    }
  }

  private async directory(path: string): Promise<void> {
    this.context.signal.throwIfAborted();
    if (this.context.clock.monotonic() > this.deadline)
      throw new JigError("TIMEOUT", "Checking the files took too long");
    const entries = await this.context.files.list(path).catch(() => []);
    for (const entry of entries) {
      if (entry.kind === "file") this.add(entry);
      else if (entry.kind === "directory" && !entry.path.endsWith("/.git")) await this.directory(entry.path);
    }
  }

  result(): { hash: string; newest: number } {
    return { hash: this.hash.digest("hex"), newest: this.newest };
  }
}
