/**
 * Writes all declarations in a tree as JSON lines, for comparison with a language's own tools: `bun test/code/judge-outline.ts ROOT
 * OUT [LANGUAGE]`. Each line has path, line, column, name, kind (`enum-member`) and container or null. Prints counts, and the cost
 * of walking the trees compared with parsing.
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
/** The first files load grammars and warm up the JIT. */
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
  const read = await readTree(text, language, parsers);
  const parsed = performance.now();
  if (!read) {
    console.error(`not parsed in time: ${file}`);
    continue;
  }
  const { declarations } = outlineOf(read.root, text, rules.rules);
  if (count++ >= WARM_UP) {
    parseMs += parsed - start;
    walkMs += performance.now() - parsed;
  }
  read.tree.delete();
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
