/**
 * Implements the worker `match`, which tests many strings with a regular expression of the user. It needs its own thread
 * because a regular expression in JavaScript can run forever, and there is no other way to stop it.
 */
import { createRegExpTester } from "../../../core/host/plugin-api.ts";

interface MatchRequest {
  /** The texts in UTF-8, separated by NUL. */
  texts: Uint8Array;
  source: string;
  flags: string;
}

/** Returns the indexes of the strings that match. Throws TIMEOUT if one of them takes too long. */
export default async function match({ texts, source, flags }: MatchRequest): Promise<Uint32Array> {
  const matches = createRegExpTester(new RegExp(source, flags));
  const found: number[] = [];
  for (const [index, text] of new TextDecoder().decode(texts).split("\0").entries())
    if (matches(text)) found.push(index);
  return Uint32Array.from(found);
}
