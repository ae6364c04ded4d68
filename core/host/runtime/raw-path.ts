/** Paths whose names may be invalid UTF-8. An attacker could use such names to hide files from programs that read names as text. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a path that contains a name in another encoding. */
export type RawPath = string | Buffer;

const SLASH = Buffer.from("/");
/** The decoder's replacement for invalid UTF-8. */
const UNKNOWN = "\ufffd";

export function joinRaw(folder: RawPath, name: RawPath): RawPath {
  if (typeof folder === "string" && typeof name === "string") return join(folder, name);
  return Buffer.concat([Buffer.from(folder), SLASH, Buffer.from(name)]);
}

/** Lists the names in a folder. Throws the system's error. */
export function rawNames(folder: RawPath): RawPath[] {
  const names = readdirSync(folder);
  return names.some((name) => name.includes(UNKNOWN)) ? bytesOfNames(folder) : names;
}

export interface RawEntry {
  name: RawPath;
  /** `undefined` if the name is invalid UTF-8. */
  entry: Dirent | undefined;
}

/** Lists names with their kinds, unless that takes a system call for each. */
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
