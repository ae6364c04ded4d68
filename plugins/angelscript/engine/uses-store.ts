/** Saves uses between runs, since binding a large project takes seconds. They belong to one index and one set of native types. */
import type { IndexBuild, PublishedIndex, SharedIndex } from "../../../core/host/plugin-api.ts";
import type { SavedKeys, SymbolKeys } from "../binding/symbol-keys.ts";
import type { IndexedFile } from "./indexed-file.ts";
import { blocksOf, numbersOf } from "./number-blocks.ts";

/** Increase this number when the output of the binder changes. */
export const USES_KEY = "uses-6";
/** The lengths of the blocks that follow. `native` and `keys` are in bytes. */
const HEAD = ["index", "files", "uses", "keyCount", "slots", "native", "keys"] as const;

type Part = Parameters<typeof numbersOf>[0];

interface Blocks {
  counts: Uint32Array;
  uses: Int32Array;
  types: string;
  saved: SavedKeys;
}

/** If any of these has changed, the saved uses are out of date. */
export interface SavedUses {
  /** The index's number, see index-store.ts. */
  index: number;
  /** The identity of the native types. */
  native: string;
  /** The files in the order of the index. */
  files: readonly IndexedFile[];
}

/** Sets the uses of files that haven't changed. `keys` must be empty, because it starts with the saved ones. */
export async function loadUses(
  shared: SharedIndex,
  { index, native, files }: SavedUses,
  keys: SymbolKeys,
): Promise<void> {
  const { parts } = await shared.current();
  const all = numbersOf(parts.at(-1));
  if (!all || all.length < HEAD.length || all[0] !== index || all[1] !== files.length) return;
  const { counts, uses, types, saved } = blocksIn(all);
  if (types !== native || !keys.start(saved)) return;
  let from = 0;
  for (const [order, file] of files.entries()) {
    const length = counts[order] as number;
    if (file.isAsSaved && length > 0) file.uses ??= uses.subarray(from, from + length);
    from += length;
  }
}

function blocksIn(all: Uint32Array): Blocks {
  const [, files = 0, usesCount = 0, keyCount = 0, slotCount = 0, nativeBytes = 0, keyBytes = 0] = all;
  let at: number = HEAD.length;
  const take = (count: number): Uint32Array => {
    at += count;
    return all.subarray(at - count, at);
  };
  const takeBytes = (count: number): Uint8Array => {
    const { buffer, byteOffset } = take(Math.ceil(count / 4));
    return new Uint8Array(buffer, byteOffset, count);
  };
  const signed = ({ buffer, byteOffset, length }: Uint32Array) => new Int32Array(buffer, byteOffset, length);
  const counts = take(files);
  const uses = signed(take(usesCount));
  const hashes = signed(take(keyCount));
  const [ends, slots] = [take(keyCount), take(slotCount)];
  const types = new TextDecoder().decode(takeBytes(nativeBytes));
  return { counts, uses, types, saved: { hashes, ends, slots, bytes: takeBytes(keyBytes) } };
}

/**
 * Returns the number of unchanged files for which a part has uses. It is 0 if the part belongs to another index or to other
 * native types.
 */
export function filesWithUses({ parts }: PublishedIndex, { index, native, files }: SavedUses): number {
  const all = numbersOf(parts.at(-1));
  if (!all || all.length < HEAD.length || all[0] !== index || all[1] !== files.length) return 0;
  const { counts, types } = blocksIn(all);
  return types === native ? files.filter((file, order) => file.isAsSaved && counts[order] !== 0).length : 0;
}

export async function saveUses(
  build: IndexBuild,
  { index, native, files }: SavedUses,
  keys: SymbolKeys,
): Promise<void> {
  const counts = Uint32Array.from(files, (file) => file.uses?.length ?? 0);
  const uses = new Int32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const file of files) {
    if (!file.uses) continue;
    uses.set(file.uses, at);
    at += file.uses.length;
  }
  const { hashes, ends, slots, bytes } = keys.packed();
  const nativeBytes = new TextEncoder().encode(native);
  const head = Uint32Array.of(
    index,
    files.length,
    uses.length,
    ends.length,
    slots.length,
    nativeBytes.length,
    bytes.length,
  );
  const blocks = blocksOf([head, counts, uses, hashes, ends, slots, nativeBytes, bytes]);
  const published = await build.publish([blocks], []);
  const mapped = publishedBlocks(published.parts.at(-1), uses, bytes);
  if (mapped) readPublished(mapped, files, keys);
}

/** Returns undefined if another process has published since then, because its keys have other numbers. */
function publishedBlocks(part: Part, uses: Int32Array, keys: Uint8Array): Blocks | undefined {
  const all = numbersOf(part);
  if (!all || all[2] !== uses.length || all[6] !== keys.length) return undefined;
  const blocks = blocksIn(all);
  const isSame = Buffer.compare(bytesOf(blocks.uses), bytesOf(uses)) === 0;
  return isSame && Buffer.compare(blocks.saved.bytes, keys) === 0 ? blocks : undefined;
}

/** Switches to the data that is mapped into memory, which all processes share. */
function readPublished({ uses, saved }: Blocks, files: readonly IndexedFile[], keys: SymbolKeys): void {
  keys.continueAs(saved);
  let at = 0;
  for (const file of files) {
    const length = file.uses?.length ?? 0;
    if (length > 0) file.uses = uses.subarray(at, at + length);
    at += length;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
