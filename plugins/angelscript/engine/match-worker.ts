/**
 * Worker `match`: runs a user's regular expression over many strings. It has its own thread because JavaScript regexes can
 * backtrack forever and there's no other way to stop them.
 */
import { createRegExpTester } from "../../../core/host/plugin-api.ts";

interface MatchRequest {
  /** UTF-8, separated by NUL. */
  texts: Uint8Array;
  source: string;
  flags: string;
}

/** Returns the indexes of matching strings. Throws TIMEOUT if one of them takes too long. */
export default async function match({ texts, source, flags }: MatchRequest): Promise<Uint32Array> {
  const matches = createRegExpTester(new RegExp(source, flags));
  const found: number[] = [];
  for (const [index, text] of new TextDecoder().decode(texts).split("\0").entries())
    if (matches(text)) found.push(index);
  return Uint32Array.from(found);
}
