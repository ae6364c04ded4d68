/** Makes system calls on paths that need not be UTF-8. `contract/name-text.ts` explains how text represents such names. */
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import process from "node:process";
import { bytesOfText, hasRawBytes, textOfName } from "../contract/name-text.ts";
import { rawNames } from "./raw-path.ts";

/** Decoders substitute this for invalid UTF-8. */
const REPLACED = "\ufffd";
const isPosix = process.platform !== "win32";

/** Returns the path in the form that the functions of `node:fs` accept. */
export function systemPath(path: string): string | Buffer {
  return isPosix && hasRawBytes(path) ? bytesOfText(path) : path;
}

/** Returns the path without links. @throws the system's errors */
export function realPathOf(path: string): string {
  const real = realpathSync.native(systemPath(path));
  return isPosix && real.includes(REPLACED)
    ? textOfName(realpathSync.native(systemPath(path), { encoding: "buffer" }))
    : real;
}

export function linkTarget(path: string): string {
  const target = readlinkSync(systemPath(path));
  return isPosix && target.includes(REPLACED)
    ? textOfName(readlinkSync(systemPath(path), { encoding: "buffer" }))
    : target;
}

/** Returns the names in a folder, including those that are not UTF-8. */
export function namesIn(folder: string): string[] {
  return rawNames(systemPath(folder)).map((name) => (typeof name === "string" ? name : textOfName(name)));
}

/**
 * Returns the arguments of this process, including bytes that are not UTF-8. The runtime replaces those, but Linux provides
 * them in a file.
 */
export function exactArguments(words: readonly string[]): string[] {
  if (process.platform !== "linux" || !words.some((word) => word.includes(REPLACED))) return [...words];
  const all = readFileSync("/proc/self/cmdline").toString("latin1").split("\0");
  const exact = all
    .slice(0, -1)
    .slice(-words.length)
    .map((word) => textOfName(Buffer.from(word, "latin1")));
  const isSame = words.every((word, at) => word.includes(REPLACED) || word === exact[at]);
  return isSame && exact.length === words.length ? exact : [...words];
}
