/** The progress of a call in words. */
import type { Progress } from "./context.ts";
import { withEscapes } from "./unseen-characters.ts";

/** Writes a message with its counts, unseen characters as escapes: "indexing scripts: 1,234 of 8,032". Returns undefined without a message. */
export function progressText({ done, total, message: written }: Progress): string | undefined {
  const message = written === undefined ? undefined : withEscapes(written);
  // Some messages count by themselves, or number a step.
  if (message === undefined || done === undefined || !total || /\d/.test(message)) return message;
  return `${message}: ${grouped(done)} of ${grouped(total)}`;
}

/** 12,345: the engine's own way loads the languages of the world first. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
