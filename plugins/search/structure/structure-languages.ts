/** Lists the languages that support structural search, with their files, their grammar and a substitute for `$`. */
import { withEnds, withQuotes } from "./code-pattern.ts";

export interface StructureLanguage {
  id: string;
  also: readonly string[];
  extensions: readonly string[];
  /** The asset that contains the grammar. */
  grammar: string;
  /** Any character that the grammar allows at the start of a name. */
  sigil: string;
  /** The code around a pattern that does not parse on its own. The pattern replaces `@`. */
  contexts: (pattern: string) => readonly string[];
  /** The variants of a pattern, in the order in which to try them. */
  spellings: (pattern: string) => string[];
}

/** In these languages, patterns rarely parse without context. */
const LATE = new Set(["go", "php"]);
/** A method with an access modifier. Outside of a type, the grammar takes it for a local function. */
const ACCESS = /^\s*(?:public|private|protected|internal)\s/;
const MEMBER = "class X { @ }";
const CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  typescript: ["x = @", MEMBER],
  tsx: ["x = @", MEMBER],
  javascript: ["x = @", MEMBER],
  // At the top level, `f.g(x)` would be parsed as a conversion.
  go: ["package x\nfunc x() {\n@\n}", "@", "package x\nfunc x() {\nx = @\n}"],
  rust: ["fn x() { let x = @; }", "fn x() { @ }", "impl X { @ }"],
  java: ["class X { void x() { X x = @; } }", "class X { void x() { @ } }", MEMBER],
  csharp: ["class X { async void x() { x = @; } }", "class X { async void x() { @ } }", MEMBER],
  c: ["void x() { x = @; }", "void x() { @ }"],
  cpp: ["void x() { x = @; }", "void x() { @ }", "class X { @ };"],
  kotlin: ["fun x() { val x = @ }", "fun x() { @ }", MEMBER],
  swift: ["func x() { let x = @ }", "func x() { @ }", MEMBER],
  php: ["<?php @", "<?php @;", "<?php class X { @ }"],
  scala: ["class X { val x = @ }", "class X { @ }"],
};

const language = (
  id: string,
  also: string,
  extensions: string,
  sigil = "$",
  grammar = `tree-sitter-${id}.wasm`,
): StructureLanguage => ({
  id,
  also: also === "" ? [] : also.split(" "),
  extensions: extensions.split(" "),
  grammar,
  sigil,
  contexts: (pattern) => [
    ...(id === "csharp" && ACCESS.test(pattern) ? [MEMBER] : []),
    ...(LATE.has(id) ? [] : ["@"]),
    ...(CONTEXTS[id] ?? []),
  ],
  spellings: (pattern) => [id === "csharp" ? withEnds(pattern) : pattern, withQuotes(pattern), pattern],
});

export const STRUCTURE_LANGUAGES: readonly StructureLanguage[] = [
  language("typescript", "ts", "ts mts cts"),
  language("tsx", "", "tsx"),
  language("javascript", "js jsx", "js mjs cjs jsx"),
  language("python", "py", "py pyi", "µ"),
  language("go", "golang", "go", "µ"),
  language("rust", "rs", "rs", "µ"),
  language("java", "", "java"),
  language("csharp", "cs c#", "cs", "µ", "tree-sitter-c_sharp.wasm"),
  language("c", "", "c h", "𐀀"),
  language("cpp", "c++ cc", "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp", "𐀀"),
  language("kotlin", "kt", "kt kts", "µ"),
  language("swift", "", "swift", "µ"),
  language("ruby", "rb", "rb rake gemspec", "µ"),
  language("php", "", "php", "µ"),
  language("lua", "", "lua"),
  language("bash", "sh", "sh bash bats"),
  language("scala", "", "scala sc"),
];

export function structureLanguage(name: string): StructureLanguage | undefined {
  const wanted = name.toLowerCase();
  return STRUCTURE_LANGUAGES.find(({ id, also }) => id === wanted || also.includes(wanted));
}

export function isOfLanguage(path: string, { extensions }: StructureLanguage): boolean {
  const dot = path.lastIndexOf(".");
  return dot >= 0 && extensions.includes(path.slice(dot + 1).toLowerCase());
}
