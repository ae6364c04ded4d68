/** Says where JSON is malformed and how to fix it, since `JSON.parse` doesn't give a location. */
import { isUtf8 } from "node:buffer";
import { type JSONVisitor, printParseErrorCode, visit } from "jsonc-parser";

export interface JsonFault {
  /** The 1-based line. */
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
/** The first pattern that matches the rest of the text is used. */
const HABITS: readonly (readonly [pattern: RegExp, what: string, write: string])[] = [
  [/^(<<<<<<<|=======|>>>>>>>)/, "there is an unresolved merge conflict", "Choose one side, and remove the markers"],
  [/^```/, "there is a code fence", "Remove the lines with ```"],
  [/^[“”„‟«»‘’‚‛]/, "a quotation mark is not straight", 'Write "'],
  [/^#/, ...NO_COMMENT],
  [/^`/, "a string is in backticks", "Use double quotes"],
  [/^True\b/, '"True" is not a value', "Write true"],
  [/^False\b/, '"False" is not a value', "Write false"],
  [/^(None|nil|undefined|NULL|Null)\b/, "there is no such value in JSON", "Write null, or leave the entry out"],
  [/^[-+]?(NaN|Infinity|inf|nan)\b/, "JSON has no number that is infinite or not a number", "Write null or a string"],
  [/^\+\d/, 'a number begins with "+"', "Write it without the sign"],
  [/^\.\d/, 'a number begins with "."', "Write 0 before it"],
  [/^=/, '"=" separates name and value', 'Write "name": value'],
  [/^;/, '";" separates entries', 'Write "," instead'],
];
const MISSING: readonly Code[] = ["CommaExpected", "ColonExpected"];

/** Returns undefined if the text is valid. Settings may have comments and trailing commas. */
export function jsonFault(text: string, { isSettings = false } = {}): JsonFault | undefined {
  const errors: Found[] = [];
  const onError = (error: number, offset: number, length: number) =>
    void (errors.length < 2 && errors.push({ code: printParseErrorCode(error), offset, length }));
  try {
    visit(text, { onError }, { disallowComments: !isSettings, allowTrailingComma: isSettings });
  } catch (error) {
    // The parser is recursive, so deep nesting causes a stack overflow.
    if (!(error instanceof RangeError)) throw error;
    return { line: 1, column: 1, what: "it is nested too deeply", write: "Reduce the nesting" };
  }
  const [first, second] = errors;
  if (!first) return undefined;
  const [what, write] = wordsFor(first, second?.code, text);
  // The comma belongs after the previous token, which may be several lines above.
  const before = text.slice(0, first.offset);
  const lines = (MISSING.includes(first.code) ? before.trimEnd() : before).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, what, write };
}

/** Finds the first name that occurs twice in one object, because `JSON.parse` would only keep the last of its values. */
export function repeatedName(text: string): JsonFault | undefined {
  let found: JsonFault | undefined;
  const open: Map<string, number>[] = [];
  const visitor: JSONVisitor = {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _offset, _length, line, column) {
      const names = open.at(-1);
      const first = names?.get(name);
      if (first === undefined) names?.set(name, line + 1);
      else
        found ??= {
          line: line + 1,
          column: column + 1,
          what: `has ${JSON.stringify(name.slice(0, 40))} twice in one object, first in line ${first}`,
          write: "Rename or remove one of them",
        };
    },
  };
  try {
    visit(text, visitor);
  } catch (error) {
    // The parser is recursive. Text that is nested so deeply is refused later.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** Returns the place of the first bytes that are not UTF-8, for which `text` has U+FFFD. */
export function encodingFault(bytes: Uint8Array, text: string): JsonFault | undefined {
  if (isUtf8(bytes)) return undefined;
  const lines = text.slice(0, Math.max(0, text.indexOf("\ufffd"))).split("\n");
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return { ...place, what: "it is not in UTF-8", write: "Save it as UTF-8" };
}

interface Found {
  code: Code;
  offset: number;
  length: number;
}

/**
 * `expected` comes from the parser's second error. For an unknown symbol, it first reports the symbol and then the token that
 * it wanted.
 */
function wordsFor(
  { code, offset, length }: Found,
  expected: Code | undefined,
  text: string,
): readonly [what: string, write: string] {
  const [word, rest] = [text.slice(offset, offset + length), text.slice(offset)];
  const before = text.slice(0, offset).trimEnd();
  if (rest.trim() === "") return ["the text ends unexpectedly", ENDS[code] ?? "Write one JSON object"];
  if (isJson(text.slice(0, offset))) return ["there is text after the end of the value", "Remove it"];
  if (/^[}\]]/.test(rest) && before.endsWith(","))
    return [`"," comes before "${rest[0]}"`, "Remove the comma after the last entry"];
  if (rest.startsWith(",") && before.endsWith(",")) return ["two commas follow each other", "Remove one of them"];
  if (/^[xX][\da-fA-F]/.test(rest) && before.endsWith("0"))
    return ["JSON has no hexadecimal numbers", "Write it in decimal"];
  if (/^\d/.test(rest) && /[^\d.eE+-]0$/.test(before)) return ["a number begins with 0", "Write it without the 0"];
  const unseen = /^[\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u.exec(rest)?.[0];
  if (unseen) {
    const number = unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return [`there is an invisible character (U+${number}) or an unusual space`, "Remove it"];
  }
  const habit = HABITS.find(([pattern]) => pattern.test(rest));
  if (habit) return [habit[1], habit[2]];
  if (before === "" && /^[\p{L}_]/u.test(rest))
    return [`the text begins with ${JSON.stringify(word.slice(0, 40))}`, "Write one JSON object: {…}"];
  if (word.startsWith("'")) return ["a string is in single quotes", "Use double quotes"];
  const isName = expected === "PropertyNameExpected" || before.endsWith("{");
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
