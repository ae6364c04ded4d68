/** Rejects arguments that no program could receive. */
import { JigError } from "../../../core/host/plugin-api.ts";

/** The limit in bytes. Linux limits a single argument to 128 KB, and all of them together to 2 MB. */
export const LONGEST_QUERY = 64 * 1024;

export function refuseLong(name: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > most) throw new JigError("LIMIT_EXCEEDED", `${name} has ${bytes} bytes, but at most ${most} are allowed`);
}

/**
 * Refuses strings that contain NUL. The arguments of a program are C strings, so there is no way to pass one.
 * @throws INVALID_ARGUMENT
 */
export function refuseNul(name: string, value: unknown): void {
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text === "string" && text.includes("\0")) {
      throw new JigError("INVALID_ARGUMENT", `${name} contains a NUL character`, {
        hint: "In a pattern write \\x00 for it",
      });
    }
  }
}
