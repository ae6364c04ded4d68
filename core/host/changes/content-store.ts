/**
 * Stores the old and new contents of changed files by their hash in a single file. They are needed to finish or undo a change
 * that was interrupted.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { JigError } from "../contract/errors.ts";
import { hashOf } from "./editable-text.ts";

/** The size of a content's header, which has the hash (64 characters), the length (16 digits) and a newline. */
const HEAD = 81;

export interface ContentStore {
  add(bytes: Uint8Array): string;
  /** @throws INTERNAL if the content was never added, or is damaged */
  read(hash: string): Uint8Array;
  /** fsync */
  flush(): void;
  close(): void;
}

/** Opens or creates the store. If a process was killed while it was writing, the incomplete end is overwritten. */
export function openContents(path: string): ContentStore {
  const handle = openSync(path, "a+", 0o600);
  const { size } = fstatSync(handle);
  const { places, end } = indexOf(handle, size);
  if (size > end) ftruncateSync(handle, end);
  let at = end;
  return {
    add(bytes) {
      const hash = hashOf(bytes);
      if (places.has(hash)) return hash;
      const head = Buffer.from(`${hash}${String(bytes.length).padStart(16, "0")}\n`);
      for (const part of [head, bytes]) for (let done = 0; done < part.length; ) done += writeSync(handle, part, done);
      places.set(hash, [at + HEAD, bytes.length]);
      at += HEAD + bytes.length;
      return hash;
    },
    read(hash) {
      const place = places.get(hash);
      const bytes = place && readAt(handle, ...place);
      if (!bytes || hashOf(bytes) !== hash) throw new JigError("INTERNAL", `Saved content of ${path} is damaged`);
      return bytes;
    },
    flush: () => fsyncSync(handle),
    close: () => closeSync(handle),
  };
}

function indexOf(handle: number, size: number): { places: Map<string, [at: number, length: number]>; end: number } {
  const places = new Map<string, [number, number]>();
  let at = 0;
  while (at + HEAD <= size) {
    const head = readAt(handle, at, HEAD).toString("latin1");
    const [, hash, digits] = /^([0-9a-f]{64})(\d{16})\n$/.exec(head) ?? [];
    if (hash === undefined || at + HEAD + Number(digits) > size) break;
    places.set(hash, [at + HEAD, Number(digits)]);
    at += HEAD + Number(digits);
  }
  return { places, end: at };
}

function readAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(handle, bytes, done, length - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
