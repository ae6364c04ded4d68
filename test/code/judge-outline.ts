/**
 * Writes the declarations of a tree as JSON lines, for a judge that has them from the language's own tool:
 * `bun test/code/judge-outline.ts ROOT OUT [LANGUAGE]`. A line: path, line, column, name, kind (`enum-member`), container or null.
 * Prints how many files and declarations there are, and what walking the trees costs beside parsing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { createAssets } from "../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { Parsers } from "../../plugins/code/grammar/parsers.ts";
import { languageOfText } from "../../plugins/code/outline/languages.ts";
import { outlineOf } from "../../plugins/code/outline/outline-builder.ts";
import { outlineRulesOf } from "../../plugins/code/outline/outline-rules.ts";
import { readTree } from "../../plugins/code/outline/parse-outline.ts";
import { codeFiles } from "./code-files.ts";

const [root = ".", out = "/dev/stdout", only] = process.argv.slice(2);
const assets = createAssets(sourceAssets(import.meta.url));
const clock = { monotonic: () => performance.now() };
const parsers = new Parsers({ assets, clock } as unknown as ConstructorParameters<typeof Parsers>[0]);
/** Of each file: the first few load grammars and warm the code. */
const WARM_UP = 4;
let parseMs = 0;
let walkMs = 0;
let count = 0;
const rows: string[] = [];
for (const file of codeFiles(root)) {
  const source = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const language = languageOfText(file, source);
  const rules = language && outlineRulesOf(language.id);
  if (!language || !rules || (only && language.id !== only)) continue;
  const text = source;
  const start = performance.now();
  const tree = await readTree(text, language, parsers);
  const parsed = performance.now();
  if (!tree) {
    console.error(`not parsed in time: ${file}`);
    continue;
  }
  const { declarations } = outlineOf(tree, text, rules.rules);
  if (count++ >= WARM_UP) {
    parseMs += parsed - start;
    walkMs += performance.now() - parsed;
  }
  tree.delete();
  for (const { nameLine, nameColumn, name, kind, containers } of declarations) {
    const dashed = kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const container = containers.join(".") || null;
    rows.push(
      JSON.stringify({ path: relative(root, file), line: nameLine, column: nameColumn, name, kind: dashed, container }),
    );
  }
}
writeFileSync(out, `${rows.join("\n")}\n`);
console.error(
  `${count} files, ${rows.length} declarations; the walk costs ${(walkMs / parseMs).toFixed(2)} of parsing`,
);
