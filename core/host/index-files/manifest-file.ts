/** An index's manifest: the list of published parts, in a small file with a checksum. It is replaced atomically. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isObject } from "../contract/is-object.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { PART_NAME, type PartEntry } from "./part-file.ts";

/**
 * Includes the format version, so older versions of jig have a file of their own. Bump this whenever the format changes, or
 * the header of parts does.
 */
const NAME = "manifest-1";

/** Read the text of the manifest. If it does not exist yet, or if it cannot be read, then an empty string is returned. */
export function readManifest(folder: string): string {
  try {
    return readFileSync(join(folder, NAME), "utf8");
  } catch {
    return "";
  }
}

/** Returns undefined if invalid or truncated. */
export function parseManifest(text: string): PartEntry[] | undefined {
  const line = text.indexOf("\n");
  const body = text.slice(line + 1);
  if (line < 0 || text.slice(0, line) !== sumOf(body)) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    if (!Array.isArray(parsed)) return undefined;
    return parsed.flatMap((entry: unknown) => (isPartEntry(entry) ? [entry] : []));
  } catch {
    return undefined;
  }
}

/** We do not trust the file. Make sure that this is a file name, and in this folder. */
function isPartEntry(entry: unknown): entry is PartEntry {
  if (!isObject(entry)) return false;
  const { name, bytes, checksum } = entry;
  return typeof name === "string" && PART_NAME.test(name) && typeof bytes === "number" && typeof checksum === "number";
}

export function writeManifest(folder: string, parts: readonly PartEntry[]): void {
  const body = `${JSON.stringify(parts)}\n`;
  writeAtomically(join(folder, NAME), `${sumOf(body)}\n${body}`, {
    replace: true,
    mode: 0o600,
    survivesPowerCut: false,
  });
}

function sumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}
