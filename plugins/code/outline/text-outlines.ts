/**
 * Outlines of files that are read line by line instead of with a grammar: headings in Markdown, keys in TOML, and
 * definitions in SQL.
 */
import type { Declaration, FileOutline } from "./file-outline.ts";
import { LineTable } from "./line-table.ts";

const MOST = 100_000;

interface Found {
  name: string;
  kind: string;
  containers: readonly string[];
  /** The offset of the name. */
  at: number;
  /** The first and last line, starting at 1. */
  from: number;
  to: number;
  head: { start: number; end: number };
}

function declaration(lines: LineTable, { name, kind, containers, at, from, to, head }: Found): Declaration {
  const { line, column } = lines.at(at);
  return {
    ...{ name, kind, containers, nameLine: line, nameColumn: column, startLine: from, endLine: to, head },
    documentation: "",
  };
}

export function markdownOutline(text: string): FileOutline {
  const lines = new LineTable(text);
  const headings = headingsOf(lines);
  const open: { level: number; name: string }[] = [];
  const declarations = headings.map(({ level, name, line, at }, index) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const containers = open.map((each) => each.name);
    open.push({ level, name });
    let next = index + 1;
    while ((headings[next]?.level ?? 0) > level) next++;
    const to = Math.max(line, (headings[next]?.line ?? lines.count + 1) - 1);
    const head = { start: lines.offset(line, 1), end: lines.offset(line, 1) + lines.line(line).length };
    return declaration(lines, { name, kind: "heading", containers, at, from: line, to, head });
  });
  return { declarations, unread: 0 };
}

const FENCE = /^ {0,3}(\x60{3,}|~{3,})/;

function headingsOf(lines: LineTable): { level: number; name: string; line: number; at: number }[] {
  const found: { level: number; name: string; line: number; at: number }[] = [];
  const add = (level: number, name: string, line: number) => {
    if (name !== "" && found.length < MOST)
      found.push({ level, name, line, at: lines.offset(line, 1) + lines.line(line).indexOf(name) });
  };
  let fence = "";
  let first = 1;
  if (/^---\s*$/.test(lines.line(1))) {
    for (let at = 2; at <= lines.count && first === 1; at++)
      if (/^(?:---|\.\.\.)\s*$/.test(lines.line(at))) first = at + 1;
  }
  let above = "";
  for (let at = first; at <= lines.count; at++) {
    const line = lines.line(at);
    const mark = FENCE.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
      above = "";
      continue;
    }
    if (mark) {
      fence = mark;
      above = "";
      continue;
    }
    const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line)?.[1];
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
    if (hashes)
      add(
        hashes.length,
        line
          .trim()
          .slice(hashes.length)
          .trim()
          .replace(/(?:^|[ \t])#+$/, "")
          .trim(),
        at,
      );
    else if (underline && isParagraph(above)) add(underline.startsWith("=") ? 1 : 2, above.trim(), at - 1);
    above = hashes || underline ? "" : line;
  }
  return found;
}

function isParagraph(line: string): boolean {
  return line.trim() !== "" && !/^(?: {4}|\t| {0,3}(?:[-*+>|]|\d+[.)]|<))/.test(line);
}

export function tomlOutline(text: string): FileOutline {
  const lines = new LineTable(text);
  const declarations: Declaration[] = [];
  let table: readonly string[] = [];
  let header: Declaration | undefined;
  /** The quotes or open brackets of a value that continues on the next line. */
  let quotes = "";
  let brackets = 0;
  let key: Declaration | undefined;
  for (let at = 1; at <= lines.count && declarations.length < MOST; at++) {
    const line = lines.line(at);
    const start = lines.offset(at, 1);
    if (quotes === "" && brackets === 0) {
      const named = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line);
      const keyed = named
        ? null
        : /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/.exec(line);
      const written = named?.[1] ?? keyed?.[1];
      if (!named && header && line.trim() !== "" && !line.trim().startsWith("#")) header.endLine = at;
      if (written !== undefined) {
        const parts = partsOf(written);
        const containers = named ? parts.slice(0, -1) : [...table, ...parts.slice(0, -1)];
        const head = { start: start + line.search(/\S/), end: start + line.length };
        const name = parts.at(-1) ?? written;
        const found = { name, kind: named ? "table" : "key", containers, at: start + line.indexOf(written) };
        key = declaration(lines, { ...found, from: at, to: at, head });
        declarations.push(key);
        if (named) [table, header, key] = [parts, key, undefined];
      }
      if (!keyed) continue;
      [quotes, brackets] = after(line.slice(keyed[0].length), "", 0);
    } else [quotes, brackets] = after(line, quotes, brackets);
    if (key) key.endLine = at;
    if (header) header.endLine = at;
  }
  return { declarations, unread: 0 };
}

