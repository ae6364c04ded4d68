/** Keeps the calls that were made across starts: a file that only its owner can read. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { HistoryEntry } from "./state.ts";

const entry = v.object({
  tool: v.string(),
  input: v.record(v.string(), v.any()),
  at: v.number(),
  ms: v.number(),
  status: v.picklist(["done", "failed", "cancelled"]),
  rows: v.number(),
});

export interface HistoryFile {
  load(): Promise<HistoryEntry[]>;
  keep(entries: readonly HistoryEntry[]): void;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

export function createHistoryFile(folder: string): HistoryFile {
  const file = join(folder, "explorer-history.json");
  let writing: Promise<void> = Promise.resolve();
  return {
    async load() {
      try {
        const value: unknown = JSON.parse(await readFile(file, "utf8"));
        // A damaged entry costs itself, not the others.
        return Array.isArray(value) ? value.filter((each): each is HistoryEntry => v.is(entry, each)) : [];
      } catch {
        return [];
      }
    },
    keep(entries) {
      const text = JSON.stringify(entries);
      writing = writing.then(() => write(folder, file, text)).catch(() => {});
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
