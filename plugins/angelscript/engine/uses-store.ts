/** Uses of names between runs: what binding all files took seconds for, saved for one index and one source of native types. */
import type { SharedIndex } from "../../../core/host/plugin-api.ts";
import type { SymbolKeys } from "../binding/symbol-keys.ts";
import type { IndexedFile } from "./indexed-file.ts";
import { blocksOf, numbersOf } from "./number-blocks.ts";

/** A new number for every change of what binding gives. */
export const USES_KEY = "uses-5";
/** Lengths of what follows, in order; `native` and `keys` in bytes. */
const HEAD = ["index", "files", "uses", "keyCount", "slots", "native", "keys"] as const;

/** The state for which the uses are valid. */
export interface SavedUses {
  /** Number of the saved index (see index-store.ts). */
  index: number;
  /** Stamp of the native types: the same text for the same types. */
  native: string;
  /** The files of that index, in its order. */
  files: readonly IndexedFile[];
}

/** Fills in the uses of files that are as they were saved, and begins `keys`, which must still be empty, with the saved ones. */
export async function loadUses(
  shared: SharedIndex,
  { index, native, files }: SavedUses,
  keys: SymbolKeys,
): Promise<void> {
  const { parts } = await shared.current();
  const all = numbersOf(parts.at(-1));
  if (!all || all.length < HEAD.length || all[0] !== index || all[1] !== files.length) return;
  const [, , usesCount = 0, keyCount = 0, slotCount = 0, nativeBytes = 0, keyBytes = 0] = all;
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
  const counts = take(files.length);
  const uses = signed(take(usesCount));
  const saved = { hashes: signed(take(keyCount)), ends: take(keyCount), slots: take(slotCount) };
  if (new TextDecoder().decode(takeBytes(nativeBytes)) !== native) return;
  if (!keys.start({ ...saved, bytes: takeBytes(keyBytes) })) return;
  let from = 0;
  for (const [order, file] of files.entries()) {
    const length = counts[order] as number;
    if (file.isAsSaved && length > 0) file.uses ??= uses.subarray(from, from + length);
    from += length;
  }
}

/** Saves nothing while another process does. */
export async function saveUses(
  shared: SharedIndex,
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
  const build = await shared.build();
  try {
    await build?.publish([blocksOf([head, counts, uses, hashes, ends, slots, nativeBytes, bytes])], []);
  } finally {
    await build?.release();
  }
}
