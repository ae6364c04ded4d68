/** Maps programming languages to file extensions. */

const ENDINGS: Readonly<Record<string, string>> = {
  AngelScript: "as",
  Astro: "astro",
  C: "c",
  "C header": "h",
  "C#": "cs csx",
  "C++": "cc cpp cxx hh hpp hxx inl ipp",
  Clojure: "clj cljc cljs",
  CUDA: "cu cuh",
  Dart: "dart",
  Elixir: "ex exs",
  Elm: "elm",
  Erlang: "erl hrl",
  "F#": "fs fsi fsx",
  Fortran: "f f90 f95",
  GDScript: "gd",
  Go: "go",
  Groovy: "gradle groovy",
  Haskell: "hs",
  Java: "java",
  JavaScript: "cjs js jsx mjs",
  Julia: "jl",
  Kotlin: "kt kts",
  Lua: "lua",
  Nim: "nim",
  "Objective-C": "m mm",
  OCaml: "ml mli",
  Perl: "pl pm",
  PHP: "php",
  Python: "py pyi pyx",
  R: "r",
  Ruby: "erb rake rb",
  Rust: "rs",
  Scala: "sbt scala",
  Shader: "cginc comp frag glsl hlsl shader usf ush vert wgsl",
  Shell: "bash fish sh zsh",
  Solidity: "sol",
  SQL: "sql",
  Svelte: "svelte",
  Swift: "swift",
  TypeScript: "cts mts ts tsx",
  Vue: "vue",
  Zig: "zig",
};

const LANGUAGES = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language])),
);

/**
 * Returns the programming language of a file, judging by its extension. The result is undefined for data, prose and unknown
 * extensions.
 */
export function programmingLanguage(path: string): string | undefined {
  const ending = path
    .slice(path.lastIndexOf("/") + 1)
    .split(".")
    .at(-1);
  return ending === undefined ? undefined : LANGUAGES.get(ending.toLowerCase());
}

/** Returns the extensions of a language. They do not include the dot. */
export function endingsOf(language: string): string[] {
  return (ENDINGS[language] ?? "").split(" ").filter((ending) => ending !== "");
}
