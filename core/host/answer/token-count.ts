/**
 * Counts tokens with o200k. Loading the vocabulary takes 100 MB and 0.3 s, so this is done on a worker and only when a call
 * needs it.
 */
import type { WorkerModule } from "../contract/define.ts";

export const TOKEN_WORKER = "tokens";

/** The number of characters per token that we assume at first. */
export const CHARS_PER_TOKEN = 3;
/** The count is exact up to this length, which takes about a second. For longer texts it is extrapolated. */
const COUNTED_CHARS = 4_000_000;
/** The size of a chunk. It limits the time for an endless word, which is quadratic. */
const CHUNK_CHARS = 20_000;
/** Merging in the tokenizer takes quadratic time, so it must not receive longer runs without white space. */
const LONGEST_WORD = 1000;

export type CountTokens = (text: string) => Promise<number>;

export interface TokenCount {
  tokens: number;
  /** True if the text was too long to be counted completely. */
  sampled: boolean;
}

export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // Source code can contain special tokens, which are only text for us.
  const plain = { disallowedSpecial: new Set<string>() };
  const counted = text.length > COUNTED_CHARS ? text.slice(0, COUNTED_CHARS) : text;
  let tokens = 0;
  for (let at = 0; at < counted.length; ) {
    const end = chunkEnd(counted, at);
    tokens += encode(breakLongWords(counted.slice(at, end)), plain).length;
    at = end;
  }
  if (counted.length === text.length) return { tokens, sampled: false };
  return { tokens: Math.round((tokens / counted.length) * text.length), sampled: true };
}

export const tokenWorker: WorkerModule = { default: async (text: string) => await countTokens(text) };

/** Returns the end of a chunk, which is directly before the end of a line if possible, because tokens end there as well. */
function chunkEnd(text: string, start: number): number {
  const limit = start + CHUNK_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  return line > start ? line : limit;
}

function breakLongWords(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, "gu"), "$& ");
}
