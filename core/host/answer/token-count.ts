/** Counts tokens as o200k does. The vocabulary takes 100 MB and 0.3 s to load, so it is loaded on a worker thread, when first needed. */
import type { WorkerModule } from "../contract/define.ts";

/** The name of the host's worker that counts. */
export const TOKEN_WORKER = "tokens";

/** A token of an answer has at least so many characters, as a first guess. */
export const CHARS_PER_TOKEN = 3;
/** Counted exactly up to here, about a second's work. The rest of a longer text is taken to have the same rate. */
const COUNTED_CHARS = 4_000_000;
/** Characters that are counted at once, so that one endless word costs no quadratic time. */
const CHUNK_CHARS = 20_000;
/** The longest run without white space that the tokenizer gets: merging takes quadratic time in it. */
const LONGEST_WORD = 1000;

export type CountTokens = (text: string) => Promise<number>;

export interface TokenCount {
  tokens: number;
  /** True if the text was too long to count to its end. */
  sampled: boolean;
}

export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // Special tokens are text like any other: a source file may well speak of them.
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
