/**
 * Saves the session of a workspace, so that the next start can continue at the same point. We save shortly after each change
 * rather than on exit, so that even a crash loses almost nothing. If there are several changes before the write, only the
 * latest state counts.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { type SavedSession, savedSession } from "../state/saved-session.ts";

export interface SessionFile {
  /** Returns undefined if the file is missing or unreadable. */
  load(): Promise<SavedSession | undefined>;
  /** Saves after a short delay. Only the last call counts. */
  save(make: () => SavedSession): void;
  settled(): Promise<void>;
}

/** The delay in ms. */
const DELAY = 200;
/** If the file would be larger than this, we drop the forms, since they may contain pasted text. */
const MAX_BYTES = 1_000_000;
const MAX_FILES = 50;

export function sessionsIn(folder: string): string {
  return join(folder, "explorer-sessions");
}

export function createSessionFile(folder: string, roots: readonly string[]): SessionFile {
  const own = sessionsIn(folder);
  const name = `${createHash("sha256").update(JSON.stringify(roots)).digest("hex").slice(0, 24)}.json`;
  const file = join(own, name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: (() => SavedSession) | undefined;
  let writing: Promise<void> = Promise.resolve();
  let last = "";

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const make = next;
    next = undefined;
    if (!make) return;
    writing = writing
      .then(async () => {
        // The list of folders needs the roots.
        const text = JSON.stringify({ roots, ...sized(make()) });
        if (text === last) return;
        await mkdir(own, { recursive: true, mode: 0o700 });
        const temporary = `${file}.${process.pid}`;
        await writeFile(temporary, text, { mode: 0o600 });
        await rename(temporary, file);
        last = text;
      })
      // The folder may be read-only, in which case nothing is saved.
      .catch(() => {});
  }

  return {
    async load() {
      try {
        const text = await readFile(file, "utf8");
        if (text.length > MAX_BYTES * 2) return undefined;
        const read = v.safeParse(savedSession, JSON.parse(text));
        return read.success ? read.output : undefined;
      } catch {
        return undefined;
      } finally {
        void prune(own, name).catch(() => {});
      }
    },
    save(make) {
      next = make;
      timer ??= setTimeout(write, DELAY);
    },
    settled() {
      write();
      return writing;
    },
  };
}

function sized(saved: SavedSession): SavedSession {
  if (JSON.stringify(saved).length <= MAX_BYTES) return saved;
  const less: SavedSession = { ...saved, forms: {}, trail: { at: -1, visits: [] } };
  if (JSON.stringify(less).length <= MAX_BYTES) return less;
  return { ...less, home: { text: "", list: saved.home.list }, marks: [] };
}

async function prune(own: string, mine: string): Promise<void> {
  const names = (await readdir(own)).filter((name) => name !== mine);
  if (names.length < MAX_FILES) return;
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(own, name))).mtimeMs })));
  aged.sort((a, b) => b.at - a.at);
  await Promise.all(aged.slice(MAX_FILES - 1).map(({ name }) => rm(join(own, name), { force: true })));
}
