/** Stores the index of all declarations and words on disk, which all jig processes share. */
import type { IndexBuild, SharedIndex } from "../../../core/host/plugin-api.ts";
import type { DeclarationRow } from "../database/declaration.ts";
import { IndexedFile } from "./indexed-file.ts";
import { aligned, blocksOf, joined, numbersOf } from "./number-blocks.ts";

/** Increase this number when the output of the lexer, the parser or the rows changes. */
export const INDEX_KEY = "index-8";
/** The index's number, the number of words, and the size of the packed members in bytes. */
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
  /** A number that is unique for each saved index. The saved uses refer to it. */
  number: number;
}

/** Returns undefined if there is no index or it can't be read. */
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

/** The rows are written in chunks, because a single string would need twice as much memory. */
const FILES_A_CHUNK = 512;

/** Publishes the index with a new number. After that, the files use the copy that is mapped into memory. */
export async function saveIndex(build: IndexBuild, indexed: ReadonlyMap<string, IndexedFile>): Promise<number> {
  const files = [...indexed.values()];
  const words = files.map((file) => file.words);
  const packed = files.map((file) => file.packed);
  const lengthOf = (lists: readonly { length: number }[]) => lists.reduce((sum, { length }) => sum + length, 0);
  const number = (Math.random() * 0x1_0000_0000) >>> 0;
  const total = lengthOf(words);
  const head = Uint32Array.of(number, total, lengthOf(packed));
  const chunks = [
    ...blocksOf([head]),
    ...aligned(joined(words)),
    ...aligned(joined(packed)),
    ...aligned([...rowChunks(files)]),
  ];
  const { parts } = await build.publish([chunks], []);
  const all = numbersOf(parts.at(-1));
  // Another process may have published its own index in the meantime.
  if (all?.[0] === number) readPublished(all, total, files);
  return number;
}

function* rowChunks(files: readonly IndexedFile[]): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < files.length; at += FILES_A_CHUNK) {
    const some = files
      .slice(at, at + FILES_A_CHUNK)
      .map(({ path, root, size, mtimeMs, words, packed, rows }): StoredFile => {
        return [path, root, size, mtimeMs, words.length, packed.length, rows];
      });
    yield encoder.encode(`${at === 0 ? "[" : ","}${JSON.stringify(some).slice(1, -1)}`);
  }
  yield encoder.encode(files.length === 0 ? "[]" : "]");
}

/** Replaces the words and members by views of the file that is mapped into memory. */
function readPublished(all: Uint32Array, total: number, files: readonly IndexedFile[]): void {
  const bytes = new Uint8Array(all.buffer, all.byteOffset, all.byteLength);
  let wordAt = HEAD;
  let byteAt = (HEAD + total) * 4;
  for (const file of files) {
    file.words = all.subarray(wordAt, wordAt + file.words.length);
    file.packed = bytes.subarray(byteAt, byteAt + file.packed.length);
    wordAt += file.words.length;
    byteAt += file.packed.length;
  }
}
