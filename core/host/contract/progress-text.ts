/** Progress messages */
import type { Progress } from "./context.ts";
import { withEscapes } from "./unseen-characters.ts";

/** E.g. "indexing scripts: 1,234 of 8,032". Invisible characters get escaped. Returns undefined if there's nothing to say. */
export function progressText({ done, total, message: written }: Progress): string | undefined {
  const message = written === undefined ? undefined : withEscapes(written);
  // already has a count, or a step number
  if (message === undefined || done === undefined || !total || /\d/.test(message)) return message;
  return `${message}: ${grouped(done)} of ${grouped(total)}`;
}

/** Format a number as 12,345. We avoid `toLocaleString` here, because it loads locale data first. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
