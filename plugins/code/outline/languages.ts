/** The languages that this plugin reads: their files, their grammar, and how far their declarations and uses are known. */
import { goRules } from "./go-rules.ts";
import type { OutlineRules } from "./outline-builder.ts";
import { pythonRules } from "./python-rules.ts";
import { rustRules } from "./rust-rules.ts";
import { repairTypescript } from "./typescript-repair.ts";
import { javascriptRules, typescriptRules } from "./typescript-rules.ts";

export interface Language {
  id: string;
  title: string;
  extensions: [string, ...string[]];
  /** The asset with its grammar. */
  grammar: string;
  rules: OutlineRules;
  /** Masks constructs that the grammar cannot read, at the same length. */
  repair?: (text: string) => string;
}

export const LANGUAGES: readonly Language[] = [
  {
    id: "typescript",
    title: "TypeScript",
    extensions: [".ts", ".mts", ".cts"],
    grammar: "tree-sitter-typescript.wasm",
    rules: typescriptRules,
    repair: repairTypescript,
  },
  {
    id: "tsx",
    title: "TSX",
    extensions: [".tsx"],
    grammar: "tree-sitter-tsx.wasm",
    rules: typescriptRules,
    repair: repairTypescript,
  },
  {
    id: "javascript",
    title: "JavaScript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    grammar: "tree-sitter-javascript.wasm",
    rules: javascriptRules,
  },
  {
    id: "python",
    title: "Python",
    extensions: [".py", ".pyi"],
    grammar: "tree-sitter-python.wasm",
    rules: pythonRules,
  },
  { id: "go", title: "Go", extensions: [".go"], grammar: "tree-sitter-go.wasm", rules: goRules },
  { id: "rust", title: "Rust", extensions: [".rs"], grammar: "tree-sitter-rust.wasm", rules: rustRules },
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((ending) => [ending, language] as const)),
);

/** The language of a file by its ending; undefined for one that no grammar reads. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot));
}
