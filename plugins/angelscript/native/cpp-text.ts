/** C++ source as text: comments and strings masked, brackets matched, lists split. */

/** The same text, of the same length, with blanks for comments and for the contents of strings. */
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

/** The offset of the bracket that closes the one at `open`; the end of the text if none does. */
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

/** The first of the characters outside round brackets, from an offset on; the end of the text if there is no such one. */
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

/** Ranges between the commas of a list, none of them within brackets. */
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

/** The value of `Key = "Value"` or `Key = Value` among specifiers; "" of a key without one, undefined without the key. */
export function specifier(specifiers: string, key: string): string | undefined {
  const found = new RegExp(`\\b${key}\\b\\s*(?:=\\s*(?:"([^"]*)"|(\\w+)))?`, "i").exec(specifiers);
  return found ? (found[1] ?? found[2] ?? "") : undefined;
}
