/** Edits JSON with comments and trailing commas, using VS Code's own parser. */
import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  createScanner,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { JigError, type Json, type JsonObject } from "../host/frontend-api.ts";
import type { ConfigDocument } from "./config-document.ts";

export function jsonDocument(text: string, file: string): ConfigDocument {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const blank = value === undefined && text.trim() === "";
  const [error] = errors;
  if (error && !blank) throw broken(file, text, error);
  if (!blank && (typeof value !== "object" || value === null || Array.isArray(value))) {
    throw new JigError("INVALID_ARGUMENT", `${file} does not contain a JSON object`, { hint: "Correct it first" });
  }
  const formattingOptions = formattingOf(text);
  // Files with a single line are kept on one line. The parser would indent everything again, in quadratic time.
  const options = /\n./.test(text) || /^\s*(?:\{\s*\})?\s*$/.test(text) ? { formattingOptions } : {};
  const change = (current: string, path: string[], content: Json | undefined): string =>
    applyEdits(current, modify(current, path, content, options));
  return {
    value: blank ? {} : (value as JsonObject),
    set(path, entry) {
      const base = blank ? "{}" : text;
      const tree = parseTree(base);
      checkOnce(tree, path, file);
      const present = tree && findNodeAtLocation(tree, path);
      let changed = base;
      // Existing objects are updated key by key, so that the rest is preserved.
      if (present?.type === "object") {
        const old = getNodeValue(present) as JsonObject;
        for (const [key, part] of Object.entries(entry)) {
          if (!isDeepStrictEqual(old[key], part)) changed = change(changed, [...path, key], part);
        }
      } else changed = appended(base, tree, path, entry, formattingOptions) ?? change(base, path, entry);
      return blank && !changed.endsWith("\n") ? changed + formattingOptions.eol : changed;
    },
    remove: (path) => without(text, path),
  };
}

/**
 * Adds `entry` on new lines after the last property, whose trailing comment stays on its line. It returns undefined for objects
 * on a single line, which the parser can edit.
 */
function appended(
  text: string,
  tree: Node | undefined,
  path: string[],
  entry: JsonObject,
  { insertSpaces, tabSize, eol }: ReturnType<typeof formattingOf>,
): string | undefined {
  const depth = path.findLastIndex((_, length) => tree && findNodeAtLocation(tree, path.slice(0, length)));
  const last = tree && depth >= 0 ? findNodeAtLocation(tree, path.slice(0, depth))?.children?.at(-1) : undefined;
  if (last?.type !== "property") return undefined;
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, last.offset))?.[1];
  if (indent === undefined) return undefined;
  const end = last.offset + last.length;
  const [, comma, beside] = /^(,?)((?:[ \t]|\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)*)(?=\r?\n)/.exec(text.slice(end)) ?? [];
  if (comma === undefined || beside === undefined) return undefined;
  const value = path.slice(depth + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), entry);
  const lines = JSON.stringify({ [path[depth]!]: value }, null, insertSpaces ? tabSize : "\t")
    .split("\n")
    .slice(1, -1);
  // The indentation is that of the previous property.
  const step = insertSpaces ? tabSize : 1;
  const added = lines.map((line) => eol + indent + line.slice(step)).join("");
  return `${text.slice(0, end)},${beside}${added}${comma}${text.slice(end + comma.length + beside.length)}`;
}

/**
 * Removes a property and one adjacent comma. Comments remain, and empty lines are removed. The parser's own edit isn't used,
 * because it leaves the comma of an only property.
 */
function without(text: string, path: string[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const property = tree && findNodeAtLocation(tree, path)?.parent;
  if (property?.type !== "property") return text;
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const end = property.offset + property.length;
  const after = commaIn(text, end);
  const before = after === undefined && previous ? commaIn(text, previous.offset + previous.length) : undefined;
  const cuts: Cut[] = [{ from: property.offset, to: end, blanks: before === undefined ? "after" : "before" }];
  if (after !== undefined) cuts.push({ from: after, to: after + 1 });
  if (before !== undefined) cuts.push({ from: before, to: before + 1 });
  return cuts.sort((a, b) => b.from - a.from).reduce(cutWithItsLine, text);
}

interface Cut {
  from: number;
  to: number;
  blanks?: "before" | "after";
}

/** Returns the next comma after whitespace and comments. */
function commaIn(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at : undefined;
}

/** Removes a line that becomes empty. Otherwise the whitespace up to the neighbor is removed as well. */
function cutWithItsLine(text: string, { from, to, blanks }: Cut): string {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const indent = /(^|\n)[ \t]*$/.exec(before);
  const rest = /^[ \t]*(\r?\n|$)/.exec(after);
  if (indent && rest) return before.slice(0, indent.index + indent[1]!.length) + after.slice(rest[0].length);
  if (blanks === "before" || (blanks && rest)) return before.replace(/[ \t]+$/, "") + after;
  return blanks === "after" ? before + after.replace(/^[ \t]+/, "") : before + after;
}

/** Rejects duplicate keys, because clients use the last one but we would edit the first. */
function checkOnce(tree: Node | undefined, path: readonly string[], file: string): void {
  for (let depth = 0; depth < path.length; depth++) {
    const object = tree && findNodeAtLocation(tree, path.slice(0, depth));
    const same = object?.children?.filter(({ children }) => children?.[0]?.value === path[depth]) ?? [];
    if (same.length > 1)
      throw new JigError("INVALID_ARGUMENT", `${file} has ${JSON.stringify(path[depth])} ${same.length} times`, {
        hint: "Keep one of them",
      });
  }
}

function broken(file: string, text: string, { error, offset }: ParseError): JigError {
  const before = text.slice(0, offset).split("\n");
  return new JigError(
    "INVALID_ARGUMENT",
    `${file}:${before.length}:${before.at(-1)!.length + 1} is not JSON (${printParseErrorCode(error)})`,
    { hint: "Correct it first; nothing was changed" },
  );
}

/** Detects the indentation and the line endings. */
function formattingOf(text: string): Required<Pick<FormattingOptions, "insertSpaces" | "tabSize" | "eol">> {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
