/** Baseline: only parses all sources with the same grammars as the index. */
import { readFileSync } from "node:fs";
import { createAssets } from "../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { Parsers } from "../../plugins/code/grammar/parsers.ts";
import { languageOfText } from "../../plugins/code/outline/languages.ts";
import { codeFiles } from "../code/code-files.ts";

const MAX_BYTES = 1024 * 1024;

const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
const parsers = new Parsers({ assets: createAssets(sourceAssets(import.meta.url)), clock });
for (const path of codeFiles(process.argv[2] ?? ".")) {
  const text = readFileSync(path, "utf8");
  const language = text.length <= MAX_BYTES ? languageOfText(path, text) : undefined;
  if (language && language.level !== "outline") (await parsers.parse(language.grammar, text))?.delete();
}
