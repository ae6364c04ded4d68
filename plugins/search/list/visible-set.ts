/**
 * The set of files that are not ignored. This wraps ripgrep's output as is, because a million strings would take up more
 * memory than the listing itself.
 */
import { isUtf8 } from "node:buffer";
import { slashed } from "../../../core/host/plugin-api.ts";
import { bufferOf } from "./entry-table.ts";

const NUL = 0;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
/** Decoders replace invalid bytes with this */
const REPLACED = Buffer.from("\ufffd");

export class VisibleSet {
  /** Files with names that are not valid UTF-8 */
  readonly unlisted: string[] = [];
  /** Every directory with a visible file somewhere below */
  readonly directories = new Set<string>();
  /** Bytes and entries in total */
  readonly length: number;
  readonly count: number;
  private readonly bytes: Buffer;
  /** Open addressing. A slot holds the start of a path in `bytes`, plus one; 0 is empty. */
  private readonly table: Uint32Array;
  private probe = Buffer.alloc(4096);

  /** @param visible NUL-terminated absolute paths */
  constructor(visible: Uint8Array) {
    this.bytes = bufferOf(visible);
    if (slashed("\\") === "/")
      for (let at = 0; at < visible.length; at++) if (visible[at] === BACKSLASH) visible[at] = SLASH;
    let count = 0;
    for (let at = 0; at < visible.length; at++) if (visible[at] === NUL) count++;
    this.length = visible.length;
    this.count = count;
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2(count * 2 + 2)));
    const clean = isUtf8(this.bytes) && !this.bytes.includes(REPLACED);
    let folder = "";
    for (let start = 0, end = 0; start < this.bytes.length; start = end + 1) {
      end = this.bytes.indexOf(NUL, start);
      if (end < 0) break;
      const path = this.bytes.subarray(start, end);
      if (!clean && (!isUtf8(path) || path.includes(REPLACED))) {
        this.unlisted.push(path.toString("utf8"));
        continue;
      }
      this.insert(start, end);
      const slash = path.lastIndexOf(SLASH);
      const own = slash === folder.length && path.toString("latin1", 0, slash) === folder;
      if (own) continue;
      folder = path.toString("latin1", 0, slash);
      this.addFolders(path.toString("utf8", 0, slash));
    }
  }

  has(path: string): boolean {
    if (path.length * 3 > this.probe.length) this.probe = Buffer.alloc(path.length * 3);
    const length = this.probe.write(path, 0, "utf8");
    for (let slot = this.hash(this.probe, 0, length); ; slot = (slot + 1) & (this.table.length - 1)) {
      const start = this.table[slot]! - 1;
      if (start < 0) return false;
      if (this.bytes[start + length] !== NUL) continue;
      if (this.bytes.compare(this.probe, 0, length, start, start + length) === 0) return true;
    }
  }

  private insert(start: number, end: number): void {
    let slot = this.hash(this.bytes, start, end);
    while (this.table[slot] !== 0) slot = (slot + 1) & (this.table.length - 1);
    this.table[slot] = start + 1;
  }

  /** FNV-1a. We only use the low bits, hence the upper half is folded in. */
  private hash(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.table.length - 1);
  }

  private addFolders(folder: string): void {
    for (let path = folder; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
      if (this.directories.has(path)) return;
      this.directories.add(path);
    }
  }
}
