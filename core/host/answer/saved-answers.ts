/** Answers too large for a door, kept for the user: 0600, 64 MB each, 7 days, 1 GB in all (design §3 "Answers"). */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../capabilities/atomic-write.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;

/** The path of the saved text, or undefined where it is over 64 MB. The same text is kept once. */
export function saveAnswer(folder: string, text: string, now: number): string | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_BYTES) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}.txt`);
  writeAtomically(path, bytes, { replace: true, mode: 0o600 });
  dropOld(folder, now);
  return path;
}

function dropOld(folder: string, now: number): void {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, size: stat.size, mtimeMs: stat.mtimeMs }] : [];
  });
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let total = 0;
  for (const file of files) {
    total += file.size;
    if (total > MAX_TOTAL_BYTES || now - file.mtimeMs > MAX_AGE_MS) rmSync(file.path, { force: true });
  }
}
