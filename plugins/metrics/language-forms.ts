/**
 * Extends tokei's language table: multi-line strings (which can contain comment markers), missing comment syntax, and missing
 * languages. An entry with an existing name overrides fields of that language. Make changes only here, the table itself is
 * generated.
 */

/** A string or block comment, as regular expressions. */
export interface Form {
  open: string;
  /** `$1` refers to the first group of `open`. */
  close: string;
  /** Doesn't close; tried before `close`. */
  escape?: string;
  /** Can span lines. Otherwise only if the line break is escaped. */
  spans?: boolean;
  /** Starts embedded code, up to the closing brace. */
  hole?: string;
}

/** Additional language fields that tokei doesn't have. */
export interface LanguageForms {
  /** Replaces all quotes in the table. If several match at a position, the first one wins. */
  strings?: Form[];
  /** Added to the block comments in the table. */
  blocks?: Form[];
  /** A backslash at the end continues a line comment. */
  continued?: boolean;
  /** Line comments must start a word: `$#` and `${a#b}` aren't comments. */
  apart?: boolean;
  /** Has regex literals with `/`. */
  regexps?: boolean;
  /** Start of a here-document. The last group is the terminating word. Use named groups for back references. */
  heredoc?: string;
  /** A line with this ending starts a block of text that includes all lines with deeper indentation. */
  indented?: string;
}

/** Delimiters from the table. `quotes` have backslash escapes, `verbatim` don't, `long` can span lines. */
export interface CommentRules extends LanguageForms {
  name: string;
  line?: string[];
  block?: string[][];
  /** Block comments can be nested. */
  nested?: boolean;
  quotes?: string[][];
  verbatim?: string[][];
  long?: string[][];
  extensions?: string[];
  filenames?: string[];
  /** Interpreter names in shebang lines. */
  env?: string[];
}

export const BACKSLASH = "\\\\(?:[^]|$)";
/** Escaped by doubling the quote. */
const twice = (quote: string, spans = true): Form => ({ open: quote, close: quote, escape: quote + quote, spans });
const short = (quote: string): Form => ({ open: quote, close: quote, escape: BACKSLASH });
const long = (quote: string): Form => ({ open: quote, close: quote, escape: BACKSLASH, spans: true });
const raw = (open: string, close = open): Form => ({ open, close, spans: true });

const QUOTED = [short('"')];
const BOTH = [short('"'), short("'")];
const TRIPLE = [long('"""'), long("'''"), ...BOTH];
const LONG_BOTH = [long('"'), long("'")];
const SCRIPT = [{ ...long("`"), hole: "\\$\\{" }, ...BOTH];
const C_PLUS_PLUS = [raw('R"([^()\\\\\\s]{0,16})\\(', '\\)$1"'), ...QUOTED];
const SHELL_HEREDOC = "(?<![<(\\w])<<[-~]?[ \\t]*(?:\\\\|(?<quote>[\"']?))([A-Za-z_]\\w*)\\k<quote>";
const SHELL: LanguageForms = {
  strings: [{ ...long("\\$'"), close: "'" }, long('"'), raw("'")],
  apart: true,
  heredoc: SHELL_HEREDOC,
};
const C: LanguageForms = { strings: QUOTED, continued: true };
const LISP: LanguageForms = { strings: [long('"')] };
/** Quotes have no meaning in markup text. */
const MARKUP: LanguageForms = { strings: [] };
const ML: LanguageForms = { strings: [raw("\\{(\\w{0,30})\\|", "\\|$1\\}"), long('"')] };

