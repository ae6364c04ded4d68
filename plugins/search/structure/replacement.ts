/** Builds replacement text. Variables expand to the code that they matched, with its indentation preserved. */
import type { FileMatches } from "./structure-worker.ts";

const NAME = /\$\$\$([A-Z][A-Z0-9_]*)|\$\$?([A-Z][A-Z0-9_]*)/g;

/** Returns the variables that a rewrite uses but the pattern does not define. */
export function unknownNames(rewrite: string, structure: string): string[] {
  const known = new Set([...structure.matchAll(NAME)].map(([, many, one]) => many ?? one));
  const used = [...rewrite.matchAll(NAME)].filter(([, many, one]) => !known.has(many ?? one));
  return [...new Set(used.map(([written]) => written))];
}

export function replacementOf(
  rewrite: string,
  text: string,
  { start, captured }: FileMatches["matches"][number],
): string {
  const ranges = new Map(captured.map(([name, from, to]) => [name, [from, to] as const]));
  const outer = indentAt(text, start);
  const template = moved(rewrite, "", outer);
  return template.replace(NAME, (written, many: string | undefined, one: string | undefined, offset: number) => {
    const range = ranges.get(many ?? one ?? "");
    if (!range) return written;
    const [from, to] = range;
    const isFirst = template.lastIndexOf("\n", offset) < 0;
    const inner = indentAt(template, offset);
    return moved(text.slice(from, to), indentAt(text, from), isFirst ? outer + inner : inner);
  });
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** Shifts all lines by the same amount as the first. Note that this includes lines in string literals. */
function moved(code: string, from: string, to: string): string {
  if (from === to) return code;
  const [first = "", ...rest] = code.split("\n");
  const lines = rest.map((line) => {
    if (line.trim() === "") return line;
    const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return to + line.slice(Math.min(blanks, from.length));
  });
  return [first, ...lines].join("\n");
}
