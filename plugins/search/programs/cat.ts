/**
 * Implements `jig cat`, which prints files, with line numbers or visible control characters on request. It can also print a
 * part of a file, as in `cat F:1-5` or `cat F 1 5`.
 */
import type { CommandEnd, CommandIo, Context } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { BlockWriter, bytesOf, type Content, contentsOf, Faults, linesOf } from "./file-content.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, type ReadWords, readWords } from "./flag-reader.ts";
import { checkOperand } from "./operands.ts";

/** The flags of GNU cat, plus the line ranges of bat. */
const FLAGS = flagTable(`
-n --number
-b --number-nonblank
-s --squeeze-blank
-A --show-all
-E --show-ends
-T --show-tabs
-v --show-nonprinting
-e
-t
-u
-r --line-range=
-p --plain
--help
`);

export default async function cat(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const read = readWords(words, FLAGS, { program: "cat", abbreviates: true });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS));
    return 0;
  }
  if (read.unknown.length > 0 || read.operands.some(isRemote)) return { tool: words };
  if (read.operands.length === 0 && !io.hasInput && io.terminal) return { tool: words };
  const faults = new Faults(io);
  const contents = await contentsOf(await withLines(read, io, context), faults, io, context);
  const edited = read.flags.some(({ name }) => name !== "u" && name !== "plain" && name !== "line-range");
  const writer = new BlockWriter(io);
  const state = { number: 0, blank: false };
  for (const content of contents) {
    const going = await faults.reading(content.shown, async () => {
      if (edited) return await printEdited(content, read, state, writer);
      for await (const bytes of bytesOf(content)) if (!(await writer.write(bytes))) return false;
      return true;
    });
    if (!going) return 0;
  }
  await writer.flush();
  return faults.count > 0 ? 1 : 0;
}

/** Rewrites `FILE 10 20` to `FILE:10-20`, unless there is a file called `10`. */
async function withLines(read: ReadWords, io: CommandIo, context: Context): Promise<string[]> {
  const [file, first, last, ...more] = read.operands;
  const range = read.flags.findLast(({ name }) => name === "line-range")?.value;
  const [, from, to] = /^(\d+)(?::(\d+))?$/.exec(range ?? "") ?? [];
  if (from !== undefined) return read.operands.map((each) => `${each}:${from}-${to ?? from}`);
  const isNumber = (text: string | undefined) => text !== undefined && /^\d+$/.test(text);
  if (file === undefined || more.length > 0 || !isNumber(first) || (last !== undefined && !isNumber(last)))
    return read.operands;
  if ((await checkOperand(first ?? "", io, context)).absolute !== undefined) return read.operands;
  return [`${file}:${first}-${last ?? Number.MAX_SAFE_INTEGER}`];
}

async function printEdited(
  content: Content,
  read: ReadWords,
  state: { number: number; blank: boolean },
  writer: BlockWriter,
): Promise<boolean> {
  const controls = has(read, "show-nonprinting", "show-all", "e", "t");
  const ends = has(read, "show-ends", "show-all", "e");
  const tabs = has(read, "show-tabs", "show-all", "t");
  for await (const line of linesOf(bytesOf(content))) {
    const blank = line.length === 1 && line[0] === 0x0a;
    if (has(read, "squeeze-blank") && blank && state.blank) continue;
    state.blank = blank;
    const numbered = has(read, "number-nonblank") ? !blank : has(read, "number");
    if (numbered) await writer.write(`${String(++state.number).padStart(6)}\t`);
    const shown = controls || tabs ? visible(line, controls, tabs) : line;
    const going = ends && line.at(-1) === 0x0a ? [shown.subarray(0, shown.length - 1), Buffer.from("$\n")] : [shown];
    for (const part of going) if (!(await writer.write(part))) return false;
  }
  return true;
}

/** Shows control characters as `^X` and `M-x`, like cat does. */
function visible(line: Buffer, controls: boolean, tabs: boolean): Buffer {
  let text = "";
  for (const byte of line) {
    const low = byte & 0x7f;
    if (byte === 0x0a || (byte === 0x09 && !tabs)) text += String.fromCharCode(byte);
    else if (byte === 0x09) text += "^I";
    else if (!controls) text += String.fromCharCode(byte);
    else {
      const meta = byte >= 0x80 ? "M-" : "";
      text +=
        meta + (low < 0x20 ? `^${String.fromCharCode(low + 64)}` : low === 0x7f ? "^?" : String.fromCharCode(low));
    }
  }
  return Buffer.from(text, "latin1");
}