export const FORMS: Readonly<Record<string, LanguageForms & Partial<CommentRules>>> = {
  AngelScript: { strings: [long('"""'), ...BOTH] },
  BASH: SHELL,
  Bazel: { strings: TRIPLE },
  C,
  "C Header": C,
  "C++": { strings: C_PLUS_PLUS, continued: true },
  "C++ Header": { strings: C_PLUS_PLUS, continued: true },
  "C++ Module": { strings: C_PLUS_PLUS, continued: true },
  "C#": { strings: [raw('\\$*("{3,})', "$1"), { ...twice('"'), open: '(?:\\$@|@\\$?)"' }, ...QUOTED] },
  CUDA: { strings: C_PLUS_PLUS, continued: true },
  Clojure: LISP,
  ClojureC: LISP,
  ClojureScript: LISP,
  CMake: { strings: [raw("\\[(=*)\\[", "\\]$1\\]"), long('"')], blocks: [raw("#\\[(=*)\\[", "\\]$1\\]")] },
  CoffeeScript: { strings: [long('"""'), long("'''"), ...LONG_BOTH] },
  "Common Lisp": LISP,
  Crystal: { heredoc: "<<-(')?([A-Z]\\w*)" },
  Cython: { strings: TRIPLE },
  D: { strings: [raw("`"), raw('r"', '"'), long('"')], blocks: [raw("/\\+", "\\+/")] },
  Dart: { strings: [raw("r'''", "'''"), raw('r"""', '"""'), ...TRIPLE] },
  Dockerfile: { strings: LONG_BOTH.map((form) => ({ ...form, spans: false })), heredoc: SHELL_HEREDOC },
  "Emacs Lisp": LISP,
  Erlang: { strings: [raw('("{3,})', "$1"), long('"'), short("'")] },
  "F#": { strings: [raw('\\$*"""', '"""'), { ...twice('"'), open: '(?:\\$@|@\\$?)"' }, long('"')] },
  Go: { strings: [raw("`"), ...QUOTED] },
  Groovy: { strings: [...TRIPLE] },
  Haskell: { strings: QUOTED },
  HCL: { heredoc: "<<([-~])?([A-Za-z_]\\w*)" },
  HTML: MARKUP,
  Java: { strings: [long('"""'), ...QUOTED] },
  JavaScript: { strings: SCRIPT, regexps: true },
  JSX: { strings: SCRIPT, regexps: true },
  Julia: { strings: [long('"""'), long('"')] },
  "Korn shell": SHELL,
  Kotlin: { strings: [raw('"""'), ...QUOTED] },
  Lua: { strings: [raw("\\[(=*)\\[", "\\]$1\\]"), ...BOTH], blocks: [raw("--\\[(=+)\\[", "\\]$1\\]")] },
  MSBuild: MARKUP,
  Nim: { strings: [raw('"""'), { ...twice('"', false), open: 'r"' }, ...QUOTED], blocks: [raw("#\\[", "\\]#")] },
  Nix: { strings: [{ ...raw("''"), escape: "''(?:['$]|\\\\[^])" }, long('"')], apart: true },
  OCaml: { ...ML, nested: true },
  // POD starts with any command.
  Perl: {
    blocks: [raw("(?<=^)=[a-zA-Z]\\w*", "(?<=^)=cut\\b.*")],
    apart: true,
    heredoc: "<<~?([\"'])?([A-Z_a-z]\\w*)",
  },
  // Text outside of `<?php … ?>` may contain apostrophes.
  PHP: { strings: [raw("\\?>", "<\\?"), ...LONG_BOTH], heredoc: "<<<[ \\t]*(?<quote>[\"']?)([A-Za-z_]\\w*)\\k<quote>" },
  // Backtick escapes.
  PowerShell: {
    strings: [
      raw('@"(?=\\s*$)', '(?<=^)"@'),
      raw("@'(?=\\s*$)", "(?<=^)'@"),
      { open: '"', close: '"', escape: '`(?:[^]|$)|""', spans: true },
      twice("'"),
    ],
    apart: true,
  },
  "Protocol Buffers": { block: [["/*", "*/"]], strings: BOTH },
  Python: { strings: TRIPLE },
  R: { strings: [raw('[rR]"(-{0,9})\\(', '\\)$1"'), ...LONG_BOTH] },
  Racket: LISP,
  Ruby: { heredoc: "<<[~-](?<quote>[\"'`]?)([A-Za-z_]\\w*)\\k<quote>|<<()([A-Z_]{2}\\w*)" },
  Rust: { strings: [raw('\\b[bc]?r(#*)"', '"$1'), long('"')] },
  Scala: { strings: [raw('"""'), ...QUOTED] },
  Scheme: LISP,
  Scons: { strings: TRIPLE },
  Shell: SHELL,
  Snakemake: { strings: TRIPLE },
  // Standard SQL escapes quotes by doubling. `\'` is MySQL only, unless the following text shows that the string ends there.
  SQL: {
    strings: [
      raw("\\$([A-Za-z_]\\w{0,62})?\\$", "\\$$1\\$"),
      { ...twice("'"), escape: "''|\\\\\\\\|\\\\'(?!\\s*(?:[,;)]|$))" },
      twice('"', false),
    ],
  },
  SVG: MARKUP,
  Swift: { strings: [raw('(#*)"""', '"""$1'), raw('(#+)"', '"$1'), ...QUOTED] },
  TOML: { strings: [long('"""'), raw("'''"), short('"'), { open: "'", close: "'" }] },
  TSX: { strings: SCRIPT, regexps: true },
  TypeScript: { strings: SCRIPT, regexps: true },
  XAML: MARKUP,
  XML: MARKUP,
  XSL: MARKUP,
  YAML: { indented: "(?:^|[\\s:-])[|>][-+\\d]{0,2}\\s*(?:#.*)?$", apart: true },
  Zig: { strings: [{ open: "\\\\\\\\", close: "(?!)" }, ...QUOTED] },
  Zsh: SHELL,
};
