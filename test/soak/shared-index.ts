/** Inspects an on-disk index: who is building it, and if everything published is intact. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { ScriptLanguage } from "./script-languages.ts";

const HEADER_BYTES = 64;

/** Index folders of all versions, including uses. */
export function indexFolders(cache: string, { plugin }: ScriptLanguage): string[] {
  const top = join(cache, "jig", "v1", plugin);
  return namesIn(top).flatMap((hash) =>
    namesIn(join(top, hash))
      .filter((name) => /^[a-z]+-\d+$/.test(name))
      .map((name) => join(top, hash, name)),
  );
}

/** Waits for a process to hold the build lock. Undefined if aborted first. */
export async function builderOf(
  cache: string,
  language: ScriptLanguage,
  signal: AbortSignal,
): Promise<number | undefined> {
  while (!signal.aborted) {
    for (const folder of indexFolders(cache, language)) {
      const pid = holderOf(folder);
      if (language.index.test(folder.slice(folder.lastIndexOf("/") + 1)) && pid > 0) return pid;
    }
    await new Promise((settle) => setTimeout(settle, 1));
  }
  return undefined;
}

export function isBuilding(cache: string, language: ScriptLanguage, pid: number): boolean {
  return indexFolders(cache, language).some((folder) => holderOf(folder) === pid);
}

function holderOf(folder: string): number {
  return Number(textOf(join(folder, ".build.lease")).split(" ")[1] ?? 0);
}

/** Checks that all parts in a manifest have the published bytes. Only call this when nothing is being built. Returns the number of parts. */
export function assertWhole(cache: string, language: ScriptLanguage): number {
  let parts = 0;
  for (const folder of indexFolders(cache, language)) {
    const manifest = join(folder, "manifest-1");
    if (!existsSync(manifest)) continue;
    const [sum = "", body = ""] = readFileSync(manifest, "utf8").split(/\n(.*)/s);
    assert.equal(sum, crc32(body).toString(16).padStart(8, "0"), manifest);
    for (const { name, bytes, checksum } of JSON.parse(body)) {
      const content = readFileSync(join(folder, name)).subarray(HEADER_BYTES);
      assert.deepEqual([content.length, crc32(content)], [bytes, checksum], name);
      parts++;
    }
  }
  return parts;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
