/** Checks whether a file can be a tree-sitter grammar by looking at its first bytes, without running it. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { errorCode, errorMessage } from "../contract/error-parts.ts";

/** The first bytes of every WebAssembly module. */
const MAGIC = Buffer.from("\0asm\u0001\0\0\0", "latin1");

/** Describes what makes a grammar unusable, or returns undefined. */
export function grammarFault(path: string): string | undefined {
  const head = Buffer.alloc(MAGIC.length);
  try {
    if (!statSync(path).isFile()) return "is not a regular file";
    const file = openSync(path, "r");
    try {
      const length = readSync(file, head, 0, head.length, 0);
      if (length === head.length && head.equals(MAGIC)) return undefined;
      if (length === 0) return "is empty";
      const text = head.toString("latin1", 0, length);
      if (text.startsWith("version")) return "is a Git LFS pointer, not the file itself";
      return `is not compiled to wasm: it begins with ${JSON.stringify(text)}`;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "is not there" : `cannot be read: ${errorMessage(error)}`;
  }
}
