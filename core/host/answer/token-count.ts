/** Counts tokens as o200k does. The vocabulary takes 100 MB and 0.3 s to load, so it is loaded on a worker thread, when first needed. */
import type { WorkerModule } from "../contract/define.ts";

/** The name of the host's worker that counts. */
export const TOKEN_WORKER = "tokens";

/** First estimate of characters per token. */
export const CHARS_PER_TOKEN = 3;
/** Maximum length counted exactly, which takes about a second. Longer texts are extrapolated. */
const COUNTED_CHARS = 4_000_000;
/** Characters counted at once, so that one endless word does not take quadratic time. */
const CHUNK_CHARS = 20_000;
/** Longest run without white space passed to the tokenizer, whose merging takes quadratic time. */
const LONGEST_WORD = 1000;

export type CountTokens = (text: string) => Promise<number>;

export interface TokenCount {
  tokens: number;
  /** True if the text was too long to count to its end. */
  sampled: boolean;
}

export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // Treat special tokens as plain text, because a source file may contain them.
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

/** A chunk ends before a line end, where tokens end too. */
function chunkEnd(text: string, start: number): number {
  const limit = start + CHUNK_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  return line > start ? line : limit;
}

function breakLongWords(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, "gu"), "$& ");
}
