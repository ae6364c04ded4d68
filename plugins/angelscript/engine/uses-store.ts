/** Uses of names between runs: what binding all files took seconds for, saved for one index and one source of native types. */
import type { Cache } from "../../../core/host/plugin-api.ts";
import { isUnresolved, STRIDE, type SymbolKeys, unresolvedTarget } from "../binding/references.ts";
import type { IndexedFile } from "./indexed-file.ts";
import { readSummed, writeSummed } from "./summed.ts";

/** A new number for every change of what binding gives. */
const FORMAT = 1;
const USES = `uses-${FORMAT}.bin`;
/** The index's number, how many files, how many numbers of uses, how many keys. */
const HEAD = 4;
/** No name and no type has it in it. */
const BETWEEN = "\0";

/** What uses hold for. */
export interface UsesOf {
  /** Of the index that was saved (see index-store.ts). */
  index: number;
  /** Of the native types: the same text for the same types. */
  native: string;
  /** The files of that index, in its order. */
  files: readonly IndexedFile[];
}

/** Fills in the uses of files that are as they were saved. */
export async function loadUses(cache: Cache, { index, native, files }: UsesOf, keys: SymbolKeys): Promise<void> {
  const all = await readSummed(cache, USES);
  if (!all || all.length < HEAD || all[0] !== index || all[1] !== files.length) return;
  const [, , total, keyCount] = all as unknown as [number, number, number, number];
  const usesAt = HEAD + files.length;
  const keysAt = usesAt + total;
  if (keysAt > all.length) return;
  const text = new TextDecoder().decode(
    new Uint8Array(all.buffer, all.byteOffset + keysAt * 4, all.byteLength - keysAt * 4),
  );
  const [savedNative, ...saved] = text.trimEnd().split(BETWEEN);
  if (savedNative !== native || saved.length !== keyCount) return;
  const uses = new Int32Array(all.buffer, all.byteOffset + usesAt * 4, total);
  renumber(
    uses,
    Int32Array.from(saved, (key) => keys.number(key)),
  );
  let at = 0;
  for (const [order, file] of files.entries()) {
    const length = all[HEAD + order] as number;
    if (file.isAsSaved && length > 0) file.uses ??= uses.subarray(at, at + length);
    at += length;
  }
}

/** From the numbers of saved keys to those of today. */
function renumber(uses: Int32Array, numbers: Int32Array): void {
  if (numbers.every((number, index) => number === index)) return;
  for (let at = STRIDE - 1; at < uses.length; at += STRIDE) {
    const target = uses[at] as number;
    if (target >= 0) uses[at] = numbers[target] as number;
    else if (isUnresolved(target)) uses[at] = unresolvedTarget(numbers[unresolvedTarget(target)] as number);
  }
}

export async function saveUses(cache: Cache, { index, native, files }: UsesOf, keys: SymbolKeys): Promise<void> {
  const counts = Uint32Array.from(files, (file) => file.uses?.length ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const uses = new Int32Array(total);
  let at = 0;
  for (const file of files) {
    if (!file.uses) continue;
    uses.set(file.uses, at);
    at += file.uses.length;
  }
  const head = Uint32Array.of(index, files.length, total, keys.size);
  const text = new TextEncoder().encode([native, ...keys.all()].join(BETWEEN));
  await writeSummed(cache, USES, [head, counts, uses, text]);
}
