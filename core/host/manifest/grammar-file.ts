/** Looks at the first bytes of a file to see if it might be a tree-sitter grammar. We do not run it. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { errorCode, errorMessage } from "../contract/error-parts.ts";

/** WebAssembly's magic number and version */
const MAGIC = Buffer.from("\0asm\u0001\0\0\0", "latin1");

/** Describes why a file cannot be a grammar, e.g. because it is a Git LFS pointer. If nothing is wrong with it, then this returns undefined. */
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
