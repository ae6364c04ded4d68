/** Paths whose names may be no UTF-8: a stranger may choose such names, so that a program that reads text passes them over. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes for a path that contains a name in another encoding. */
export type RawPath = string | Buffer;

const SLASH = Buffer.from("/");
/** The decoder's replacement for bytes that are no UTF-8. */
const UNKNOWN = "\ufffd";

export function joinRaw(folder: RawPath, name: RawPath): RawPath {
  if (typeof folder === "string" && typeof name === "string") return join(folder, name);
  return Buffer.concat([Buffer.from(folder), SLASH, Buffer.from(name)]);
}

/** The names in a folder. Throws the system's error. */
export function rawNames(folder: RawPath): RawPath[] {
  const names = readdirSync(folder);
  return names.some((name) => name.includes(UNKNOWN)) ? bytesOfNames(folder) : names;
}

export interface RawEntry {
  name: RawPath;
  /** Undefined for a name that is no UTF-8. */
  entry: Dirent | undefined;
}

/** The names with their kinds, unless finding out would cost a call for each. */
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
