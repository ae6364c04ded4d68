/**
 * Removes the caches and answers of roots that are no longer opened, based on age and total size. The name of a cache folder is
 * a hash of its roots. `v1/roots` remembers the paths for each hash and when they were last opened.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY_MS = 24 * 3600 * 1000;
/** Missing roots are kept for this long, because the disk might only be disconnected. */
const VANISHED_MS = 3 * DAY_MS;
const UNUSED_MS = 30 * DAY_MS;
const ANSWER_MS = 7 * DAY_MS;
const MAX_BYTES = 4 * 1024 * 1024 * 1024;
/** The limit for the answers of all roots together. Running sessions limit those of their own roots. */
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024;
const HASH = /^[0-9a-f]{16}$/;
const ROOTS = "roots";
const ANSWERS = "answers";
const CLEANED = ".cleaned";
/** These folders have their own rules. */
const NOT_BY_ROOT = new Set([ROOTS, "copies"]);

export interface CleanOptions {
  now?: number;
  mostBytes?: number;
  mostAnswerBytes?: number;
}

export function hashOfRoots(roots: readonly string[]): string {
  return createHash("sha256").update(roots.join("\0")).digest("hex").slice(0, 16);
}

/** Records that these roots are in use, which is sufficient once a day. @param folder `v1` of the cache */
export function noteRoots(folder: string, roots: readonly string[]): void {
  if (roots.length === 0) return;
  const file = join(folder, ROOTS, hashOfRoots(roots));
  try {
    const known = statSync(file, { throwIfNoEntry: false });
    if (known && Date.now() - known.mtimeMs < DAY_MS) return;
    mkdirSync(join(folder, ROOTS), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(roots), { mode: 0o600 });
  } catch {
    // The cache is read-only, so there is nothing to clean.
  }
}

export function isCleaningDue(folder: string, afterMs: number = DAY_MS): boolean {
  const last = statSync(join(folder, CLEANED), { throwIfNoEntry: false });
  return !last || Date.now() - last.mtimeMs > afterMs;
}

interface Kept {
  path: string;
  bytes: number;
  usedMs: number;
  isVanished: boolean;
}

/** Cleans the cache folder asynchronously, one folder at a time. */
export async function cleanCache(folder: string, options: CleanOptions = {}): Promise<void> {
  const { now = Date.now(), mostBytes = MAX_BYTES, mostAnswerBytes = MAX_ANSWER_BYTES } = options;
  await removeOldAnswers(join(folder, ANSWERS), { before: now - ANSWER_MS, mostBytes: mostAnswerBytes });
  const kept: Kept[] = [];
  for (const area of await namesIn(folder)) {
    if (NOT_BY_ROOT.has(area)) continue;
    for (const hash of await namesIn(join(folder, area))) {
      if (!HASH.test(hash)) continue;
      const path = join(folder, area, hash);
      kept.push(await measured(path, join(folder, ROOTS, hash)));
    }
  }
  kept.sort((a, b) => b.usedMs - a.usedMs);
  let total = 0;
  for (const { path, bytes, usedMs, isVanished } of kept) {
    const age = now - usedMs;
    const isOld = age > UNUSED_MS || (isVanished && age > VANISHED_MS);
    // The root that was opened most recently is kept, no matter how large its cache is.
    const isTooMuch = total > 0 && total + bytes > mostBytes && age > DAY_MS;
    if (isOld || isTooMuch) await rm(path, { recursive: true, force: true }).catch(() => {});
    else total += bytes;
  }
  await forgetRoots(folder, now);
  touch(join(folder, CLEANED));
}

async function measured(path: string, note: string): Promise<Kept> {
  let [bytes, usedMs] = [0, (await timeOf(note)) ?? (await timeOf(path)) ?? 0];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }).catch(() => [])) {
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (!found) continue;
    if (found.isFile()) bytes += found.size;
    usedMs = Math.max(usedMs, found.mtimeMs);
  }
  return { path, bytes, usedMs, isVanished: await isVanished(note) };
}

/** Returns true if none of the roots in a record exists any more. */
async function isVanished(note: string): Promise<boolean> {
  const roots = await rootsOf(note);
  return roots !== undefined && roots.length > 0 && !roots.some((root) => existsSync(root));
}

async function rootsOf(note: string): Promise<string[] | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(note, "utf8"));
    return Array.isArray(parsed) ? parsed.filter((root) => typeof root === "string") : undefined;
  } catch {
    return undefined;
  }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (((await timeOf(path)) ?? before) < before) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Removes old answers of all roots, first by their age and then by their total size. */
async function removeOldAnswers(folder: string, { before, mostBytes }: { before: number; mostBytes: number }) {
  const answers: { path: string; bytes: number; mtimeMs: number }[] = [];
  for (const hash of await namesIn(folder)) {
    if (!HASH.test(hash)) continue;
    for (const name of await namesIn(join(folder, hash))) {
      const path = join(folder, hash, name);
      const found = await stat(path).catch(() => undefined);
      if (found) answers.push({ path, bytes: found.size, mtimeMs: found.mtimeMs });
    }
  }
  answers.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let total = 0;
  for (const { path, bytes, mtimeMs } of answers) {
    total += bytes;
    if (mtimeMs < before || total > mostBytes) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Removes the records of roots that have not been opened for a long time. */
async function forgetRoots(folder: string, now: number): Promise<void> {
  await removeOld(join(folder, ROOTS), now - 2 * UNUSED_MS);
}

function touch(file: string): void {
  try {
    writeFileSync(file, "", { mode: 0o600 });
    utimesSync(file, new Date(), new Date());
  } catch {
    // The next session tries again.
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function timeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
