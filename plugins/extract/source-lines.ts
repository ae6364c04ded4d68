/** Reads lines by 1-based number. LF, CRLF and CR all end a line. */
import { type Files, JigError } from "../../core/host/plugin-api.ts";

/** `text` keeps the original line endings. */
export interface Excerpt {
  text: string;
  startLine: number;
  /** Clamped to the end of the file. */
  endLine: number;
  /** Total lines. Undefined if we didn't read to the end. */
  fileLines: number | undefined;
}

/** Larger files are streamed up to the last requested line. */
const READ_AT_ONCE = 16 * 1024 * 1024;
/** In UTF-16 code units. */
const LONGEST_EXCERPT = 16 * 1024 * 1024;

/** Random access to lines. */
export class SourceLines {
  private readonly text: string;
  /** Start offset of each line. */
  private readonly starts: number[];

  constructor(text: string) {
    this.text = text;
    this.starts = text === "" ? [] : [0];
    for (const next of lineEnds(text)) if (next < text.length) this.starts.push(next);
  }

  get count(): number {
    return this.starts.length;
  }

  /** Undefined past the end of the file. An empty file has one empty line. */
  excerpt(startLine: number, endLine?: number): Excerpt | undefined {
    if (this.count === 0 && startLine === 1) return { text: "", startLine: 1, endLine: 0, fileLines: 0 };
    const start = this.starts[startLine - 1];
    if (start === undefined) return undefined;
    const last = Math.min(endLine ?? this.count, this.count);
    return {
      text: this.text.slice(start, this.starts[last] ?? this.text.length),
      startLine,
      endLine: last,
      fileLines: this.count,
    };
  }
}

/** Yields the offset after each line ending. */
function* lineEnds(text: string): Generator<number> {
  let lf = text.indexOf("\n");
  let cr = text.indexOf("\r");
  while (lf >= 0 || cr >= 0) {
    const next = cr < 0 || (lf >= 0 && lf < cr) ? lf + 1 : cr + (lf === cr + 1 ? 2 : 1);
    yield next;
    if (lf >= 0 && lf < next) lf = text.indexOf("\n", next);
    if (cr >= 0 && cr < next) cr = text.indexOf("\r", next);
  }
}

/** Reads the whole file. Throws ENCODING if it's binary, plus any read errors. */
export async function readLines(files: Files, path: string): Promise<SourceLines> {
  const { text, encoding, replaced } = await files.readText(path);
  if (replaced && encoding === "utf-8" && text.includes("\0")) throw binary();
  return new SourceLines(text);
}

/** Neither UTF-8 nor free of NUL, so maybe a legacy encoding. Returning replacement characters wouldn't help. */
function binary(): JigError {
  return new JigError("ENCODING", "The file is binary, not text");
}

/** Works for files of any size. Throws ENCODING, LIMIT_EXCEEDED above 16 million characters, and any read errors. */
export async function readExcerpt(
  files: Files,
  file: { written: string; size: number },
  startLine: number,
  endLine: number | undefined,
  signal: AbortSignal,
): Promise<{ excerpt: Excerpt | undefined; fileLines: number }> {
  if (file.size <= READ_AT_ONCE) {
    const lines = await readLines(files, file.written);
    return { excerpt: lines.excerpt(startLine, endLine), fileLines: lines.count };
  }
  return await streamExcerpt(files, file.written, startLine, endLine, signal);
}

async function streamExcerpt(
  files: Files,
  path: string,
  startLine: number,
  endLine: number | undefined,
  signal: AbortSignal,
): Promise<{ excerpt: Excerpt | undefined; fileLines: number }> {
  const last = endLine ?? Number.POSITIVE_INFINITY;
  let text = "";
  let line = 1;
  /** The current line has content, so the end of the file ends it. */
  let open = false;
  for await (const chunk of decoded(files, path)) {
    signal.throwIfAborted();
    let at = 0;
    for (const { index, 0: end } of chunk.matchAll(/\r\n|\n|\r/g)) {
      const next = index + end.length;
      if (line >= startLine) text += chunk.slice(at, next);
      at = next;
      if (line === last) return { excerpt: { text, startLine, endLine: last, fileLines: undefined }, fileLines: last };
      line++;
      open = false;
    }
    if (at < chunk.length) {
      open = true;
      if (line >= startLine) text += chunk.slice(at);
    }
    if (text.length > LONGEST_EXCERPT) {
      throw new JigError("LIMIT_EXCEEDED", `The section has more than ${LONGEST_EXCERPT} characters`, {
        hint: "Request fewer lines",
      });
    }
  }
  const fileLines = open ? line : line - 1;
  // The file was truncated after we checked its size.
  if (fileLines === 0) return { excerpt: new SourceLines("").excerpt(startLine), fileLines };
  if (startLine > fileLines) return { excerpt: undefined, fileLines };
  return { excerpt: { text, startLine, endLine: fileLines, fileLines }, fileLines };
}

/** Decodes a stream without splitting CRLF. */
async function* decoded(files: Files, path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let held = "";
  for await (const bytes of files.stream(path)) {
    decoder ??= new TextDecoder(encodingOf(bytes));
    let text = held + decoder.decode(bytes, { stream: true });
    held = text.endsWith("\r") ? "\r" : "";
    if (held !== "") text = text.slice(0, -1);
    if (text !== "") yield text;
  }
  const rest = held + (decoder?.decode() ?? "");
  if (rest !== "") yield rest;
}

/** Throws ENCODING. */
function encodingOf(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    if (head.includes(0)) throw binary();
    return "windows-1252";
  }
}
