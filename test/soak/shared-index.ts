/** The index of a language on disk, as a test looks at it: who builds it, and whether everything published is whole. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { ScriptLanguage } from "./script-languages.ts";

const HEADER_BYTES = 64;

/** Folders of indexes of the language, of every version; uses included. */
export function indexFolders(cache: string, { plugin }: ScriptLanguage): string[] {
  const top = join(cache, "jig", "v1", plugin);
  return namesIn(top).flatMap((hash) =>
    namesIn(join(top, hash))
      .filter((name) => /^[a-z]+-\d+$/.test(name))
      .map((name) => join(top, hash, name)),
  );
}

/** The process that has the right to build, once there is one, or undefined if none has it before `signal`. */
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

/** Returns true if that process still has the right to build. */
export function isBuilding(cache: string, language: ScriptLanguage, pid: number): boolean {
  return indexFolders(cache, language).some((folder) => holderOf(folder) === pid);
}

function holderOf(folder: string): number {
  return Number(textOf(join(folder, ".build.lease")).split(" ")[1] ?? 0);
}

/** Every part that a manifest names has the bytes that were published. Only while nothing is built. Returns the number of parts. */
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
