/** Worker job: reads and parses some files, and gives them as a part of the index. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { Parsers } from "../grammar/parsers.ts";
import { languageOfText } from "../outline/languages.ts";
import { signatureOf } from "../outline/outline-builder.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { encodeSegment, type IndexedFile } from "./index-part.ts";
import { MAX_SOURCE_BYTES } from "./source-files.ts";

export interface Batch {
  files: { path: string; size: number; mtimeMs: number }[];
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const ASCII_WORD = /[A-Za-z_$][\w$]*/g;
/** A word that is longer is data. */
const MOST_LETTERS = 100;

export default async function parseBatch({ files }: Batch, context: WorkerContext): Promise<Uint8Array> {
  const parsers = await context.keep("parsers", () => new Parsers(context));
  const indexed: IndexedFile[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    indexed.push(await indexedFile(file, context, parsers));
  }
  return encodeSegment(indexed);
}

async function indexedFile(
  file: Batch["files"][number],
  { files }: WorkerContext,
  parsers: Parsers,
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
  return { path: file.path, size, mtimeMs, outline, signatures, words: wordsOf(text) };
}

function wordsOf(text: string): string[] {
  const isAscii = Buffer.byteLength(text) === text.length;
  const words = new Set(text.match(isAscii ? ASCII_WORD : WORD));
  return [...words].filter((word) => word.length <= MOST_LETTERS);
}
