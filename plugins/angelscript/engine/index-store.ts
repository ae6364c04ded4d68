/** The index between runs: declarations as JSON, vocabulary and bound uses as numbers, in the plugin's cache. */
import type { Cache, WorkerContext } from "../../../core/host/mod.ts";
import type { DeclarationRow } from "../database/record.ts";
import { IndexedFile } from "./indexed-file.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Part of every key: a new number for every change of what the lexer, the parser or the rows hold. */
const FORMAT = 1;
const FILES = `files-${FORMAT}.json`;
const WORDS = `words-${FORMAT}.bin`;
const LEASE = `index-${FORMAT}`;

type StoredFile = [path: string, root: number, size: number, mtimeMs: number, words: number, rows: DeclarationRow[]];

interface Stored {
  format: number;
  files: StoredFile[];
  words: string;
}

export interface Index {
  files: Map<string, IndexedFile>;
  vocabulary: Vocabulary;
}

/** What was saved last; undefined if nothing was, or if it does not hold together. */
export async function loadIndex(cache: Cache): Promise<Index | undefined> {
  const [text, numbers] = await Promise.all([cache.read(FILES), cache.read(WORDS)]);
  if (!text || !numbers) return undefined;
  try {
    const stored = JSON.parse(new TextDecoder().decode(text)) as Stored;
    if (stored.format !== FORMAT) return undefined;
    const aligned = numbers.byteOffset % 4 === 0 ? numbers : numbers.slice();
    const ids = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
    const files = new Map<string, IndexedFile>();
    let at = 0;
    for (const [path, root, size, mtimeMs, words, rows] of stored.files) {
      files.set(path, new IndexedFile(path, root, size, mtimeMs, rows, ids.subarray(at, at + words)));
      at += words;
    }
    // A pair that was not written together tells by its lengths.
    return at === ids.length ? { files, vocabulary: new Vocabulary(stored.words) } : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the index unless another process is doing so. */
export async function saveIndex(context: WorkerContext, index: Index): Promise<void> {
  const lease = await context.cache.lease(LEASE);
  if (!lease) return;
  try {
    const files: StoredFile[] = [];
    let total = 0;
    for (const file of index.files.values()) {
      files.push([file.path, file.root, file.size, file.mtimeMs, file.words.length, file.rows]);
      total += file.words.length;
    }
    const ids = new Uint32Array(total);
    let at = 0;
    for (const file of index.files.values()) {
      ids.set(file.words, at);
      at += file.words.length;
    }
    const stored: Stored = { format: FORMAT, files, words: index.vocabulary.text() };
    await context.cache.write(WORDS, new Uint8Array(ids.buffer));
    await context.cache.write(FILES, new TextEncoder().encode(JSON.stringify(stored)));
  } finally {
    await lease.release();
  }
}
