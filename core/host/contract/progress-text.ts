/** Formats the progress of a call. */
import type { Progress } from "./context.ts";
import { withEscapes } from "./unseen-characters.ts";

/**
 * Returns a message with its counts, such as "indexing scripts: 1,234 of 8,032". Escapes invisible characters. Returns undefined if
 * there is no message.
 */
export function progressText({ done, total, message: written }: Progress): string | undefined {
  const message = written === undefined ? undefined : withEscapes(written);
  // Some messages already contain a count or a step number.
  if (message === undefined || done === undefined || !total || /\d/.test(message)) return message;
  return `${message}: ${grouped(done)} of ${grouped(total)}`;
}

/** Formats 12,345. `toLocaleString` would have to load locale data first. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
