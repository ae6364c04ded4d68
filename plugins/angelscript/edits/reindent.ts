/** Changes the indentation of code, except in strings with several lines. */
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";

/** Determines the unit of the indentation from the most common step between two lines. */
export function indentStep(text: string): string {
  const counts = new Map<string, number>();
  let above = "";
  for (const [, blank = ""] of text.matchAll(/^([ \t]*)\S/gm)) {
    const step = blank.startsWith(above) ? blank.slice(above.length) : "";
    if (/^(?:\t| {2,8})$/.test(step)) counts.set(step, (counts.get(step) ?? 0) + 1);
    above = blank;
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "\t";
}

/** Removes blank lines around the code and moves the least indented line to `indent`. */
export function reindent(code: string, indent: string, step: string): string {
  const text = code.replace(/\r\n?/g, "\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "");
  const lines = text.split("\n");
  const fixed = linesOfStrings(text);
  const counted = lines.filter((line, at) => line.trim() !== "" && !fixed.has(at)).map(blankOf);
  const [first = "", ...others] = counted;
  const least = shortest(counted);
  const rest = shortest(others);
  // If code was copied from the middle of a line, its first line has no indentation but its last line does.
  const isCut =
    first === "" && rest !== "" && others.length > 0 && others.at(-1) === rest && /\n\s*[})\]][^\n]*$/.test(text);
  const own = step === "" ? "" : indentStep(text);
  return lines
    .map((line, at) => {
      if (fixed.has(at)) return line;
      if (line.trim() === "") return "";
      const deeper = at === 0 && isCut ? "" : blankOf(line).slice((isCut ? rest : least).length);
      return indent + deeper.replaceAll(own, step) + line.trimStart();
    })
    .join("\n");
}

export function blankOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function shortest(blanks: readonly string[]): string {
  return blanks.reduce((least, each) => (each.length < least.length ? each : least), blanks[0] ?? "");
}

/** Returns the 0-based numbers of lines that start inside a string. */
function linesOfStrings(text: string): Set<number> {
  const found = new Set<number>();
  const { starts, ends, count } = tokenize(text, new Names());
  for (let at = 0; at < count; at++) {
    const start = starts[at] ?? 0;
    const breaks = text.slice(start, ends[at]).split("\n").length - 1;
    if (breaks === 0) continue;
    const line = text.slice(0, start).split("\n").length;
    for (let below = 0; below < breaks; below++) found.add(line + below);
  }
  return found;
}
