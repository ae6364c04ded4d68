/** A worker job that reads and parses some files and returns their trees as a part. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type FlatTree, flatTree } from "../grammar/light-tree.ts";
import { Parsers } from "../grammar/parsers.ts";
import { encodeTrees, type StoredTree } from "../grammar/tree-part.ts";
import type { Batch, BatchParts } from "../index/part-index.ts";
import { MAX_SOURCE_BYTES } from "../index/source-files.ts";
import { type Language, languageOfText } from "../outline/languages.ts";
import { readTree } from "../outline/parse-outline.ts";

export default async function treeBatch({ files }: Batch, context: WorkerContext): Promise<BatchParts> {
  const parsers = await context.keep("parsers", () => new Parsers(context));
  const trees: StoredTree[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    const read = await context.files.readText(file.path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
    const language = read && languageOfText(file.path, read.text);
    const tree = language && read && (await usesTree(read.text, language, parsers));
    const { size, mtimeMs } = read ?? file;
    trees.push({ path: file.path, size, mtimeMs, grammar: language?.grammar ?? "", tree });
  }
  return { part: encodeTrees(trees) };
}

/** Returns the tree that is searched for uses. */
export async function usesTree(text: string, language: Language, parsers: Parsers): Promise<FlatTree | undefined> {
  const memory = await parsers.memory();
  const parsed = await readTree(text, language, parsers);
  try {
    return parsed && flatTree(parsed.tree, memory);
  } finally {
    parsed?.tree.delete();
  }
}
