/** Outlines of short texts, for unit tests. */
import assert from "node:assert/strict";
import { createAssets } from "../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { Parsers } from "../../plugins/code/grammar/parsers.ts";
import type { FileOutline } from "../../plugins/code/outline/file-outline.ts";
import { languageOfText } from "../../plugins/code/outline/languages.ts";
import { parseOutline } from "../../plugins/code/outline/parse-outline.ts";

const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
const parsers = new Parsers({ assets: createAssets(sourceAssets(import.meta.url)), clock });

export async function outlineOf(file: string, text: string): Promise<FileOutline> {
  const language = languageOfText(file, text);
  assert.ok(language, file);
  const outline = await parseOutline(text, language, parsers);
  assert.ok(outline);
  return outline;
}

/** Each declaration as `kind Container/name lines`. */
export async function linesOf(file: string, text: string): Promise<string[]> {
  const { declarations } = await outlineOf(file, text);
  return declarations.map(
    ({ kind, containers, name, startLine, endLine }) =>
      `${kind} ${[...containers, name].join("/")} ${startLine}-${endLine}`,
  );
}
