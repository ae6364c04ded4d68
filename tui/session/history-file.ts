/** Saves the history of calls across sessions. Only the owner can read the file. */
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
  /** Resolves when all writes are done. */
  settled(): Promise<void>;
}

/** The maximum number of calls in all workspaces. */
const MOST = 1000;

/** Creates the history. The file is shared with the calls of other workspaces, which are kept but not shown. */
export function createHistoryFile(folder: string, roots: readonly string[]): HistoryFile {
  const file = join(folder, "explorer-history.json");
  const here = JSON.stringify(roots);
  // Old entries have no workspace, so we show them everywhere.
  const isHere = (each: v.InferOutput<typeof entry>) => each.roots === undefined || JSON.stringify(each.roots) === here;
  let writing: Promise<void> = Promise.resolve();
  async function all(): Promise<v.InferOutput<typeof entry>[]> {
    try {
      const value: unknown = JSON.parse(await readFile(file, "utf8"));
      // We skip damaged entries, since the others are still valid.
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
          // Another explorer may have written in the meantime, so we merge.
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
