/** Changes the indentation of code to that of its surroundings. Lines inside strings aren't changed. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";

/** Returns one level of indentation, which is a tab or some spaces. */
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

/** Also removes blank lines at both ends. @param indent for all of the code @param unit for each level on top */
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
  // The first line may have been copied from the middle, so its indentation says nothing about the rest.
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
  // The code was copied from the file without the indentation of the first line.
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

/** If the last line closes the bracket of the first line, they are on the same level. */
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

/** Returns the numbers of all lines that start inside a string. */
function linesWithinStrings(code: string): Set<number> {
  const found = new Set<number>();
  eachToken(code, (kind, start, end) => {
    if (kind !== TOKEN.string || !code.slice(start, end).includes("\n")) return;
    // The common indentation of a raw string isn't part of its value, so it can be changed.
    if (/^\$*"""/.test(code.slice(start, end))) return;
    const first = code.slice(0, start).split("\n").length;
    const count = code.slice(start, end).split("\n").length - 1;
    for (let line = 0; line < count; line++) found.add(first + line);
  });
  return found;
}
