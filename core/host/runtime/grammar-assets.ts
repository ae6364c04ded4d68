/** tree-sitter grammars that the binary embeds compressed: of each package the wasm file alone is taken. */

/** Files in packages by the name of the asset. */
export const GRAMMAR_FILES: Readonly<Record<string, { package: string; file: string }>> = Object.fromEntries(
  [
    ["tree-sitter-typescript", "tree-sitter-typescript.wasm"],
    ["tree-sitter-typescript", "tree-sitter-tsx.wasm"],
    ["tree-sitter-javascript", "tree-sitter-javascript.wasm"],
    ["tree-sitter-python", "tree-sitter-python.wasm"],
    ["tree-sitter-go", "tree-sitter-go.wasm"],
    ["tree-sitter-rust", "tree-sitter-rust.wasm"],
    ["tree-sitter-java", "tree-sitter-java.wasm"],
    ["tree-sitter-c", "tree-sitter-c.wasm"],
    ["tree-sitter-cpp", "tree-sitter-cpp.wasm"],
  ].map(([name = "", file = ""]) => [file, { package: name, file }]),
);
