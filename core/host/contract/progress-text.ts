/** The progress of a call in words. */
import type { Progress } from "./context.ts";

/** What is being done, and how many of how many: "indexing scripts: 1,234 of 8,032". Undefined where nothing says what. */
export function progressText({ done, total, message }: Progress): string | undefined {
  // A message that counts by itself, or says a step, is left as it is.
  if (message === undefined || done === undefined || !total || /\d/.test(message)) return message;
  return `${message}: ${grouped(done)} of ${grouped(total)}`;
}

/** 12,345: the engine's own way loads the languages of the world first. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
