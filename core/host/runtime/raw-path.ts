/**
 * Handles paths with names that aren't necessarily UTF-8. With such names, an attacker could hide files from any program that
 * reads names as text.
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** A path, which is a string if possible. If any name in it has another encoding, it contains the bytes. */
export type RawPath = string | Buffer;

const SLASH = Buffer.from("/");
/** The replacement character. */
const UNKNOWN = "\ufffd";

export function joinRaw(folder: RawPath, name: RawPath): RawPath {
  if (typeof folder === "string" && typeof name === "string") return join(folder, name);
  return Buffer.concat([Buffer.from(folder), SLASH, Buffer.from(name)]);
}

/**
 * Lists the names in a folder. If all of them are valid UTF-8, which is nearly always the case, they are strings. Otherwise
 * they are bytes.
 * @throws the system's error
 */
export function rawNames(folder: RawPath): RawPath[] {
  const names = readdirSync(folder);
  return names.some((name) => name.includes(UNKNOWN)) ? bytesOfNames(folder) : names;
}

export interface RawEntry {
  name: RawPath;
  /** `undefined` if the name isn't valid UTF-8. */
  entry: Dirent | undefined;
}

/** Returns names and kinds. The kinds are left out if each of them would need a system call. */
export function rawEntries(folder: RawPath): RawEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.some(({ name }) => name.includes(UNKNOWN))
    ? bytesOfNames(folder).map((name) => ({ name, entry: undefined }))
    : entries.map((entry) => ({ name: entry.name, entry }));
}

function bytesOfNames(folder: RawPath): RawPath[] {
  return readdirSync(folder, { encoding: "buffer" }).map((bytes) => {
    const text = bytes.toString();
    return text.includes(UNKNOWN) ? bytes : text;
  });
}
