/** Content of named files for cat, head, tail and wc: all bytes, or some lines (`FILE:10-20`). */
import { type CommandIo, type Context, toJigError } from "../../../core/host/plugin-api.ts";
import { checkOperand } from "./operands.ts";

export interface Content {
  /** As written; `-` for stdin. */
  shown: string;
  bytes(): AsyncIterable<Uint8Array>;
  /** Lines to take, from 1; the whole file without them. */
  lines?: { first: number; last: number };
  /** Undefined for stdin. */
  size: number | undefined;
}

/** The content that each word names. A fault is reported under the program's name and counted. */
export async function contentsOf(
  words: readonly string[],
  program: string,
  io: CommandIo,
  context: Context,
): Promise<{ contents: Content[]; faults: number }> {
  const contents: Content[] = [];
  let faults = 0;
  const fail = (shown: string, why: string) => {
    faults++;
    io.error(`${program}: ${shown}: ${why}`);
  };
  for (const word of words.length > 0 ? words : ["-"]) {
    if (word === "-") {
      contents.push({ shown: "-", bytes: () => io.input(), size: undefined });
      continue;
    }
    const [file, lines] = await placeIn(word, io, context);
    const operand = await checkOperand(file, io, context);
    const { absolute } = operand;
    if (absolute === undefined) fail(word, "No such file or directory");
    else if (operand.kind === "directory") fail(word, "Is a directory");
    else {
      const { size } = await context.files.stat(absolute);
      contents.push({ shown: word, bytes: () => context.files.stream(absolute), size, ...(lines && { lines }) });
    }
  }
  return { contents, faults };
}

/** `FILE:10-20`, `FILE:10` and `FILE:10:5`, unless a file has that very name. */
async function placeIn(word: string, io: CommandIo, context: Context): Promise<[string, Content["lines"]]> {
  const [, file = "", from = "", to] = /^(.+?):(\d+)(?:-(\d+)|:\d+)?:?$/.exec(word) ?? [];
  if (file === "" || (await checkOperand(word, io, context)).absolute !== undefined) return [word, undefined];
  const first = Math.max(1, Number(from));
  return [file, { first, last: to === undefined ? first : Number(to) }];
}

const NEWLINE = 0x0a;

/** Whole lines, each with its end but perhaps the last. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
    let start = 0;
    for (let end = all.indexOf(NEWLINE); end >= 0; end = all.indexOf(NEWLINE, start)) {
      yield all.subarray(start, end + 1);
      start = end + 1;
    }
    rest = all.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

/** The bytes of a content, cut to its lines. */
export async function* bytesOf({ bytes, lines }: Content): AsyncGenerator<Uint8Array> {
  if (!lines) {
    yield* bytes();
    return;
  }
  let number = 0;
  for await (const line of linesOf(bytes())) {
    number++;
    if (number >= lines.first) yield line;
    if (number >= lines.last) return;
  }
}

/** Collects small pieces into one write. */
export class BlockWriter {
  private readonly io: CommandIo;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(io: CommandIo) {
    this.io = io;
  }

  /** False: the reader has left. */
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

/** Reads a content, and reports what goes wrong in the meantime. False: the reader has left. */
export async function reading(
  program: string,
  shown: string,
  io: CommandIo,
  read: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await read();
  } catch (error) {
    io.error(`${program}: ${shown}: ${toJigError(error).message}`);
    return true;
  }
}
