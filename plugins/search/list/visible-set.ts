/**
 * Provides the files that are not ignored, by directory. It is a view of ripgrep's output, because a million strings would take
 * up more memory than the listing itself.
 */
import { isUtf8 } from "node:buffer";
import { slashed } from "../../../core/host/plugin-api.ts";
import { bufferOf } from "./entry-table.ts";

const NUL = 0;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
/** Decoders replace invalid bytes with this. */
const REPLACED = Buffer.from("\ufffd");

export class VisibleSet {
  /** The files whose names are not valid UTF-8. */
  readonly unlisted: string[] = [];
  /** Every directory that has a visible file somewhere below it. */
  readonly directories = new Set<string>();
  /** The total number of bytes and entries. */
  readonly length: number;
  readonly count: number;
  private readonly bytes: Buffer;
  /**
   * The start and end of each run of a directory's files in `bytes`. ripgrep uses several threads, so a directory may have more
   * than one run.
   */
  private readonly runs = new Map<string, number[]>();

  /** Creates the set. @param visible NUL-terminated absolute paths */
  constructor(visible: Uint8Array) {
    this.bytes = bufferOf(visible);
    this.length = visible.length;
    if (slashed("\\") === "/")
      for (let at = 0; at < visible.length; at++) if (visible[at] === BACKSLASH) visible[at] = SLASH;
    const clean = isUtf8(this.bytes) && !this.bytes.includes(REPLACED);
    let count = 0;
    let runs: number[] = [];
    // The start and length of the run's directory. Before the first file, the length matches nothing.
    let [folder, length] = [0, -1];
    for (let at = 0, start = 0, slash = 0; at < visible.length; at++) {
      if (visible[at] === SLASH) slash = at;
      if (visible[at] !== NUL) continue;
      count++;
      if (!clean && !this.isText(start, at)) length = -1;
      else if (slash - start === length && equal(visible, folder, start, length)) runs[runs.length - 1] = at;
      else {
        [folder, length] = [start, slash - start];
        runs = this.runsOf(this.bytes.toString("utf8", start, slash));
        runs.push(start, at);
      }
      start = at + 1;
    }
    this.count = count;
  }

  /** Returns the names of the visible files that are directly in this directory. */
  namesIn(directory: string): Set<string> {
    const names = new Set<string>();
    const runs = this.runs.get(directory) ?? [];
    for (let at = 0; at < runs.length; at += 2) {
      const run = this.bytes.toString("utf8", runs[at], runs[at + 1]);
      for (const name of run.slice(directory.length + 1).split(`\0${directory}/`)) names.add(name);
    }
    return names;
  }

  private isText(start: number, end: number): boolean {
    const path = this.bytes.subarray(start, end);
    if (isUtf8(path) && !path.includes(REPLACED)) return true;
    this.unlisted.push(path.toString("utf8"));
    return false;
  }

  private runsOf(folder: string): number[] {
    const known = this.runs.get(folder);
    if (known) return known;
    const runs: number[] = [];
    this.runs.set(folder, runs);
    for (let path = folder; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
      if (this.directories.has(path)) break;
      this.directories.add(path);
    }
    return runs;
  }
}

function equal(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}
