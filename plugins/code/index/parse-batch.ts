/**
 * A worker job that reads and parses some files. It returns them as a part of the index, along with their trees if
 * these are requested.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type FlatTree, flatTree } from "../grammar/light-tree.ts";
import { Parsers } from "../grammar/parsers.ts";
import { encodeTrees, type StoredTree } from "../grammar/tree-part.ts";
import { languageOfText } from "../outline/languages.ts";
import { signatureOf } from "../outline/outline-builder.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { encodeSegment, type IndexedFile, NOT_READ } from "./index-part.ts";
import type { Batch, BatchParts } from "./part-index.ts";
import { MAX_SOURCE_BYTES } from "./source-files.ts";
import { StringTable } from "./string-table.ts";

export { PARSING as brief } from "./index-parsing.ts";

export default async function parseBatch({ files, hasTrees }: Batch, context: WorkerContext): Promise<BatchParts> {
  const parsers = await context.keep("parsers", () => new Parsers(context));
  const words = new StringTable();
  const indexed: IndexedFile[] = [];
  const trees: StoredTree[] | undefined = hasTrees ? [] : undefined;
  for (const file of files) {
    context.signal.throwIfAborted();
    indexed.push(await indexedFile(file, context, parsers, words, trees));
  }
  const part = encodeSegment(indexed, words);
  return trees ? { part, trees: encodeTrees(trees) } : { part };
}

async function indexedFile(
  file: Batch["files"][number],
  { files }: WorkerContext,
  parsers: Parsers,
  words: StringTable,
  trees: StoredTree[] | undefined,
): Promise<IndexedFile> {
  const nothing: IndexedFile = { ...file, outline: { declarations: [], unread: NOT_READ }, signatures: [], words: [] };
  // A file that no longer exists or cannot be read is recorded as such until its size or time changes.
  const read = await files.readText(file.path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
  if (!read) return nothing;
  const { text, size, mtimeMs } = read;
  const language = languageOfText(file.path, text);
  if (!language) return { ...nothing, outline: { declarations: [], unread: 0 } };
  let tree: FlatTree | undefined;
  const memory = trees && (await parsers.memory());
  const outline = await parseOutline(text, language, parsers, (parsed) => {
    if (trees) tree = flatTree(parsed, memory);
  });
  trees?.push({ path: file.path, size, mtimeMs, grammar: language.grammar, tree });
  if (!outline) return nothing;
  const signatures = outline.declarations.map((each) => signatureOf(text, each));
  return { path: file.path, size, mtimeMs, outline, signatures, words: words.words(text) };
}
