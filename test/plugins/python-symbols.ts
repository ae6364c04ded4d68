/** The Python symbols example, with each kind of runner. */
import assert from "node:assert/strict";
import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch, TOP } from "../jig.ts";
import { WITH_DENO, WITHOUT_DENO } from "./paths.ts";

const PYTHON = `import os

class Dog:
    """A dog."""
    def bark(self):
        return 1

def free(a, b):
    return a
`;

/** With the grammar that its README says to download. */
function pythonSymbols(): string {
  const folder = join(scratch(), "python-symbols");
  cpSync(join(TOP, "examples", "python-symbols"), folder, { recursive: true });
  const grammar = "tree-sitter-python.wasm";
  copyFileSync(join(TOP, "node_modules", "tree-sitter-python", grammar), join(folder, grammar));
  return folder;
}

export function pythonIsKnown(setting: "under Deno" | "without"): void {
  const path = setting === "under Deno" ? WITH_DENO : WITHOUT_DENO;
  test(`a grammar and a query make Python known to every tool that takes symbols, ${setting}`, () => {
    const root = scratch({ "a.py": PYTHON, "empty.py": "", "torn.py": "class (:\n def", "b.txt": "x" });
    const scale = (file: string, ...plugins: string[]) => {
      const args = ["call", "check_code_scale", "--file-path", file, "--as", "json", ...plugins];
      return JSON.parse(runJig(args, { cwd: root, env: { PATH: path } }).stdout);
    };
    const plugin = ["--plugins", pythonSymbols()];
    assert.deepEqual(scale("a.py", ...plugin).structure, [
      { name: "Dog", kind: "class", container: null, startLine: 3, endLine: 6 },
      { name: "bark", kind: "method", container: "Dog", startLine: 5, endLine: 6 },
      { name: "free", kind: "function", container: null, startLine: 8, endLine: 9 },
    ]);
    assert.deepEqual(scale("empty.py", ...plugin).structure, []);
    assert.ok(scale("torn.py", ...plugin).success);
  });
}
