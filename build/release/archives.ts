/** Reproducible archives: sorted, without timestamps, owners and local permissions. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { create } from "tar";
import { executableName, type Target } from "./targets.ts";

/** Earliest date in a zip. Zip uses local time and tar UTC, so this gives the same bytes everywhere. */
const LOCAL_MOMENT = new Date(1980, 0, 1);
const MOMENT = new Date(Date.UTC(1980, 0, 1));

/** Packs `files` (archive path to file path). The format depends on the extension. */
export async function pack(archive: string, target: Target, files: Record<string, string>): Promise<void> {
  mkdirSync(dirname(archive), { recursive: true });
  if (archive.endsWith(".zip")) packZip(archive, files);
  else await packTar(archive, target, files);
}

/** Creates a zip from texts by path. */
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

/** Same order as `sort()`. */
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

/** Runs the xz program, since Node doesn't have it. Always use two threads or more: a single one produces different output. */
function compressXz(file: string, archive: string): void {
  const out = openSync(archive, "w");
  const { status, error, stderr } = spawnSync("xz", ["-6", "-T2", "--stdout", file], {
    stdio: ["ignore", out, "pipe"],
    encoding: "utf8",
  });
  closeSync(out);
  if (status !== 0) throw new Error(`xz cannot compress ${file}: ${error?.message ?? stderr}`);
}