function partsOf(written: string): string[] {
  return [...written.matchAll(/"([^"]*)"|'([^']*)'|[^\s."']+/g)].map(([whole, a, b]) => a ?? b ?? whole);
}

/** Returns the quotes and brackets that are still open after a line of a value. */
function after(line: string, quotes: string, brackets: number): [string, number] {
  let [open, depth] = [quotes, brackets];
  for (let at = 0; at < line.length; at++) {
    if (open !== "") {
      if (line[at] === "\\" && open.startsWith('"')) at++;
      else if (line.startsWith(open, at)) {
        at += open.length - 1;
        open = "";
      }
      continue;
    }
    const mark = /^(?:"""|'''|"|')/.exec(line.slice(at, at + 3))?.[0];
    if (mark) {
      open = mark;
      at += mark.length - 1;
    } else if (line[at] === "#") break;
    else if (line[at] === "[" || line[at] === "{") depth++;
    else if (line[at] === "]" || line[at] === "}") depth = Math.max(0, depth - 1);
  }
  // Only triple quotes continue on the next line.
  return [open.length === 3 ? open : "", depth];
}

const CREATE =
  /\bcreate\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|unique|clustered|materialized|recursive|external|virtual|foreign)\s+)*(table|view|index|function|procedure|trigger|type|sequence|schema|database|domain|role|policy|aggregate|package)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?((?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[\p{L}\w$#@]+)(?:\s*\.\s*(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[\p{L}\w$#@]+))*)/giu;
const KINDS: Readonly<Record<string, string>> = {
  function: "function",
  procedure: "function",
  schema: "namespace",
  type: "type",
};
const CONSTRAINT = /^(?:constraint|primary|foreign|unique|check|key|index|like|exclude|fulltext|period)\b/i;

export function sqlOutline(text: string): FileOutline {
  const lines = new LineTable(text);
  const masked = withoutTexts(text);
  const declarations: Declaration[] = [];
  for (const match of masked.matchAll(CREATE)) {
    if (declarations.length >= MOST) break;
    const [whole, kind = "", written = ""] = match;
    const at = match.index + whole.length - written.length;
    const parts = written.split(/\s*\.\s*/).map((part) => part.replace(/^["`[]|["`\]]$/g, ""));
    const semicolon = masked.indexOf(";", at);
    const end = semicolon < 0 ? text.trimEnd().length : semicolon + 1;
    const name = parts.at(-1) ?? written;
    const containers = parts.slice(0, -1);
    const open = masked.indexOf("(", at);
    const isTable = kind.toLowerCase() === "table" && open >= 0 && open < end;
    const head = { start: match.index, end: isTable ? open : Math.min(end, at + 200) };
    const place = { from: lines.at(match.index).line, to: lines.at(Math.max(match.index, end - 1)).line };
    const found = { name, kind: KINDS[kind.toLowerCase()] ?? kind.toLowerCase(), containers, at };
    declarations.push(declaration(lines, { ...found, ...place, head }));
    if (!isTable) continue;
    for (const column of columnsOf(masked, open, end)) {
      const line = lines.at(column.start).line;
      const columnName = /^(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s(),]+)/.exec(column.text)?.[0] ?? "";
      if (columnName === "" || CONSTRAINT.test(column.text)) continue;
      const inner = {
        name: columnName.replace(/^["`[]|["`\]]$/g, ""),
        kind: "field",
        containers: [...containers, name],
      };
      const span = { start: column.start, end: column.start + column.text.length };
      declarations.push(declaration(lines, { ...inner, at: column.start, from: line, to: line, head: span }));
    }
  }
  return { declarations, unread: 0 };
}

/** Returns the parts between the commas of the outermost parentheses. */
function columnsOf(text: string, open: number, end: number): { start: number; text: string }[] {
  const found: { start: number; text: string }[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < end; at++) {
    const letter = text[at];
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if ((letter === "," && depth === 1) || depth === 0) {
      const part = text.slice(from, at);
      const trimmed = part.trimStart();
      if (trimmed !== "") found.push({ start: at - trimmed.length, text: trimmed.trimEnd() });
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return found;
}

/** Replaces comments, strings and bodies with blanks of the same length. */
function withoutTexts(text: string): string {
  let out = "";
  let kept = 0;
  const mask = (from: number, end: number) => {
    out += text.slice(kept, from) + text.slice(from, end).replace(/[^\n]/g, " ");
    kept = end;
  };
  const starts = /--|\/\*|'|\$\w*\$/g;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const [mark] = match;
    const close = mark === "--" ? "\n" : mark === "/*" ? "*/" : mark;
    const at = text.indexOf(close, match.index + mark.length);
    const end = at < 0 ? text.length : at + (close === "\n" ? 0 : close.length);
    mask(match.index, end);
    starts.lastIndex = end;
  }
  return out + text.slice(kept);
}
