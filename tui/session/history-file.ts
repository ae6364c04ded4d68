/** Call history across sessions. Readable by the owner only. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { HistoryEntry } from "../state/explorer-state.ts";

const entry = v.object({
  tool: v.string(),
  input: v.record(v.string(), v.any()),
  at: v.number(),
  ms: v.number(),
  status: v.picklist(["done", "failed", "cancelled"]),
  rows: v.number(),
  roots: v.optional(v.array(v.string())),
});

export interface HistoryFile {
  load(): Promise<HistoryEntry[]>;
  save(entries: readonly HistoryEntry[]): void;
  /** All writes are done. */
  settled(): Promise<void>;
}

/** Across all workspaces. */
const MOST = 1000;

/** Other workspaces' calls share the file. They're kept, not shown. */
export function createHistoryFile(folder: string, roots: readonly string[]): HistoryFile {
  const file = join(folder, "explorer-history.json");
  const here = JSON.stringify(roots);
  // No workspace in old entries; show them everywhere.
  const isHere = (each: v.InferOutput<typeof entry>) => each.roots === undefined || JSON.stringify(each.roots) === here;
  let writing: Promise<void> = Promise.resolve();
  async function all(): Promise<v.InferOutput<typeof entry>[]> {
    try {
      const value: unknown = JSON.parse(await readFile(file, "utf8"));
      // Damaged entries are skipped, the rest is fine.
      return Array.isArray(value) ? value.filter((each) => v.is(entry, each)) : [];
    } catch {
      return [];
    }
  }
  return {
    load: async () => (await all()).filter(isHere),
    save(entries) {
      const own = entries.map((each) => ({ ...each, roots: [...roots] }));
      writing = writing
        .then(async () => {
          // Another explorer may have written in the meantime, so merge.
          const others = (await all()).filter((each) => !isHere(each));
          await write(folder, file, JSON.stringify([...own, ...others].slice(0, MOST)));
        })
        .catch(() => {});
    },
    settled: () => writing,
  };
}

async function write(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}
