/** Archives whose bytes depend on their content only: sorted, without dates, owners and machine-given rights. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { create } from "tar";
import { executableName, type Target } from "./targets.ts";

/** The earliest moment that a zip file can hold. Zip keeps local time, tar universal time: the bytes are the same everywhere. */
const LOCAL_MOMENT = new Date(1980, 0, 1);
const MOMENT = new Date(Date.UTC(1980, 0, 1));

/** Packs `files` (name inside the archive → path) into `archive`, by its ending. */
export async function pack(archive: string, target: Target, files: Record<string, string>): Promise<void> {
  mkdirSync(dirname(archive), { recursive: true });
  if (archive.endsWith(".zip")) packZip(archive, files);
  else await packTar(archive, target, files);
}

/** Packs texts (by path inside the archive) into a zip. */
export function packTexts(archive: string, texts: Record<string, string>): void {
  const entries: Zippable = {};
  for (const [name, text] of sortedEntries(texts)) entries[name] = [Buffer.from(text), { mtime: LOCAL_MOMENT }];
  writeFileSync(archive, zipSync(entries, { level: 6 }));
}

function packZip(archive: string, files: Record<string, string>): void {
  const entries: Zippable = {};
  for (const [name, file] of sortedEntries(files)) entries[name] = [readFileSync(file), { mtime: LOCAL_MOMENT }];
  writeFileSync(archive, zipSync(entries, { level: 6 }));
}

/** Sorted by name, as `sort()` does. */
function sortedEntries(record: Record<string, string>): [string, string][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

async function packTar(archive: string, target: Target, files: Record<string, string>): Promise<void> {
  const folder = `${archive}.content`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, path] of Object.entries(files)) {
    const mode = name === executableName(target) ? 0o755 : 0o644;
    writeFileSync(join(folder, name), readFileSync(path), { mode });
  }
  const names = Object.keys(files).sort();
  const options = { cwd: folder, portable: true, mtime: MOMENT };
  if (archive.endsWith(".xz")) {
    const plain = join(folder, ".tar");
    await create({ file: plain, ...options }, names);
    compressXz(plain, archive);
  } else await create({ file: archive, gzip: { level: 9 }, ...options }, names);
  rmSync(folder, { recursive: true });
}

/** Runs xz, which Node does not have. Two threads or more give the same bytes, one thread gives others. */
function compressXz(file: string, archive: string): void {
  const out = openSync(archive, "w");
  const { status, error, stderr } = spawnSync("xz", ["-6", "-T2", "--stdout", file], {
    stdio: ["ignore", out, "pipe"],
    encoding: "utf8",
  });
  closeSync(out);
  if (status !== 0) throw new Error(`xz cannot compress ${file}: ${error?.message ?? stderr}`);
}
