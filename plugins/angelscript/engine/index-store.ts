/** The index between runs: declarations as JSON and vocabulary as numbers, one entry of the plugin's cache. */
import type { Cache, WorkerContext } from "../../../core/host/plugin-api.ts";
import type { DeclarationRow } from "../database/record.ts";
import { IndexedFile } from "./indexed-file.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Part of every key: a new number for every change of what the lexer, the parser or the rows hold. */
const FORMAT = 3;
const INDEX = `index-${FORMAT}.bin`;
const LEASE = `index-${FORMAT}`;
/** Before the words stand their number and the sum of all that follows the sum. */
const HEAD = 2;

type StoredFile = [path: string, root: number, size: number, mtimeMs: number, words: number, rows: DeclarationRow[]];

interface Stored {
  files: StoredFile[];
  words: string;
}

export interface Index {
  files: Map<string, IndexedFile>;
  vocabulary: Vocabulary;
}

/** What was saved last; undefined if nothing was, or if a bit of it is not as it was written. */
export async function loadIndex(cache: Cache): Promise<Index | undefined> {
  const bytes = await cache.read(INDEX);
  if (!bytes || bytes.byteLength < HEAD * 4 || bytes.byteLength % 4 !== 0) return undefined;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const all = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  const [sum = 0, total = 0] = all;
  if (sum !== sumOf(all.subarray(1)) || HEAD + total > all.length) return undefined;
  try {
    const stored = JSON.parse(new TextDecoder().decode(aligned.subarray((HEAD + total) * 4))) as Stored;
    const files = new Map<string, IndexedFile>();
    let at = HEAD;
    for (const [path, root, size, mtimeMs, words, rows] of stored.files) {
      files.set(path, new IndexedFile(path, root, size, mtimeMs, rows, all.subarray(at, at + words)));
      at += words;
    }
    return { files, vocabulary: new Vocabulary(stored.words) };
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
    const stored: Stored = { files, words: index.vocabulary.text() };
    const json = new TextEncoder().encode(JSON.stringify(stored));
    const all = new Uint32Array(HEAD + total + Math.ceil(json.length / 4));
    const bytes = new Uint8Array(all.buffer);
    // What is left of the last number is blank: JSON may end in blanks.
    bytes.fill(32, bytes.length - 4);
    bytes.set(json, (HEAD + total) * 4);
    let at = HEAD;
    for (const file of index.files.values()) {
      all.set(file.words, at);
      at += file.words.length;
    }
    all[1] = total;
    all[0] = sumOf(all.subarray(1));
    await context.cache.write(INDEX, bytes);
  } finally {
    await lease.release();
  }
}

/** Tells accidents, not intent: 30 MB in some milliseconds. */
function sumOf(numbers: Uint32Array): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < numbers.length; at++) sum = Math.imul(sum ^ (numbers[at] as number), 0x01000193);
  return sum >>> 0;
}
