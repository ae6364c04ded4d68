/** Rewrites the output of ripgrep as that of GNU grep. */
import type { CommandIo } from "../../../core/host/plugin-api.ts";
import { has, type ReadWords } from "./flag-reader.ts";

const SUMMARIES = ["count", "files-with-matches", "files-without-match"];
const TOLD =
  /^(?:(.*): )?(?:binary file matches|WARNING: stopped searching binary file after match) \(found "\\0" byte around offset (\d+)\)\r?\n?$/;
const FIRST_BUFFER = 96 * 1024;
const BINARY = Buffer.from("binary file matches (found ");
const STOPPED = Buffer.from("WARNING: stopped searching binary file");

/** With -z, ripgrep ends names and counts with NUL. GNU grep does that only for lines of text. */
export function withNewlines(lines: Buffer, read: ReadWords): Buffer {
  if (!has(read, "null-data") || !has(read, ...SUMMARIES)) return lines;
  const text = lines.toString("latin1");
  if (!has(read, "null")) return Buffer.from(text.replaceAll("\0", "\n"), "latin1");
  return has(read, "count") ? Buffer.from(text.replace(/(?<=\0\d+)\0/g, "\n"), "latin1") : lines;
}

/** Removes names that end in NUL from the start of lines. A separator between groups has no name. */
export function withoutNames(lines: Buffer): Buffer {
  return Buffer.from(lines.toString("latin1").replace(/^(?!--$)[^\0]*\0/gm, ""), "latin1");
}

/** Replaces the name that ripgrep uses for stdin with that of GNU grep. */
export function withInputNamed(lines: Buffer): Buffer {
  const text = lines.toString("latin1").replace(/^<stdin>(?=[:\n\0-])/gm, "(standard input)");
  return Buffer.from(text, "latin1");
}

/** Moves messages about binary files. GNU grep prints them to stderr, whereas ripgrep prints them between the lines. */
export function withoutBinary(lines: Buffer, io: CommandIo, silent: boolean): Buffer {
  if (!lines.includes(BINARY) && !lines.includes(STOPPED)) return lines;
  const left: Buffer[] = [];
  for (let start = 0; start < lines.length; ) {
    const newline = lines.indexOf(0x0a, start);
    const end = newline < 0 ? lines.length : newline + 1;
    const line = lines.subarray(start, end);
    const text = line.includes(BINARY) || line.includes(STOPPED) ? line.toString("utf8") : "";
    const [whole, path, at] = TOLD.exec(text) ?? [];
    start = end;
    if (whole === undefined) {
      left.push(line);
      continue;
    }
    const name = path === undefined ? "" : `${path}: `;
    if (!silent) io.error(`grep: ${name}binary file matches`);
    // GNU grep decides whether a file is binary by looking for NUL in the first buffer, before it prints anything.
    const own = (each: Buffer | undefined) => path === undefined || each?.toString("utf8", 0, path.length) === path;
    if (Number(at) < FIRST_BUFFER) while (left.length > 0 && own(left.at(-1))) left.pop();
  }
  return Buffer.concat(left);
}

export function complaint(line: string): string {
  const missing = /^rg: (.*?): (?:IO error for operation on .*: )?(.*?) \(os error \d+\)$/.exec(line);
  if (missing) return `grep: ${missing[1]}: ${missing[2]}`;
  return line.replace(/^rg: /, "grep: ");
}
