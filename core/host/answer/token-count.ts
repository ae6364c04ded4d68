/** Tokens of a text as o200k counts them. The vocabulary takes 100 MB and a second, so it is loaded where somebody asks for a limit, on a thread of its own. */

/** Characters a token has at the least in answers of ours, for a first guess. */
const CHARS_PER_TOKEN = 3;

/** Counts exactly; see the worker `tokens`. */
export type CountTokens = (text: string) => Promise<number>;

export function charsFor(tokens: number): number {
  return tokens * CHARS_PER_TOKEN;
}
