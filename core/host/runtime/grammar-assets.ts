/** Lists the tree-sitter grammars to embed in compressed form. Only the wasm file of each package is needed. */

/** Maps the name of an asset to the file in its package. */
export const GRAMMAR_FILES: Readonly<Record<string, { package: string; file: string }>> = Object.fromEntries([
  ...[
    ["tree-sitter-typescript", "tree-sitter-typescript.wasm"],
    ["tree-sitter-typescript", "tree-sitter-tsx.wasm"],
    ["tree-sitter-javascript", "tree-sitter-javascript.wasm"],
    ["tree-sitter-python", "tree-sitter-python.wasm"],
    ["tree-sitter-go", "tree-sitter-go.wasm"],
    ["tree-sitter-rust", "tree-sitter-rust.wasm"],
    ["tree-sitter-java", "tree-sitter-java.wasm"],
    ["tree-sitter-c", "tree-sitter-c.wasm"],
    ["tree-sitter-cpp", "tree-sitter-cpp.wasm"],
    ["tree-sitter-objc", "tree-sitter-objc.wasm"],
    ["tree-sitter-ruby", "tree-sitter-ruby.wasm"],
    ["tree-sitter-php", "tree-sitter-php.wasm"],
    ["tree-sitter-c-sharp", "tree-sitter-c_sharp.wasm"],
    ["tree-sitter-bash", "tree-sitter-bash.wasm"],
    ["tree-sitter-scala", "tree-sitter-scala.wasm"],
    ["tree-sitter-elixir", "tree-sitter-elixir.wasm"],
    ["@tree-sitter-grammars/tree-sitter-kotlin", "tree-sitter-kotlin.wasm"],
    ["@tree-sitter-grammars/tree-sitter-lua", "tree-sitter-lua.wasm"],
    ["@tree-sitter-grammars/tree-sitter-zig", "tree-sitter-zig.wasm"],
  ].map(([name = "", file = ""]) => [file, { package: name, file }]),
  // These have no wasm file.
  ...["swift", "dart", "gdscript", "json", "yaml", "css"].map((name) => [
    `tree-sitter-${name}.wasm`,
    { package: "@cursorless/tree-sitter-wasms", file: `out/tree-sitter-${name}.wasm` },
  ]),
]);
