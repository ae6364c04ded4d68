/** Changes the indentation of code to fit its surroundings. Lines inside strings are not changed. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";

/** Returns one level of a file's indentation, which is a tab or a number of spaces. */
export function indentUnit(text: string): string {
  const counts = new Map<string, number>();
  let before = "";
  for (const [, own = ""] of text.matchAll(/^([ \t]*)\S/gm)) {
    const step = own.startsWith(before) ? own.slice(before.length) : "";
    if (step === "\t" || /^ {2,8}$/.test(step)) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = own;
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "    ";
}

/** Indents `code` by `indent`, using `unit` for each further level, and removes surrounding blank lines. */
export function indented(code: string, indent: string, unit: string): string {
  const lines = code
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split("\n");
  const fixed = linesWithinStrings(lines.join("\n"));
  const isMoved = (line: string, at: number) => line.trim() !== "" && !fixed.has(at);
  const moved = lines.filter((line, at) => at > 0 && isMoved(line, at));
  const first = leading(lines[0] ?? "");
  const others = moved.map(leading);
  // The first line may have been copied from the middle of a line, so the other lines do not follow its indentation.
  const base = [first, ...others].reduce((least, each) => (each.length < least.length ? each : least), first);
  const rest = others.reduce<string | undefined>(
    (least, each) => (least === undefined || each.length < least.length ? each : least),
    undefined,
  );
  const isCut =
    base === "" &&
    rest !== undefined &&
    rest !== "" &&
    (closesAt(lines, rest) || /^\s*(?:\[.*\]|\/\/\/.*)$/.test(lines[0] ?? ""));
  // True if the code was copied from the file, but without the indentation of its first line.
  const isInPlace = base === "" && indent.length > unit.length && rest?.startsWith(indent) === true;
  const own = isCut ? (rest ?? base) : isInPlace ? indent : base;
  const codeUnit = indentUnit(lines.map((line, at) => (fixed.has(at) ? "" : line)).join("\n"));
  return lines
    .map((line, at) => {
      if (fixed.has(at)) return line;
      if (line.trim() === "") return "";
      const blank = leading(line);
      const deeper = at === 0 && own !== base ? "" : blank.slice(Math.min(own.length, blank.length));
      return indent + levels(deeper, codeUnit, unit) + line.trimStart();
    })
    .join("\n");
}

/** Returns true if the last line closes the bracket of the first line. Both lines have the same level in that case. */
function closesAt(lines: readonly string[], indent: string): boolean {
  const last = lines.at(-1) ?? "";
  return leading(last) === indent && /^[})\]]/.test(last.trim());
}

function leading(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function levels(blank: string, from: string, to: string): string {
  if (from === to || blank === "") return blank;
  let [count, rest] = [0, blank];
  while (rest.startsWith(from)) {
    count++;
    rest = rest.slice(from.length);
  }
  return to.repeat(count) + rest;
}

/** Returns the lines that start inside a string. */
function linesWithinStrings(code: string): Set<number> {
  const found = new Set<number>();
  eachToken(code, (kind, start, end) => {
    if (kind !== TOKEN.string || !code.slice(start, end).includes("\n")) return;
    // A raw string can be re-indented as a whole, because its common indentation is not part of the value.
    if (/^\$*"""/.test(code.slice(start, end))) return;
    const first = code.slice(0, start).split("\n").length;
    const count = code.slice(start, end).split("\n").length - 1;
    for (let line = 0; line < count; line++) found.add(first + line);
  });
  return found;
}
