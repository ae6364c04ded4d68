/** Says where JSON is malformed and how to fix it. `JSON.parse` doesn't give a location. */
import { printParseErrorCode, visit } from "jsonc-parser";

export interface JsonFault {
  /** From 1. */
  line: number;
  column: number;
  what: string;
  write: string;
}

type Code = ReturnType<typeof printParseErrorCode>;

const NO_STRING = [
  "a string is not terminated or contains a character that must be escaped",
  'Write \\n, \\", \\\\',
] as const;
const NO_ESCAPE = [
  "a string contains an escape that JSON does not support",
  'Write \\n, \\", \\\\ or \\u and four digits',
] as const;
const NO_COMMENT = ["JSON has no comments", "Remove the comment, or move it into a description"] as const;
const NO_NAME = ["a name in double quotes is missing", 'Write "name": value'] as const;
const NO_VALUE = "Write a string in double quotes, a number, true, false, null, a list or an object";

const FAULTS: Partial<Record<Code, readonly [what: string, write: string]>> = {
  PropertyNameExpected: NO_NAME,
  ColonExpected: ['":" is missing after the name', 'Write "name": value'],
  CommaExpected: ['"," is missing, or the bracket that ends the list or object', 'Write "," before the next entry'],
  InvalidCommentToken: NO_COMMENT,
  UnexpectedEndOfComment: NO_COMMENT,
  UnexpectedEndOfString: NO_STRING,
  InvalidCharacter: NO_STRING,
  InvalidEscapeCharacter: NO_ESCAPE,
  InvalidUnicode: NO_ESCAPE,
};

const ENDS: Partial<Record<Code, string>> = {
  CloseBraceExpected: 'Write "}" for each one that is open',
  CloseBracketExpected: 'Write "]" for each one that is open',
};
const MISSING: readonly Code[] = ["CommaExpected", "ColonExpected"];

/** Returns undefined if it's valid. */
export function jsonFault(text: string): JsonFault | undefined {
  const errors: Found[] = [];
  const onError = (error: number, offset: number, length: number) =>
    void (errors.length < 2 && errors.push({ code: printParseErrorCode(error), offset, length }));
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // a recursive parser, so deep nesting is a stack overflow
    if (!(error instanceof RangeError)) throw error;
    return { line: 1, column: 1, what: "it is nested too deeply", write: "Reduce the nesting" };
  }
  const [first, second] = errors;
  if (!first) return undefined;
  const [what, write] = wordsFor(first, second?.code, text);
  // the comma goes after the previous token, maybe lines earlier
  const before = text.slice(0, first.offset);
  const lines = (MISSING.includes(first.code) ? before.trimEnd() : before).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, what, write };
}

interface Found {
  code: Code;
  offset: number;
  length: number;
}

/** `expected` is from the parser's second error. For an unknown symbol, it reports the symbol first and only then the token that it wanted. */
function wordsFor(
  { code, offset, length }: Found,
  expected: Code | undefined,
  text: string,
): readonly [what: string, write: string] {
  const [word, rest] = [text.slice(offset, offset + length), text.slice(offset)];
  if (rest.trim() === "") return ["the text ends unexpectedly", ENDS[code] ?? "Write one JSON object"];
  if (isJson(text.slice(0, offset))) return ["there is text after the end of the value", "Remove it"];
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(0, offset)))
    return [`"," comes before "${rest[0]}"`, "Remove the comma after the last entry"];
  if (word.startsWith("'")) return ["a string is in single quotes", "Use double quotes"];
  const isName = expected === "PropertyNameExpected" || text.slice(0, offset).trimEnd().endsWith("{");
  if (code === "InvalidSymbol" && isName) return NO_NAME;
  const known = FAULTS[code];
  if (known) return known;
  return [
    /^[\]},:]/.test(rest) ? "a value is missing" : `${JSON.stringify(word.slice(0, 40))} is not a value`,
    NO_VALUE,
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
