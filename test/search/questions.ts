/** Generates queries from the words in a real tree. Deterministic. */
import { readFileSync } from "node:fs";
import type { Question } from "./oracle.ts";

/** Random numbers below `limit` (mulberry32). */
export function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const SHAPES: ((word: string, other: string) => Question)[] = [
  (word) => ({ query: word }),
  (word) => ({ query: word, fixed_strings: true }),
  (word) => ({ query: word, word: true }),
  (word) => ({ query: word.toLowerCase() }),
  (word) => ({ query: word.toUpperCase(), case: "insensitive" }),
  (word) => ({ query: word.toLowerCase(), case: "sensitive" }),
  (word) => ({ query: `${word}\\w+` }),
  (word) => ({ query: `\\b\\w*${word}\\b` }),
  (word, other) => ({ query: `${word}|${other}` }),
  (word, other) => ({ query: `${word}.*${other}` }),
  (word) => ({ query: `^\\s*.*${word}` }),
  (word) => ({ query: `${word}.{0,12}$` }),
  (word) => ({ query: `${word}[^\\n]*\\n[^\\n]*`, multiline: true }),
  (word) => ({ query: `${word}(?s:.{0,60}?)\\}`, multiline: true }),
  (word) => ({ query: `${word.slice(0, 3)}[A-Z]\\w{2,5}` }),
  (word) => ({ query: `(?i)${word}\\s*[(<]` }),
  (word) => ({ query: `${word}(`, fixed_strings: true }),
  (word) => ({ query: word, include_globs: ["*.cs"], exclude_globs: ["**/Editor/**"] }),
  (word) => ({ query: word, include_globs: ["*.{md,json,txt}", "*.asmdef"] }),
  (word) => ({ query: word, exclude_globs: ["Assets", "*Test*"] }),
  (word) => ({ query: word, hidden: true, no_ignore: true }),
  (word) => ({ query: word, max_filesize: "20K" }),
  (word) => ({ query: `${word}*?x?`, case: "insensitive" }),
  (word) => ({ query: `\\.${word}\\(.*?\\);?` }),
  (word) => ({ query: `${word.slice(0, 4)}é?[\\p{Lu}_]` }),
];

export function questions(files: readonly string[], count: number, seed: number): Question[] {
  const roll = dice(seed);
  const words = new Set<string>();
  while (words.size < 200 && files.length > 0) {
    const text = readFileSync(files[roll(files.length)]!, "utf8").slice(0, 40_000);
    const found = text.match(/[A-Za-z_]{4,18}/g) ?? [];
    for (let at = 0; at < 8 && found.length > 0; at++) words.add(found[roll(found.length)]!);
  }
  const list = [...words];
  const pick = () => list[roll(list.length)]!;
  return Array.from({ length: count }, (_, index) => SHAPES[index % SHAPES.length]!(pick(), pick()));
}
