/** Contains helpers for C++ source text. */

/** Replaces comments and the contents of strings by spaces, so that offsets don't change. */
export function maskCpp(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'/g, (part) =>
    part[0] === "/" ? part.replace(/[^\n]/g, " ") : `${part[0]}${" ".repeat(part.length - 2)}${part[0]}`,
  );
}

const CLOSERS = new Map([
  ["(", ")"],
  ["{", "}"],
  ["<", ">"],
]);

/** Returns the offset of the matching bracket, or the end of the text. */
export function closingAt(masked: string, open: number): number {
  const opener = masked.charAt(open);
  const closer = CLOSERS.get(opener);
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    if (masked[at] === opener) depth++;
    else if (masked[at] === closer && --depth === 0) return at;
  }
  return masked.length;
}

/** Returns the offset of the first of these characters outside of parentheses, or the end of the text. */
export function firstOf(masked: string, characters: string, from: number): number {
  let depth = 0;
  for (let at = from; at < masked.length; at++) {
    const character = masked.charAt(at);
    if (depth === 0 && characters.includes(character)) return at;
    if (character === "(") depth++;
    else if (character === ")") depth--;
  }
  return masked.length;
}

/** Splits a list at the commas that are not inside brackets. */
export function splitList(masked: string, from: number, to: number): [start: number, end: number][] {
  const parts: [number, number][] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at <= to; at++) {
    const character = masked.charAt(at);
    if (at < to && "<({[".includes(character)) depth++;
    else if (at < to && ">)}]".includes(character)) depth--;
    else if (at === to || (character === "," && depth === 0)) {
      if (masked.slice(start, at).trim() !== "") parts.push([start, at]);
      start = at + 1;
    }
  }
  return parts;
}

/** Returns the value of `Key = "Value"` or `Key = Value`. A key without a value returns "", and a missing one undefined. */
export function specifier(specifiers: string, key: string): string | undefined {
  const found = new RegExp(`\\b${key}\\b\\s*(?:=\\s*(?:"([^"]*)"|(\\w+)))?`, "i").exec(specifiers);
  return found ? (found[1] ?? found[2] ?? "") : undefined;
}
