/**
 * The languages that this plugin supports, with their files, their grammar, and how much is known about their
 * declarations and uses.
 */

export interface Language {
  id: string;
  title: string;
  extensions: [string, ...string[]];
  /** The asset that contains its grammar, or "" for a language that is read line by line. */
  grammar: string;
  /**
   * `index` means that uses are only known by name. `outline` means that the files contain no code, so no tool searches
   * them for declarations.
   */
  level: "outline" | "index" | "uses";
}

export const LANGUAGES: readonly Language[] = [
  {
    id: "typescript",
    title: "TypeScript",
    extensions: [".ts", ".mts", ".cts"],
    grammar: "tree-sitter-typescript.wasm",
    level: "uses",
  },
  { id: "tsx", title: "TSX", extensions: [".tsx"], grammar: "tree-sitter-tsx.wasm", level: "uses" },
  {
    id: "javascript",
    title: "JavaScript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    grammar: "tree-sitter-javascript.wasm",
    level: "uses",
  },
  { id: "python", title: "Python", extensions: [".py", ".pyi"], grammar: "tree-sitter-python.wasm", level: "uses" },
  { id: "go", title: "Go", extensions: [".go"], grammar: "tree-sitter-go.wasm", level: "uses" },
  { id: "rust", title: "Rust", extensions: [".rs"], grammar: "tree-sitter-rust.wasm", level: "uses" },
  { id: "java", title: "Java", extensions: [".java"], grammar: "tree-sitter-java.wasm", level: "uses" },
  { id: "c", title: "C", extensions: [".c", ".h"], grammar: "tree-sitter-c.wasm", level: "uses" },
  {
    id: "cpp",
    title: "C++",
    extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cppm", ".ixx"],
    grammar: "tree-sitter-cpp.wasm",
    level: "uses",
  },
  { id: "kotlin", title: "Kotlin", extensions: [".kt", ".kts"], grammar: "tree-sitter-kotlin.wasm", level: "index" },
  { id: "swift", title: "Swift", extensions: [".swift"], grammar: "tree-sitter-swift.wasm", level: "index" },
  {
    id: "ruby",
    title: "Ruby",
    extensions: [".rb", ".rake", ".gemspec"],
    grammar: "tree-sitter-ruby.wasm",
    level: "index",
  },
  { id: "php", title: "PHP", extensions: [".php"], grammar: "tree-sitter-php.wasm", level: "index" },
  { id: "lua", title: "Lua", extensions: [".lua"], grammar: "tree-sitter-lua.wasm", level: "index" },
  {
    id: "bash",
    title: "Bash",
    extensions: [".sh", ".bash", ".bats"],
    grammar: "tree-sitter-bash.wasm",
    level: "index",
  },
  { id: "scala", title: "Scala", extensions: [".scala", ".sc"], grammar: "tree-sitter-scala.wasm", level: "index" },
  { id: "dart", title: "Dart", extensions: [".dart"], grammar: "tree-sitter-dart.wasm", level: "index" },
  { id: "zig", title: "Zig", extensions: [".zig"], grammar: "tree-sitter-zig.wasm", level: "index" },
  { id: "elixir", title: "Elixir", extensions: [".ex", ".exs"], grammar: "tree-sitter-elixir.wasm", level: "index" },
  { id: "objc", title: "Objective-C", extensions: [".m", ".mm"], grammar: "tree-sitter-objc.wasm", level: "index" },
  { id: "gdscript", title: "GDScript", extensions: [".gd"], grammar: "tree-sitter-gdscript.wasm", level: "index" },
  { id: "markdown", title: "Markdown", extensions: [".md", ".markdown", ".mdx"], grammar: "", level: "outline" },
  { id: "json", title: "JSON", extensions: [".json", ".jsonc"], grammar: "tree-sitter-json.wasm", level: "outline" },
  { id: "yaml", title: "YAML", extensions: [".yaml", ".yml"], grammar: "tree-sitter-yaml.wasm", level: "outline" },
  { id: "toml", title: "TOML", extensions: [".toml"], grammar: "", level: "outline" },
  { id: "css", title: "CSS", extensions: [".css"], grammar: "tree-sitter-css.wasm", level: "outline" },
  { id: "sql", title: "SQL", extensions: [".sql"], grammar: "", level: "outline" },
];

/** The languages whose declarations are searched. */
export const CODE_LANGUAGES: readonly Language[] = LANGUAGES.filter(({ level }) => level !== "outline");

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((ending) => [ending, language] as const)),
);

/** Returns the language of a file by its extension, or undefined if no grammar can read it. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot));
}

const CPP =
  /^[ \t]*(?:class|namespace|template|using|public:|private:|protected:|constexpr|virtual)\b|\w::\w|\boperator\s*\W/m;
const OBJECTIVE_C = /^[ \t]*(?:@(?:interface|protocol|implementation|class|import)\b|#import\b)/m;

/**
 * Returns the language of a file by its content. A header is C, C++ or Objective-C and a `.m` file may be
 * none of these.
 */
export function languageOfText(path: string, text: string): Language | undefined {
  const language = languageOf(path);
  if (/\.m$/i.test(path)) return /^[ \t]*(?:[@#]|\/[/*])/m.test(text) ? language : undefined;
  if (!/\.h$/i.test(path)) return language;
  return BY_EXTENSION.get(OBJECTIVE_C.test(text) ? ".m" : CPP.test(text) ? ".cpp" : ".h");
}
