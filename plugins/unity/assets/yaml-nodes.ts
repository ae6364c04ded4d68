/**
 * Parses the YAML that Unity writes. Each node knows its range in the text, so that an edit can replace a single value and
 * leave everything else unchanged. The parser doesn't fail on bad input. It counts and skips the lines that it can't parse, so
 * that a file with conflict markers can still be read.
 */

import { blockText, foldLines, unquoteDouble, unquoteSingle } from "./yaml-scalars.ts";
import {
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  YamlReference,
  type YamlScalar,
} from "./yaml-tree.ts";

export interface ParsedYaml {
  root: YamlNode;
  /** The offsets of lines that couldn't be parsed, most of which are conflict markers. */
  unread: number[];
}

interface Line {
  /** The start of the content as an offset and as a column. */
  at: number;
  indent: number;
  end: number;
}

/** Real assets are never nested this deeply. */
const MAX_DEPTH = 200;

export function parseYaml(text: string, start: number, end: number): ParsedYaml {
  const parser = new Parser(text, start, end);
  return { root: parser.block(0), unread: parser.unread };
}

class Parser {
  /** This is a fast path for references, which may be folded over two lines. */
  readonly #reference = /\{fileID: (-?\d+)(?:,\s+guid: ([0-9a-f]{32}),\s+type: \d+)?\}/y;
  /** Matches the end of a scalar inside braces or brackets. */
  readonly #scalarEnd = /[,{}[\]]|:(?=[\s,}\]]|$)/g;
  readonly unread: number[] = [];
  readonly #text: string;
  readonly #lines: Line[] = [];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#end = end;
    for (let at = start; at < end; ) {
      let stop = text.indexOf("\n", at);
      if (stop < 0 || stop > end) stop = end;
      const lineEnd = stop > at && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
      let content = at;
      while (content < lineEnd && text.charCodeAt(content) === 32) content++;
      this.#lines.push({ at: content, indent: content - at, end: lineEnd });
      at = stop + 1;
    }
  }

  /** Parses all lines that are indented by at least `indent`. */
  block(indent: number): YamlNode {
    this.#skipBlank();
    const line = this.#lines[this.#next];
    if (!line || line.indent < indent || this.#depth >= MAX_DEPTH) return this.#empty(line?.at ?? this.#end);
    this.#depth++;
    const node = this.#isItem(line)
      ? this.#list(line.indent)
      : this.#colonIn(line) >= 0
        ? this.#map(line.indent)
        : this.#value(line, line.at, line.indent - 1);
    this.#depth--;
    return node;
  }

  #map(indent: number): YamlMap {
    const map: YamlMap = {
      kind: "map",
      flow: false,
      entries: [],
      start: this.#lines[this.#next]?.at ?? this.#end,
      end: 0,
    };
    for (this.#skipBlank(); ; this.#skipBlank()) {
      const line = this.#lines[this.#next];
      if (!line || line.indent < indent || (line.indent === indent && this.#isItem(line))) break;
      const colon = line.indent === indent ? this.#colonIn(line) : -1;
      if (colon < 0) {
        this.unread.push(line.at);
        this.#next++;
        continue;
      }
      const key = this.#keyText(line.at, colon);
      map.entries.push({ key, keyStart: line.at, value: this.#value(line, colon + 1, indent) });
    }
    map.end = map.entries.at(-1)?.value.end ?? map.start;
    return map;
  }

  #list(indent: number): YamlList {
    const list: YamlList = {
      kind: "list",
      flow: false,
      items: [],
      start: this.#lines[this.#next]?.at ?? this.#end,
      end: 0,
    };
    for (this.#skipBlank(); ; this.#skipBlank()) {
      const line = this.#lines[this.#next];
      if (!line || line.indent !== indent || !this.#isItem(line)) break;
      let at = line.at + 1;
      while (at < line.end && this.#text.charCodeAt(at) === 32) at++;
      const rest: Line = { at, indent: indent + (at - line.at), end: line.end };
      if (at < line.end && (this.#isItem(rest) || this.#colonIn(rest) >= 0)) {
        // The rest of the current line is parsed as a line of its own.
        this.#lines[this.#next] = rest;
        list.items.push(this.block(rest.indent));
      } else {
        list.items.push(this.#value(line, at, indent, true));
      }
    }
    list.end = list.items.at(-1)?.end ?? list.start;
    return list;
  }

  /** Parses the value that starts at `at` and continues on lines that are indented further than `indent`. */
  #value(line: Line, at: number, indent: number, isItem = false): YamlNode {
    while (at < line.end && this.#text.charCodeAt(at) === 32) at++;
    if (at >= line.end) {
      this.#next++;
      return this.#below(line.end, indent, isItem);
    }
    const first = this.#text[at];
    if (first === "{" || first === "[") return this.#flowFrom(at);
    if (first === "'" || first === '"') return this.#quoted(at, first);
    if ((first === "|" || first === ">") && /^[|>][+-]?\d?[+-]?\s*$/.test(this.#text.slice(at, line.end))) {
      return this.#blockScalar(at, indent, first === ">");
    }
    return this.#plain(line, at, indent);
  }

  #below(end: number, indent: number, isItem: boolean): YamlNode {
    this.#skipBlank();
    const line = this.#lines[this.#next];
    // In YAML a list can have the same indentation as its key, except inside another list.
    if (line && (line.indent > indent || (!isItem && line.indent === indent && this.#isItem(line))))
      return this.block(line.indent);
    return this.#empty(end);
  }

  #plain(line: Line, at: number, indent: number): YamlScalar {
    const first = this.#text.slice(at, line.end).trimEnd();
    const below = this.#lines[this.#next + 1];
    if (!below || (below.at < below.end && below.indent <= indent)) {
      this.#next++;
      return { kind: "scalar", style: "plain", text: foldLines([first]), start: at, end: at + first.length };
    }
    const parts = [first];
    let end = at + first.length;
    let blank = 0;
    for (this.#next++; this.#next < this.#lines.length; this.#next++) {
      const more = this.#lines[this.#next];
      if (!more) break;
      if (more.at >= more.end) {
        blank++;
        continue;
      }
      if (more.indent <= indent) break;
      for (; blank > 0; blank--) parts.push("");
      const text = this.#text.slice(more.at, more.end).trimEnd();
      parts.push(text);
      end = more.at + text.length;
    }
    return { kind: "scalar", style: "plain", text: foldLines(parts), start: at, end };
  }

  #quoted(at: number, quote: string): YamlScalar {
    const end = this.#quoteEnd(at, quote);
    // The bracket is never closed, so it takes the rest of the text.
    if (end >= this.#end) this.unread.push(at);
    const inner = this.#text.slice(at + 1, Math.min(end, this.#end));
    this.#moveBehind(end);
    const stop = Math.min(end + 1, this.#end);
    return quote === "'"
      ? { kind: "scalar", style: "single", text: unquoteSingle(inner), start: at, end: stop }
      : { kind: "scalar", style: "double", text: unquoteDouble(inner), start: at, end: stop };
  }

  /** Returns the offset of the closing quote, or `limit` if there isn't one. */
  #quoteEnd(at: number, quote: string, limit = this.#end): number {
    let end = at + 1;
    for (; end < limit; end++) {
      const sign = this.#text[end];
      if (quote === '"' && sign === "\\") end++;
      else if (sign === quote) {
        if (quote === "'" && this.#text[end + 1] === "'") end++;
        else break;
      }
    }
    return end;
  }

  #blockScalar(at: number, indent: number, folded: boolean): YamlScalar {
    const lines: string[] = [];
    let end = this.#lines[this.#next]?.end ?? at;
    let own: number | undefined;
    for (this.#next++; this.#next < this.#lines.length; this.#next++) {
      const line = this.#lines[this.#next];
      if (!line || (line.at < line.end && line.indent <= indent)) break;
      own ??= line.at < line.end ? line.indent : undefined;
      lines.push(line.at < line.end ? " ".repeat(line.indent - (own ?? 0)) + this.#text.slice(line.at, line.end) : "");
      end = line.end;
    }
    return { kind: "scalar", style: "block", text: blockText(lines, folded), start: at, end };
  }

  /** Parses a text that consists of a single map in braces. */
  flowEntries(): YamlEntry[] {
    const node = this.#collection(this.#lines[0]?.at ?? this.#end, 0);
    return node.kind === "map" ? node.entries : [];
  }

  #flowFrom(at: number): YamlNode {
    const node = this.#flow(at, 0);
    this.#moveBehind(node.end - 1);
    return node;
  }

  #flow(from: number, depth: number): YamlNode {
    const at = this.#space(from);
    const sign = this.#text[at];
    if (depth >= MAX_DEPTH || (sign !== "{" && sign !== "[")) return this.#flowScalar(at);
    this.#reference.lastIndex = at;
    const reference = sign === "{" ? this.#reference.exec(this.#text) : null;
    if (!reference || this.#reference.lastIndex > this.#end) return this.#collection(at, depth);
    const [, fileId = "", guid = ""] = reference;
    const end = this.#reference.lastIndex;
    const text = this.#text;
    return new YamlReference({ start: at, end, fileId, guid }, () => new Parser(text, at, end).flowEntries());
  }

  #collection(at: number, depth: number): YamlNode {
    const sign = this.#text[at];
    const close = sign === "{" ? "}" : "]";
    const entries: YamlEntry[] = [];
    const items: YamlNode[] = [];
    const start = at;
    let here = this.#space(at + 1);
    for (; here < this.#end && this.#text[here] !== close; here = this.#space(here)) {
      if (sign === "[") {
        const item = this.#flow(here, depth + 1);
        items.push(item);
        here = this.#space(item.end);
      } else {
        const key = this.#flowScalar(here);
        here = this.#space(key.end);
        const value = this.#text[here] === ":" ? this.#flow(here + 1, depth + 1) : this.#empty(here);
        entries.push({ key: key.text, keyStart: key.start, value });
        here = this.#space(value.end);
      }
      if (this.#text[here] === ",") here++;
      else if (this.#text[here] !== close) {
        // The map isn't closed, so we stop here.
        this.unread.push(here);
        break;
      }
    }
    const end = Math.min(this.#end, this.#text[here] === close ? here + 1 : here);
    return sign === "{"
      ? { kind: "map", flow: true, entries, start, end }
      : { kind: "list", flow: true, items, start, end };
  }

  #flowScalar(at: number): YamlScalar {
    const sign = this.#text[at];
    if (sign === "'" || sign === '"') {
      const line = this.#next;
      const scalar = this.#quoted(at, sign);
      this.#next = line;
      return scalar;
    }
    this.#scalarEnd.lastIndex = at;
    const found = this.#scalarEnd.exec(this.#text);
    const end = Math.min(this.#end, found ? found.index : this.#end);
    const text = this.#text.slice(at, end).trimEnd();
    return {
      kind: "scalar",
      style: "plain",
      text: text.replace(/\s*[\r\n]\s*/g, " "),
      start: at,
      end: at + text.length,
    };
  }

  #space(at: number): number {
    while (at < this.#end && " \t\r\n".includes(this.#text[at] ?? "")) at++;
    return at;
  }

  /** Moves to the first line that starts after the offset. */
  #moveBehind(offset: number): void {
    while ((this.#lines[this.#next]?.end ?? Number.POSITIVE_INFINITY) <= offset) this.#next++;
    this.#next++;
  }

  #empty(at: number): YamlScalar {
    return { kind: "scalar", style: "plain", text: "", start: at, end: at };
  }

  #skipBlank(): void {
    for (; ; this.#next++) {
      const line = this.#lines[this.#next];
      if (!line || (line.at < line.end && this.#text[line.at] !== "#")) return;
    }
  }

  #isItem({ at, end }: Line): boolean {
    return this.#text[at] === "-" && (at + 1 >= end || this.#text[at + 1] === " ");
  }

  /** Returns -1 if there is no colon. */
  #colonIn({ at, end }: Line): number {
    const first = this.#text[at];
    let from = at;
    if (first === "'" || first === '"') {
      from = this.#quoteEnd(at, first, end) + 1;
      if (from > end) return -1;
    } else if (first === "{" || first === "[") return -1;
    for (
      let colon = this.#text.indexOf(":", from);
      colon >= 0 && colon < end;
      colon = this.#text.indexOf(":", colon + 1)
    ) {
      if (colon + 1 >= end || this.#text[colon + 1] === " ") return colon;
    }
    return -1;
  }

  #keyText(at: number, colon: number): string {
    const written = this.#text.slice(at, colon).trimEnd();
    if (written.startsWith("'")) return unquoteSingle(written.slice(1, -1));
    return written.startsWith('"') ? unquoteDouble(written.slice(1, -1)) : written;
  }
}
