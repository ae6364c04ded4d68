/** Token counts, using o200k. The vocabulary costs 100 MB and 0.3 s to load, so it is left to a worker and to the first call that needs it. */
import type { WorkerModule } from "../contract/define.ts";

export const TOKEN_WORKER = "tokens";

/** First guess */
export const CHARS_PER_TOKEN = 3;
/** Exact up to here, which takes about a second. Anything longer is extrapolated. */
const COUNTED_CHARS = 4_000_000;
/** Chunk size. Caps the damage from an endless word, for which counting is quadratic. */
const CHUNK_CHARS = 20_000;
/** Merging is quadratic in the tokenizer, so do not feed it longer runs without white space. */
const LONGEST_WORD = 1000;

export type CountTokens = (text: string) => Promise<number>;

export interface TokenCount {
  tokens: number;
  /** Too long to be counted in full */
  sampled: boolean;
}

export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // source code may well contain special tokens, which are just text to us
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

/** Returns the end of a chunk. This is preferably right before the end of a line, because tokens end there, too. */
function chunkEnd(text: string, start: number): number {
  const limit = start + CHUNK_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  return line > start ? line : limit;
}

function breakLongWords(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, "gu"), "$& ");
}
