/** Saves a workspace's session continuously, so that the next start continues from it even after a crash. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { type SavedSession, savedSession } from "../state/saved-session.ts";

export interface SessionFile {
  /** Undefined if it is missing or unreadable. */
  load(): Promise<SavedSession | undefined>;
  /** Saves soon. The latest call wins. */
  save(make: () => SavedSession): void;
  settled(): Promise<void>;
}

/** Delay from a change to the write, in ms. */
const DELAY = 200;
/** Lifetime of saved sessions: pasted texts must not be kept forever. */
const MOST_BYTES = 1_000_000;
/** Workspaces whose session is saved. */
const MOST_FILES = 50;

/** The folder of sessions. */
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
        // Its workspace folder, for the list of folders.
        const text = JSON.stringify({ roots, ...sized(make()) });
        if (text === last) return;
        await mkdir(own, { recursive: true, mode: 0o700 });
        const temporary = `${file}.${process.pid}`;
        await writeFile(temporary, text, { mode: 0o600 });
        await rename(temporary, file);
        last = text;
      })
      // Ignore a folder that is not writable.
      .catch(() => {});
  }

  return {
    async load() {
      try {
        const text = await readFile(file, "utf8");
        if (text.length > MOST_BYTES * 2) return undefined;
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

/** Drops the forms if they are too large. */
function sized(saved: SavedSession): SavedSession {
  if (JSON.stringify(saved).length <= MOST_BYTES) return saved;
  const less: SavedSession = { ...saved, forms: {}, trail: { at: -1, visits: [] } };
  if (JSON.stringify(less).length <= MOST_BYTES) return less;
  return { ...less, home: { text: "", list: saved.home.list }, marks: [] };
}

async function prune(own: string, mine: string): Promise<void> {
  const names = (await readdir(own)).filter((name) => name !== mine);
  if (names.length < MOST_FILES) return;
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(own, name))).mtimeMs })));
  aged.sort((a, b) => b.at - a.at);
  await Promise.all(aged.slice(MOST_FILES - 1).map(({ name }) => rm(join(own, name), { force: true })));
}
