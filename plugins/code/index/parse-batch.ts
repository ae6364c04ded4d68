/** Worker job: reads and parses some files, and gives them as a part of the index. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { Parsers } from "../grammar/parsers.ts";
import { languageOfText } from "../outline/languages.ts";
import { signatureOf } from "../outline/outline-builder.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { encodeSegment, type IndexedFile } from "./index-part.ts";
import type { Batch } from "./part-index.ts";
import { MAX_SOURCE_BYTES } from "./source-files.ts";
import { StringTable } from "./string-table.ts";

export default async function parseBatch({ files }: Batch, context: WorkerContext): Promise<Uint8Array> {
  const parsers = await context.keep("parsers", () => new Parsers(context));
  const words = new StringTable();
  const indexed: IndexedFile[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    indexed.push(await indexedFile(file, context, parsers, words));
  }
  return encodeSegment(indexed, words);
}

async function indexedFile(
  file: Batch["files"][number],
  { files }: WorkerContext,
  parsers: Parsers,
  words: StringTable,
): Promise<IndexedFile> {
  const nothing: IndexedFile = { ...file, outline: { declarations: [], unread: 1 }, signatures: [], words: [] };
  // A file that vanished or cannot be read is known as such until its size or time changes.
  const read = await files.readText(file.path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
  if (!read) return nothing;
  const { text, size, mtimeMs } = read;
  const language = languageOfText(file.path, text);
  if (!language) return nothing;
  const outline = await parseOutline(text, language, parsers);
  if (!outline) return nothing;
  const signatures = outline.declarations.map((each) => signatureOf(text, each));
  return { path: file.path, size, mtimeMs, outline, signatures, words: words.words(text) };
}
