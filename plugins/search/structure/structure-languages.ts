/** The languages whose code can be searched by structure: their files, grammar, and substitute for `$`. */

export interface StructureLanguage {
  id: string;
  also: readonly string[];
  extensions: readonly string[];
  /** The asset with its grammar. */
  grammar: string;
  /** A character that the grammar takes for the start of a name. */
  sigil: string;
}

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

/** Whether a file is of the language, by its ending. */
export function isOfLanguage(path: string, { extensions }: StructureLanguage): boolean {
  const dot = path.lastIndexOf(".");
  return dot >= 0 && extensions.includes(path.slice(dot + 1).toLowerCase());
}
