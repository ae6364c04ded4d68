/** The index on disk, shared by all processes: declarations and words of all files. */
import type { IndexBuild, SharedIndex } from "../../../core/host/plugin-api.ts";
import type { DeclarationRow } from "../database/declaration.ts";
import { IndexedFile } from "./indexed-file.ts";
import { blocksOf, numbersOf } from "./number-blocks.ts";

/** Part of every key: a new number for every change of what the lexer, the parser or the rows hold. */
export const INDEX_KEY = "index-5";
/** Which index it is, how many words follow, and how many bytes of packed members after them. */
const HEAD = 3;

type StoredFile = [
  path: string,
  root: number,
  size: number,
  mtimeMs: number,
  words: number,
  packed: number,
  rows: DeclarationRow[],
];

export interface Index {
  files: Map<string, IndexedFile>;
  /** Another number for every index that was saved: uses are saved for one. */
  number: number;
}

/** What was saved last; undefined if nothing was, or if it cannot be read. */
export async function loadIndex(shared: SharedIndex): Promise<Index | undefined> {
  const { parts } = await shared.current();
  const all = numbersOf(parts.at(-1));
  if (!all || all.length < HEAD) return undefined;
  const [number = 0, total = 0, packedBytes = 0] = all;
  const packedAt = HEAD + total;
  const rowsAt = packedAt + Math.ceil(packedBytes / 4);
  if (rowsAt > all.length) return undefined;
  const bytes = new Uint8Array(all.buffer, all.byteOffset, all.byteLength);
  try {
    const stored = JSON.parse(new TextDecoder().decode(bytes.subarray(rowsAt * 4))) as StoredFile[];
    const files = new Map<string, IndexedFile>();
    let wordAt = HEAD;
    let byteAt = packedAt * 4;
    for (const [path, root, size, mtimeMs, words, packed, rows] of stored) {
      const parts = { path, root, size, mtimeMs, rows };
      wordAt += words;
      byteAt += packed;
      const own = { packed: bytes.subarray(byteAt - packed, byteAt), words: all.subarray(wordAt - words, wordAt) };
      files.set(path, new IndexedFile({ ...parts, ...own }, true));
    }
    return { files, number };
  } catch {
    return undefined;
  }
}

/** Publishes the index and returns the number under which it was saved. */
export async function saveIndex(build: IndexBuild, indexed: ReadonlyMap<string, IndexedFile>): Promise<number> {
  const files: StoredFile[] = [];
  let total = 0;
  let packedBytes = 0;
  for (const { path, root, size, mtimeMs, words, packed, rows } of indexed.values()) {
    files.push([path, root, size, mtimeMs, words.length, packed.length, rows]);
    total += words.length;
    packedBytes += packed.length;
  }
  const words = new Uint32Array(total);
  const packed = new Uint8Array(packedBytes);
  let wordAt = 0;
  let byteAt = 0;
  for (const file of indexed.values()) {
    words.set(file.words, wordAt);
    packed.set(file.packed, byteAt);
    wordAt += file.words.length;
    byteAt += file.packed.length;
  }
  const number = (Math.random() * 0x1_0000_0000) >>> 0;
  const head = Uint32Array.of(number, total, packedBytes);
  await build.publish([blocksOf([head, words, packed, new TextEncoder().encode(JSON.stringify(files))])], []);
  return number;
}
