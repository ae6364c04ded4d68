/** Worker `match`: tries a caller's regular expression on many texts. It has a thread of its own because it may have to be ended: JavaScript's engine backtracks. */
import { createRegExpTester } from "../../../core/host/plugin-api.ts";

interface MatchRequest {
  /** Texts with NUL between, in UTF-8. */
  texts: Uint8Array;
  source: string;
  flags: string;
}

/** Positions of the matching texts. Throws TIMEOUT if the expression took too long on a text. */
export default async function match({ texts, source, flags }: MatchRequest): Promise<Uint32Array> {
  const matches = createRegExpTester(new RegExp(source, flags));
  const found: number[] = [];
  for (const [index, text] of new TextDecoder().decode(texts).split("\0").entries())
    if (matches(text)) found.push(index);
  return Uint32Array.from(found);
}
