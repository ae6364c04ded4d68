/** Decodes scalars, which includes quotes, escapes and folded lines. */

/** Joins the lines of a plain or quoted scalar. A single line break becomes a space, and each blank line becomes a newline. */
export function foldLines(lines: string[]): string {
  let text = lines[0] ?? "";
  let breaks = 0;
  for (const line of lines.slice(1)) {
    if (line === "") {
      breaks++;
      continue;
    }
    text += breaks > 0 ? "\n".repeat(breaks) : " ";
    text += line;
    breaks = 0;
  }
  // A quoted text can end with an empty line, and its line break counts as well.
  return breaks === 0 ? text : text + (breaks === 1 ? " " : "\n".repeat(breaks - 1));
}

export function unquoteSingle(inner: string): string {
  return folded(inner).replaceAll("''", "'");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\u0007",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\u001b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

export function unquoteDouble(inner: string): string {
  // A `\` at the end of a line joins it with the next line without a space.
  const joined = inner.replace(/\\\r?\n[ \t]*/g, "");
  return folded(joined).replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (all, x, u, wide, one) => {
      const code = x ?? u ?? wide;
      if (code === undefined) return ESCAPES[one] ?? all;
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}

function folded(inner: string): string {
  if (!inner.includes("\n")) return inner;
  const lines = inner.split(/\r?\n/);
  const trimmed = lines.map((line, at) => {
    const left = at === 0 ? line : line.trimStart();
    return at === lines.length - 1 ? left : left.trimEnd();
  });
  return foldLines(trimmed);
}

export function blockText(lines: string[], isFolded: boolean): string {
  const text = isFolded ? foldLines(lines) : lines.join("\n");
  return `${text.replace(/\n+$/, "")}\n`;
}
