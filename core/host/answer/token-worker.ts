/** Counts the tokens of a text as o200k does, on a worker thread: the vocabulary takes 0.3 s and 100 MB to load. */
import type { WorkerModule } from "../contract/define.ts";

/** The name of the host's worker for it. */
export const TOKEN_WORKER = "tokens";

/** Counted exactly up to here (about a second's work); beyond, the rate found so far is taken for the rest. */
const COUNTED_CHARS = 4_000_000;
/** Pieces in which a text is counted, so that one endless word costs no quadratic time. */
const PIECE_CHARS = 20_000;
/** The longest run without white space that is given to the tokenizer whole: its merging is quadratic in it. */
const LONGEST_WORD = 1000;

/** Tokens of a text; `sampled` where it was too long to count to the end. */
export interface TokenCount {
  tokens: number;
  sampled: boolean;
}

/** Loads the vocabulary where it is first needed. */
export async function countTokens(text: string): Promise<TokenCount> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  // Special tokens are text like any other: a source file may well speak of them.
  const plain = { disallowedSpecial: new Set<string>() };
  const counted = text.length > COUNTED_CHARS ? text.slice(0, COUNTED_CHARS) : text;
  let tokens = 0;
  for (let at = 0; at < counted.length; ) {
    const end = pieceEnd(counted, at);
    tokens += encode(breakLongWords(counted.slice(at, end)), plain).length;
    at = end;
  }
  if (counted.length === text.length) return { tokens, sampled: false };
  return { tokens: Math.round((tokens / counted.length) * text.length), sampled: true };
}

export const tokenWorker: WorkerModule = { default: async (text: string) => await countTokens(text) };

/** Pieces end before a line end, where tokens end too. */
function pieceEnd(text: string, start: number): number {
  const limit = start + PIECE_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  return line > start ? line : limit;
}

function breakLongWords(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD}}`, "gu"), "$& ");
}
