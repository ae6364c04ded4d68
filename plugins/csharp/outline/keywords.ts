/** Defines keywords as small numbers, and modifiers as bits. */

export const WORD = {
  name: 1,
  modifier: 2,
  /** `async`, `partial`, `required` and so on. It is a name unless a declaration follows. */
  softModifier: 3,
  class: 4,
  struct: 5,
  interface: 6,
  enum: 7,
  record: 8,
  namespace: 9,
  delegate: 10,
  event: 11,
  operator: 12,
  conversion: 13,
  this: 14,
  const: 15,
  where: 16,
  using: 17,
  extension: 18,
  statement: 19,
} as const;

/** The bits in the `modifiers` column. */
export const MODIFIERS = [
  "public",
  "private",
  "protected",
  "internal",
  "static",
  "abstract",
  "virtual",
  "override",
  "sealed",
  "readonly",
  "extern",
  "unsafe",
  "new",
  "volatile",
  "async",
  "partial",
  "required",
  "file",
  "const",
  "ref",
] as const;

export interface Word {
  kind: number;
  bit: number;
}

const SOFT = new Set(["async", "partial", "required", "file"]);

function declare(): Map<string, Word> {
  const words = new Map<string, Word>();
  MODIFIERS.forEach((name, bit) => {
    words.set(name, { kind: SOFT.has(name) ? WORD.softModifier : WORD.modifier, bit: 1 << bit });
  });
  words.set("const", { kind: WORD.const, bit: 1 << MODIFIERS.indexOf("const") });
  words.set("fixed", { kind: WORD.modifier, bit: 0 });
  words.set("scoped", { kind: WORD.softModifier, bit: 0 });
  for (const name of ["class", "struct", "interface", "enum", "record", "namespace", "delegate", "event"] as const) {
    words.set(name, { kind: WORD[name], bit: 0 });
  }
  for (const name of ["operator", "this", "where", "using", "extension"] as const) {
    words.set(name, { kind: WORD[name], bit: 0 });
  }
  for (const name of ["implicit", "explicit"]) words.set(name, { kind: WORD.conversion, bit: 0 });
  const statements =
    "if else for foreach while do switch try catch finally return lock throw goto checked unchecked yield break continue case default";
  for (const name of statements.split(" ")) words.set(name, { kind: WORD.statement, bit: 0 });
  return words;
}

/** Any other word is a name. */
export const WORDS: ReadonlyMap<string, Word> = declare();

/** Returns the names in the usual order of C#. */
export function modifierNames(bits: number): string[] {
  return MODIFIERS.filter((_, bit) => (bits & (1 << bit)) !== 0);
}

export const MODIFIER_BIT = Object.fromEntries(MODIFIERS.map((name, bit) => [name, 1 << bit])) as Record<
  (typeof MODIFIERS)[number],
  number
>;
