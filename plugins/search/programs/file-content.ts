/**
 * Reads the files that are named in the arguments of cat, head, tail and wc, either completely or only some lines
 * (`FILE:10-20`).
 */
import { type CommandIo, type Context, JigError, TimeSlice } from "../../../core/host/plugin-api.ts";
import { checkOperand, problemOf } from "./operands.ts";

export const NEWLINE = 0x0a;
/** Maximum time to run without yielding the thread, in ms. */
const WORKING_MS = 50;

export interface Content {
  /** The name as the user wrote it, or `-` for stdin. */
  shown: string;
  bytes(): AsyncIterable<Uint8Array>;
  /** The line numbers, starting at 1. Undefined for the whole file. */
  lines?: { first: number; last: number };
  /** Undefined for stdin and for folders. */
  size: number | undefined;
}

/** Reports read errors under the name of the program, and counts them. */
export class Faults {
  private readonly io: CommandIo;
  private readonly sentence: (shown: string, why: string) => string;
  count = 0;

  constructor(io: CommandIo, sentence = (shown: string, why: string) => `${shown}: ${why}`) {
    this.io = io;
    this.sentence = sentence;
  }

  add(shown: string, why: string): void {
    this.count++;
    this.io.error(`${this.io.info.name}: ${this.sentence(shown, why)}`);
  }

  /** Runs a function that reads the content of a file. Returns false once the output has been closed. */
  async reading(shown: string, read: () => Promise<boolean>): Promise<boolean> {
    try {
      return await read();
    } catch (error) {
      this.add(shown, problemOf(error));
      return true;
    }
  }
}

/** Returns the content that each of the arguments refers to. */
export async function contentsOf(
  words: readonly string[],
  faults: Faults,
  io: CommandIo,
  context: Context,
): Promise<Content[]> {
  const contents: Content[] = [];
  for (const word of words.length > 0 ? words : ["-"]) {
    if (word === "-") {
      contents.push({ shown: "-", bytes: () => paced(io.input(), context), size: undefined });
      continue;
    }
    const [file, lines] = await placeIn(word, io, context);
    const operand = await checkOperand(file, io, context);
    const { absolute, problem = "" } = operand;
    if (absolute === undefined) faults.add(word, problem);
    else if (operand.kind === "directory") contents.push({ shown: word, bytes: folderBytes, size: undefined });
    else {
      const { size } = await context.files.stat(absolute);
      const bytes = () => paced(context.files.stream(absolute), context);
      contents.push({ shown: word, bytes, size, ...(lines && { lines }) });
    }
  }
  return contents;
}

/** Opens the content, and throws an error if that fails. */
export async function opened(content: Content): Promise<Content> {
  if (content.bytes === folderBytes) return content;
  const chunks = content.bytes()[Symbol.asyncIterator]();
  const first = await chunks.next();
  return {
    ...content,
    async *bytes() {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
    },
  };
}

/** A folder can be opened but not read. */
function folderBytes(): AsyncIterable<Uint8Array> {
  throw new JigError("NOT_A_FILE", "Is a directory");
}

/** Parses `FILE:10-20`, `FILE:10` and `FILE:10:5`, unless there is a file with exactly that name. */
async function placeIn(word: string, io: CommandIo, context: Context): Promise<[string, Content["lines"]]> {
  const [, file = "", from = "", to] = /^(.+?):(\d+)(?:-(\d+)|:\d+)?:?$/.exec(word) ?? [];
  if (file === "" || (await checkOperand(word, io, context)).absolute !== undefined) return [word, undefined];
  const first = Math.max(1, Number(from));
  return [file, { first, last: to === undefined ? first : Number(to) }];
}

/** Yields the chunks, with pauses in between so that a cancellation is noticed. */
async function* paced(chunks: AsyncIterable<Uint8Array>, { signal }: Context): AsyncGenerator<Uint8Array> {
  const slice = new TimeSlice({ ms: WORKING_MS, steps: 1, signal });
  for await (const chunk of chunks) {
    yield chunk;
    if (slice.over) await slice.pause();
  }
}

/** Yields whole lines including their line ends. The last line may not have one. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  for await (const part of partsOfLines(chunks)) {
    rest.push(part);
    if (part.at(-1) !== NEWLINE) continue;
    yield Buffer.concat(rest);
    rest = [];
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** Yields lines in several parts, because a line may not fit into memory. */
export async function* partsOfLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield chunk.subarray(start, end + 1);
      start = end + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }
}

/** Yields the bytes of certain lines. */
export async function* bytesOf({ bytes, lines }: Content): AsyncGenerator<Uint8Array> {
  if (!lines) {
    yield* bytes();
    return;
  }
  let number = 1;
  for await (const part of partsOfLines(bytes())) {
    if (number >= lines.first) yield part;
    if (part.at(-1) !== NEWLINE) continue;
    if (number >= lines.last) return;
    number++;
  }
}

/** Combines small pieces into one write. */
export class BlockWriter {
  private readonly io: CommandIo;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(io: CommandIo) {
    this.io = io;
  }

  /** Returns false once the output has been closed. */
  async write(part: Uint8Array | string): Promise<boolean> {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    this.parts.push(bytes);
    this.length += bytes.length;
    return this.length < 65_536 ? true : await this.flush();
  }

  async flush(): Promise<boolean> {
    const { parts } = this;
    this.parts = [];
    this.length = 0;
    return parts.length === 0 ? true : await this.io.write(Buffer.concat(parts));
  }
}
