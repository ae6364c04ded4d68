/** Answers that a tool saves for its caller: inside the workspace, never over a file that jig did not write (design §5 search 4). */
import { createHash } from "node:crypto";
import type { Capabilities, ResolvedPath } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";

const MOST_BYTES = 256 * 1024 * 1024;

/** What saving needs of a context. */
type Saver = Pick<Capabilities, "workspace" | "files" | "cache">;

/**
 * Checks where an answer is to be saved, before the work is done: `extension` (with the dot) is added unless the name has it.
 * Throws what `workspace.resolve` throws, and INVALID_ARGUMENT for a file that is not jig's own.
 */
export async function checkOutputFile(context: Saver, written: string, extension: string): Promise<ResolvedPath> {
  const name = written.toLowerCase().endsWith(extension) ? written : written + extension;
  const target = await context.workspace.resolve(name, { expect: "new" });
  if (target.kind === "missing") return target;
  const record = await context.cache.read(keyOf(target.absolute));
  if (!record || new TextDecoder().decode(record) !== stampOf(target)) {
    throw new JigError("INVALID_ARGUMENT", `"${name}" exists and was not written by jig, or was changed since`, {
      hint: "Name a new file",
    });
  }
  return target;
}

/** Writes the answer atomically and remembers that the file is jig's. Throws LIMIT_EXCEEDED over 256 MB, and what `files.write` throws. */
export async function saveOutputFile(context: Saver, target: ResolvedPath, text: string): Promise<void> {
  const data = new TextEncoder().encode(text);
  if (data.length > MOST_BYTES) {
    throw new JigError("LIMIT_EXCEEDED", `The answer has ${data.length} bytes, at most ${MOST_BYTES} are saved`);
  }
  await context.files.write(target.absolute, data, { replace: target.kind === "file" });
  const saved = await context.files.stat(target.absolute);
  await context.cache.write(keyOf(target.absolute), new TextEncoder().encode(stampOf(saved)));
}

function keyOf(path: string): string {
  return `output-${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
}

function stampOf(file: { size: number; mtimeMs: number }): string {
  return `${file.size} ${file.mtimeMs}`;
}
