/** Additions to tokei's language table: strings that span lines and so hold no comments, comments it lacks, languages it lacks. Extend the table only here: an entry with a name of the table completes or replaces that language's fields, any other name is a new language. */

/** A string or block comment, by regular expressions. */
export interface Form {
  open: string;
  /** In it `$1` means the first group of `open`. */
  close: string;
  /** Text inside that does not close, tried before `close`. */
  escape?: string;
  /** May go on past the end of the line; otherwise it does where an escape takes the end of the line. */
  spans?: boolean;
  /** From this to a closing brace the content is code again. */
  hole?: string;
}

/** Fields of a language that only these entries have. */
export interface LanguageForms {
  /** In place of all quotes of the table; an earlier form wins over a later one that opens at the same place. */
  strings?: Form[];
  /** In addition to the block comments of the table. */
  blocks?: Form[];
  /** A line comment that ends in a backslash continues. */
  continued?: boolean;
  /** A line comment begins only at the start of a word, so `$#` and `${a#b}` are not comments. */
  apart?: boolean;
  /** `/` opens a regular expression where an operand is due. */
  regexps?: boolean;
  /** Here-documents: the mark, whose last group is the word of the line that ends them. It refers to groups by name only. */
  heredoc?: string;
  /** A line that ends like this opens a text of all lines that are indented deeper. */
  indented?: string;
}

/** Delimiters as the table gives them. `quotes` know backslash escapes, `verbatim` do not, `long` may span lines. */
export interface CommentRules extends LanguageForms {
  name: string;
  line?: string[];
  block?: string[][];
  /** Block comments nest. */
  nested?: boolean;
  quotes?: string[][];
  verbatim?: string[][];
  long?: string[][];
  extensions?: string[];
  filenames?: string[];
  /** Interpreters in a shebang line. */
  env?: string[];
}

export const BACKSLASH = "\\\\(?:[^]|$)";
/** A doubled end mark does not close. */
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
/** In their text a quote is only a quote. */
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
  // Every command of its documents begins one.
  Perl: {
    blocks: [raw("(?<=^)=[a-zA-Z]\\w*", "(?<=^)=cut\\b.*")],
    apart: true,
    heredoc: "<<~?([\"'])?([A-Z_a-z]\\w*)",
  },
  // Outside the marks is text, which may have apostrophes.
  PHP: { strings: [raw("\\?>", "<\\?"), ...LONG_BOTH], heredoc: "<<<[ \\t]*(?<quote>[\"']?)([A-Za-z_]\\w*)\\k<quote>" },
  // Its escape is the grave accent.
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
  // Standard SQL doubles its quotes; `\'` is MySQL's unless something follows that only a string's end can have before it.
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
