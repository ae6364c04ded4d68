/** Implements `jig wc`, which counts lines, words, characters and bytes, and prints them in the same columns as wc. */
import { type CommandEnd, type CommandIo, type Context, compileGlob, JigError } from "../../../core/host/plugin-api.ts";
import { bytesOf, type Content, contentsOf, Faults } from "./file-content.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, readWords, refuse } from "./flag-reader.ts";
import { checkOperand } from "./operands.ts";
import { rootOf, walkBelow } from "./walk-entries.ts";

const FLAGS = flagTable(`
-l --lines
-w --words
-m --chars
-c --bytes
-L --max-line-length
--total=
--files0-from=
--help
`);

/** The columns, in the order of wc. */
const COLUMNS = ["lines", "words", "chars", "bytes", "max-line-length"] as const;
const TOTALS = ["auto", "always", "only", "never"];
type Counts = Record<(typeof COLUMNS)[number], number>;

export default async function wc(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const read = readWords(words, FLAGS, { program: "wc", abbreviates: true });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS));
    return 0;
  }
  if (read.unknown.length > 0) return { tool: words };
  refuse(read, { "files0-from": "Write: tr '\\0' '\\n' < LIST | xargs -d '\\n' jig wc" });
  const wish = lastOf(read, "total")?.value ?? "auto";
  if (!TOTALS.includes(wish)) {
    throw new JigError("INVALID_ARGUMENT", `--total takes one of ${TOTALS.join(", ")}, not ${JSON.stringify(wish)}`);
  }
  const operands = await globbed(read.operands, io, context);
  const faults = new Faults(io);
  const contents = await contentsOf(operands, faults, io, context);
  const named = operands.length > 0;
  const wanted = COLUMNS.filter((column) => has(read, column));
  const columns = wanted.length > 0 ? wanted : (["lines", "words", "bytes"] as const);
  const width = widthOf(contents, columns.length, operands.length);
  const total = empty();
  const line = (counts: Counts, name: string | undefined) => {
    const numbers = columns.map((column) => String(counts[column]).padStart(width)).join(" ");
    return `${numbers}${name === undefined ? "" : ` ${name}`}\n`;
  };
  const onlyTotal = wish === "only";
  const deep = columns.some((column) => column !== "lines" && column !== "bytes");
  for (const content of contents) {
    let counts: Counts | undefined;
    await faults.reading(content.shown, async () => {
      counts = await count(content, deep).catch((error: unknown) => {
        if (!(error instanceof JigError) || error.code !== "NOT_A_FILE") throw error;
        faults.add(content.shown, error.message);
        return empty();
      });
      return true;
    });
    if (!counts) continue;
    for (const column of COLUMNS) {
      total[column] =
        column === "max-line-length" ? Math.max(total[column], counts[column]) : total[column] + counts[column];
    }
    // This is outside of `reading`, because it is not the file's fault if the disk is full.
    if (!onlyTotal && !(await io.write(line(counts, named ? content.shown : undefined)))) return 0;
  }
  const totals = wish === "always" || wish === "only" || (wish === "auto" && operands.length > 1);
  if (totals) await io.write(line(total, wish === "only" ? undefined : "total"));
  return faults.count > 0 ? 1 : 0;
}

/** Expands globs, in case the shell has not done so. */
async function globbed(words: readonly string[], io: CommandIo, context: Context): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    if (!/[*?]/.test(word) || (await checkOperand(word, io, context)).absolute !== undefined) {
      found.push(word);
      continue;
    }
    const matches = compileGlob(word.replace(/^\.\//, ""));
    const start = { absolute: io.cwd, shown: "" };
    const options = {
      hidden: false,
      follow: false,
      maxDepth: Number.POSITIVE_INFINITY,
      ignore: { names: [".ignore"], git: [".gitignore"] },
    };
    const files: string[] = [];
    for await (const { kind, shown } of walkBelow(start, rootOf(io.cwd, context), options, context)) {
      if (kind === "file" && matches(shown)) files.push(shown);
    }
    found.push(...(files.length > 0 ? files : [word]));
  }
  return found;
}

/** Returns the column width of wc, which is the width of the total size. A single number is not padded. */
function widthOf(contents: readonly Content[], columns: number, operands: number): number {
  if (operands <= 1 && columns === 1) return 1;
  const sizes = contents.map(({ size }) => size);
  const digits = String(sizes.reduce((sum: number, size) => sum + (size ?? 0), 0)).length;
  return sizes.includes(undefined) ? Math.max(7, digits) : digits;
}

function empty(): Counts {
  return { lines: 0, words: 0, chars: 0, bytes: 0, "max-line-length": 0 };
}

async function count(content: Content, deep: boolean): Promise<Counts> {
  const counts = empty();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = { inWord: false, width: 0 };
  for await (const chunk of bytesOf(content)) {
    counts.bytes += chunk.length;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) counts.lines++;
    if (deep) countText(decoder.decode(chunk, { stream: true }), counts, text);
  }
  if (deep) countText(decoder.decode(), counts, text);
  counts["max-line-length"] = Math.max(counts["max-line-length"], text.width);
  return counts;
}

function countText(text: string, counts: Counts, state: { inWord: boolean; width: number }): void {
  for (const char of text) {
    counts.chars++;
    const space = /\s/u.test(char) && char !== "\ufeff";
    if (!space && !state.inWord) counts.words++;
    state.inWord = !space;
    if (char === "\n" || char === "\r" || char === "\f") {
      counts["max-line-length"] = Math.max(counts["max-line-length"], state.width);
      state.width = 0;
    } else if (char === "\t") state.width += 8 - (state.width % 8);
    else
      state.width +=
        char < " "
          ? 0
          : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(
                char,
              )
            ? 2
            : 1;
  }
}
