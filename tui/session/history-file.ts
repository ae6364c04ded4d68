/** Saves the history of calls between sessions. Only the owner of the file can read it. */
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
  /** Resolves when all writes have finished. */
  settled(): Promise<void>;
}

/** Maximum number of entries of all workspaces together. */
const MOST = 1000;

/** Opens the history of a workspace. The calls of other workspaces remain in the file but are not shown. */
export function createHistoryFile(folder: string, roots: readonly string[]): HistoryFile {
  const file = join(folder, "explorer-history.json");
  const here = JSON.stringify(roots);
  // Old entries do not have a workspace, so they are shown everywhere.
  const isHere = (each: v.InferOutput<typeof entry>) => each.roots === undefined || JSON.stringify(each.roots) === here;
  let writing: Promise<void> = Promise.resolve();
  async function all(): Promise<v.InferOutput<typeof entry>[]> {
    try {
      const value: unknown = JSON.parse(await readFile(file, "utf8"));
      // Skip damaged entries and keep the others.
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
          // Another explorer may have written to the file in the meantime.
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
