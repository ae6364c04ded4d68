/** Reads the input of cat, head, tail and wc, which may be whole files or only some of their lines (`FILE:10-20`). */
import { type CommandIo, type Context, hasRawBytes, JigError, TimeSlice } from "../../../core/host/plugin-api.ts";
import { checkOperand, NULL_DEVICE, problemOf } from "./operands.ts";

export const NEWLINE = 0x0a;
/** The time to work before we yield the thread, in ms. */
const WORKING_MS = 50;

export interface Content {
  /** The name as the user wrote it. `-` is stdin. */
  shown: string;
  bytes(): AsyncIterable<Uint8Array>;
  /** The lines, which start at 1 and include the last one. If this is omitted, it is the whole file. */
  lines?: { first: number; last: number };
  /** The size, which is not known for stdin and folders. */
  size: number | undefined;
}

/** Prints and counts read errors. Messages start with the program's name, as usual. */
export class Faults {
  private readonly io: CommandIo;
  private readonly sentence: (shown: string, why: string) => string;
  count = 0;

  constructor(io: CommandIo, sentence = (shown: string, why: string) => `${shown || "''"}: ${why}`) {
    this.io = io;
    this.sentence = sentence;
  }

  add(shown: string, why: string): void {
    this.count++;
    this.io.error(`${this.io.info.name}: ${this.sentence(shown, why)}`);
  }

  /** Runs `read` and reports its error, if there is one. Returns false once the output has been closed, for example by `| head`. */
  async reading(shown: string, read: () => Promise<boolean>): Promise<boolean> {
    try {
      return await read();
    } catch (error) {
      this.add(shown, problemOf(error));
      return true;
    }
  }
}

/** Resolves arguments to contents. */
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
    if (word === NULL_DEVICE) {
      contents.push({ shown: word, bytes: nothing, size: undefined });
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

/** Opens the content eagerly, so that it fails here rather than on the first read. */
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

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Returns the content of a folder. As with read(2), opening a folder works but reading it does not. */
function folderBytes(): AsyncIterable<Uint8Array> {
  throw new JigError("NOT_A_FILE", "Is a directory");
}

/** Parses `FILE:10-20`, `FILE:10` and `FILE:10:5`. If there is a file that really has such a name, that is used. */
async function placeIn(word: string, io: CommandIo, context: Context): Promise<[string, Content["lines"]]> {
  const [, file = "", from = "", to] = /^(.+?):(\d+)(?:-(\d+)|:\d+)?:?$/.exec(word) ?? [];
  if (file === "" || (await checkOperand(word, io, context)).absolute !== undefined) return [word, undefined];
  const first = Math.max(1, Number(from));
  return [file, { first, last: to === undefined ? first : Number(to) }];
}

/** Passes chunks through, but pauses from time to time so that we notice a cancellation. */
async function* paced(chunks: AsyncIterable<Uint8Array>, { signal }: Context): AsyncGenerator<Uint8Array> {
  const slice = new TimeSlice({ ms: WORKING_MS, steps: 1, signal });
  for await (const chunk of chunks) {
    yield chunk;
    if (slice.over) await slice.pause();
  }
}

/** Yields whole lines with their terminators. The last one might not have any. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, end = NEWLINE): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  for await (const part of partsOfLines(chunks, end)) {
    rest.push(part);
    if (part.at(-1) !== end) continue;
    yield Buffer.concat(rest);
    rest = [];
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** Works like `linesOf`, except that a line may come in several parts, since we cannot assume that a line fits into memory. */
export async function* partsOfLines(chunks: AsyncIterable<Uint8Array>, end = NEWLINE): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, start)) {
      yield chunk.subarray(start, at + 1);
      start = at + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }
}

/** Yields the bytes of the requested lines. If no lines were requested, this yields everything. */
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

/** A writer that combines small writes into larger ones. */
export class BlockWriter {
  private readonly io: CommandIo;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(io: CommandIo) {
    this.io = io;
  }

  /** Returns false once the output has been closed. */
  async write(part: Uint8Array | string): Promise<boolean> {
    // Only the command line has the bytes of names that are not UTF-8.
    if (typeof part === "string" && hasRawBytes(part)) return (await this.flush()) && (await this.io.write(part));
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
