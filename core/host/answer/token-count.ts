/** Counts tokens as o200k does. Loading the vocabulary takes 100 MB and 0.3 s, so this is done on a worker thread when first needed. */
import type { WorkerModule } from "../contract/define.ts";

/** Name of the host's worker that counts tokens. */
export const TOKEN_WORKER = "tokens";

/** Initial estimate of characters per token. */
export const CHARS_PER_TOKEN = 3;
/** The maximum length that is counted exactly, which takes about a second. Longer text is extrapolated. */
const COUNTED_CHARS = 4_000_000;
/** How many characters to count at once, so that one endless word doesn't take quadratic time. */
const CHUNK_CHARS = 20_000;
/** The longest run without white space to pass to the tokenizer, whose merging takes quadratic time. */
const LONGEST_WORD = 1000;

export type CountTokens = (text: string) => Promise<number>;

export interface TokenCount {
  tokens: number;
  /** True if the text was too long to count completely. */
  sampled: boolean;
}

export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // Source files may contain special tokens, so treat them as plain text.
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

/** End chunks before a line end, which is also where tokens end. */
function chunkEnd(text: string, start: number): number {
  const limit = start + CHUNK_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  return line > start ? line : limit;
}

function breakLongWords(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, "gu"), "$& ");
}
