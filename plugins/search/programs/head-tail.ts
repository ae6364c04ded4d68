/** Implements `jig head` and `jig tail`, which print the first or last lines (or bytes) of files. */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import {
  BlockWriter,
  bytesOf,
  type Content,
  contentsOf,
  Faults,
  linesOf,
  NEWLINE,
  opened,
  partsOfLines,
} from "./file-content.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, type ReadWords, readWords, refuse } from "./flag-reader.ts";

const FLAGS = flagTable(`
-n --lines=
-c --bytes=
-q --quiet --silent
-v --verbose
-z --zero-terminated
-f --follow=?
-F
--retry
--pid=
-s --sleep-interval=
--help
`);

const FOLLOWS = "jig prints the current content and exits: tail -f FILE follows it";
const REFUSED = {
  follow: FOLLOWS,
  F: FOLLOWS,
  retry: FOLLOWS,
  pid: FOLLOWS,
};

/** The part to print, with its unit, its amount, and the end from which we count. */
interface Part {
  unit: "lines" | "bytes";
  count: number;
  /** For head, `-` means everything but the last lines. For tail, `+` means everything from that line on. */
  sign: "" | "+" | "-";
  /** The byte that ends a line, which is NUL with -z. */
  end: number;
}

const SUFFIXES: Readonly<Record<string, number>> = {
  "": 1,
  b: 512,
  k: 1024,
  K: 1024,
  kB: 1000,
  M: 1024 ** 2,
  MB: 1e6,
  G: 1024 ** 3,
  GB: 1e9,
};

export default async function headOrTail(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const { name } = io.info;
  const bare = (word: string, at: number) =>
    /^\+\d+$/.test(word) && !/^-.*[nc]$|^--lines$|^--bytes$/.test(words[at - 1] ?? "");
  const plus = words.map((word, at) => (name === "tail" && bare(word, at) ? `--lines=${word}` : word));
  const read = readWords(plus, FLAGS, { program: name, abbreviates: true, number: "lines" });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS));
    return 0;
  }
  if (read.unknown.length > 0) {
    throw new JigError("INVALID_ARGUMENT", `Unknown flag ${read.unknown[0]}`, { hint: `jig ${name} -n 20 FILE` });
  }
  refuse(read, REFUSED);
  const part = partOf(read, name);
  const faults = new Faults(io, (shown, why) =>
    why === "Is a directory" ? `error reading '${shown}': ${why}` : `cannot open '${shown}' for reading: ${why}`,
  );
  const contents = await contentsOf(read.operands, faults, io, context);
  const writer = new BlockWriter(io);
  const titled = has(read, "verbose") || (read.operands.length > 1 && !has(read, "quiet"));
  let first = true;
  const print = async (content: Content) => {
    const ready = await opened(content);
    if (titled) {
      const title = content.shown === "-" ? "standard input" : content.shown;
      await writer.write(`${first ? "" : "\n"}==> ${title} <==\n`);
      first = false;
    }
    return await (name === "head" ? head : tail)(ready, part, writer);
  };
  for (const content of contents) if (!(await faults.reading(content.shown, () => print(content)))) return 0;
  await writer.flush();
  return faults.count > 0 ? 1 : 0;
}

function partOf(read: ReadWords, program: string): Part {
  const flag = lastOf(read, "lines", "bytes");
  const [whole, sign = "", digits = "", suffix = ""] = /^([+-]?)(\d+)([a-zA-Z]*)$/.exec(flag?.value ?? "10") ?? [];
  const factor = SUFFIXES[suffix];
  if (whole === undefined || factor === undefined) {
    throw new JigError("INVALID_ARGUMENT", `"${flag?.value}" is not a number of ${flag?.name}`);
  }
  const end = has(read, "zero-terminated") ? 0 : NEWLINE;
  const meant = program === "head" ? (sign === "-" ? "-" : "") : sign === "+" ? "+" : "";
  return { unit: flag?.name === "bytes" ? "bytes" : "lines", count: Number(digits) * factor, sign: meant, end };
}

async function head(content: Content, part: Part, writer: BlockWriter): Promise<boolean> {
  const { unit, count, sign, end } = part;
  if (sign === "-") return await allButLast(content, part, writer);
  let left = count;
  if (left === 0) return true;
  for await (const chunk of unit === "lines" ? partsOfLines(bytesOf(content), end) : bytesOf(content)) {
    if (!(await writer.write(unit === "bytes" && chunk.length > left ? chunk.subarray(0, left) : chunk))) return false;
    left -= sizeIn(part, chunk);
    if (left <= 0) break;
  }
  return true;
}

/** Returns the number of lines that end in this chunk, or its length in bytes. */
function sizeIn({ unit, end }: Part, chunk: Uint8Array): number {
  if (unit === "bytes") return chunk.length;
  return chunk.at(-1) === end ? 1 : 0;
}

async function allButLast(content: Content, { unit, count, end }: Part, writer: BlockWriter): Promise<boolean> {
  if (unit === "bytes") {
    const all = await whole(content);
    return await writer.write(all.subarray(0, Math.max(0, all.length - count)));
  }
  const held: Buffer[] = [];
  for await (const line of linesOf(bytesOf(content), end)) {
    held.push(line);
    const out = held.length > count ? held.shift() : undefined;
    if (out && !(await writer.write(out))) return false;
  }
  return true;
}

async function tail(content: Content, part: Part, writer: BlockWriter): Promise<boolean> {
  const { unit, count, sign, end } = part;
  if (sign === "+") {
    let skip = Math.max(0, count - 1);
    for await (const chunk of unit === "lines" ? partsOfLines(bytesOf(content), end) : bytesOf(content)) {
      const rest = skip === 0 ? chunk : unit === "bytes" ? chunk.subarray(skip) : chunk.subarray(chunk.length);
      skip = Math.max(0, skip - sizeIn(part, chunk));
      if (rest.length > 0 && !(await writer.write(rest))) return false;
    }
    return true;
  }
  if (unit === "bytes") {
    const all = await whole(content);
    return await writer.write(all.subarray(Math.max(0, all.length - count)));
  }
  // A ring buffer with the last lines.
  const ring: Buffer[] = [];
  let next = 0;
  for await (const line of linesOf(bytesOf(content), end)) {
    if (count > 0) ring[next % count] = line;
    next++;
  }
  for (let at = Math.max(0, next - count); at < next; at++) {
    const line = ring[at % count];
    if (line && !(await writer.write(line))) return false;
  }
  return true;
}

async function whole(content: Content): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of bytesOf(content)) parts.push(chunk);
  return Buffer.concat(parts);
}
