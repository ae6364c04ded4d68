/** Flag tokenizer with all styles of writing flags. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { option, toggle } from "./flags.ts";
import { spellings, tokens } from "./split-words.ts";

const text = { ...option("max-count", "N", ""), parameter: "max_count" };
const quiet = toggle("quiet", "");
const short = (letter: string, kind: "boolean" | "string") => ({
  ...option(letter, "X", ""),
  kind,
  written: `-${letter}`,
  negatable: false,
});
const known = spellings([text, quiet, short("i", "boolean"), short("w", "boolean"), short("t", "string")]);

/** Notation: `quiet`, `!quiet`, `max-count=3`, `?x` for an unknown flag, `"word"`, `'literal'` after `--`. */
function split(words: string[], unsupported: Record<string, string> = {}): string[] {
  return [...tokens(words, known, unsupported)].map((token) => {
    if (token.kind === "end") return "--";
    if (token.kind === "word") return token.literal ? `'${token.text}'` : `"${token.text}"`;
    if (!token.spelling) return `?${token.written}`;
    const { flag, negative } = token.spelling;
    return `${negative ? "!" : ""}${flag.name}${token.value === undefined ? "" : `=${token.value}`}`;
  });
}

test("a value is behind = or in the next word, whatever that looks like", () => {
  assert.deepEqual(split(["--max-count=3", "a", "--max-count", "-5"]), ["max-count=3", '"a"', "max-count=-5"]);
  assert.deepEqual(split(["--max-count=", "--max-count=a=b"]), ["max-count=", "max-count=a=b"]);
  assert.deepEqual(split(["--max-count"]), ["max-count"]);
});

test("a flag may be spelled as its parameter, negated, or with one dash", () => {
  assert.deepEqual(split(["--max_count", "1", "-max-count", "2", "-max-count=3"]), [
    "max-count=1",
    "max-count=2",
    "max-count=3",
  ]);
  assert.deepEqual(split(["--quiet", "--no-quiet", "word"]), ["quiet", "!quiet", '"word"']);
  assert.deepEqual(split(["--quiet=false"]), ["quiet=false"]);
});

test("short flags stand alone or together, the last one with its value", () => {
  assert.deepEqual(split(["-i", "-iw", "-tcs", "-it=cs", "-wt", "cs"]), [
    "i",
    "i",
    "w",
    "t=cs",
    "i",
    "t=cs",
    "w",
    "t=cs",
  ]);
  assert.deepEqual(split(["-ix", "-x"]), ["?-ix", "?-x"]);
});

test("words are as they are; behind -- everything is a word", () => {
  assert.deepEqual(split(["a", "-", "--", "--quiet", "-i", "-"]), ['"a"', '"-"', "--", "'--quiet'", "'-i'", "'-'"]);
});

test("another program's flag is not taken apart", () => {
  assert.deepEqual(split(["-iw"], { "-iw": "Write something else" }), ["?-iw"]);
  assert.deepEqual(split(["-iw=3"], { "-iw": "Write something else" }), ["?-iw"]);
});

test("a token says which words it takes", () => {
  const places = [...tokens(["a", "--max-count", "3", "--quiet", "b"], known)].map((token) => [
    token.index,
    token.kind === "flag" ? token.length : 1,
  ]);
  assert.deepEqual(places, [
    [0, 1],
    [1, 2],
    [3, 1],
    [4, 1],
  ]);
});
