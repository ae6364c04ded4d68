/** Formats progress messages. */
import type { Progress } from "./context.ts";
import { withEscapes } from "./unseen-characters.ts";

/**
 * Returns a text such as "indexing scripts: 1,234 of 8,032", in which invisible characters are escaped. It returns undefined if
 * there is nothing to say.
 */
export function progressText({ done, total, message: written }: Progress): string | undefined {
  const message = written === undefined ? undefined : withEscapes(written);
  // The message already has a count or the number of a step.
  if (message === undefined || done === undefined || !total || /\d/.test(message)) return message;
  return `${message}: ${grouped(done)} of ${grouped(total)}`;
}

/** Formats a number as 12,345. We avoid `toLocaleString` because it loads locale data first. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
