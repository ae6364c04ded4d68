/**
 * Reads and writes the manifest of an index. It is a small file with a checksum that lists the published parts, and it is
 * replaced atomically.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isObject } from "../contract/is-object.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { PART_NAME, type PartEntry } from "./part-file.ts";

/**
 * This includes the version of the format, so that older versions of jig have their own file. Increase it whenever the format
 * or the header of parts changes.
 */
const NAME = "manifest-1";

/** Reads the text of the manifest. If it does not exist yet or can't be read, the result is an empty string. */
export function readManifest(folder: string): string {
  try {
    return readFileSync(join(folder, NAME), "utf8");
  } catch {
    return "";
  }
}

/** Returns undefined if the text is invalid or incomplete. */
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

/** The file isn't trusted, so we make sure that this is the name of a file in this folder. */
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
