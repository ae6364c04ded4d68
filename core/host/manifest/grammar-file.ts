/** Checks the first bytes of a file to see whether it can be a tree-sitter grammar, without running it. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { errorCode, errorMessage } from "../contract/error-parts.ts";

/** The magic number and version of WebAssembly. */
const MAGIC = Buffer.from("\0asm\u0001\0\0\0", "latin1");

/**
 * Describes why a file can't be a grammar, for example because it is a Git LFS pointer. It returns undefined if there is no
 * problem.
 */
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
    return errorCode(error) === "ENOENT" ? "does not exist" : `cannot be read: ${errorMessage(error)}`;
  }
}
