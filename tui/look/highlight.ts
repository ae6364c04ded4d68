/**
 * Highlights syntax. The highlighter and its grammars are only loaded when there is source code to show. Until then code has no
 * colors, which is also the case for languages that the highlighter doesn't know. `version` tells callers when to render again.
 */
import { type Span, span, type Tone } from "../text/line.ts";

/** Lines that are longer than this are data and not code. */
const LONGEST = 2000;
const MAX_CACHED = 64;

/** Maps the classes of highlight.js to tones. Only the first word of a class counts. */
const SCOPES: Readonly<Record<string, Tone>> = {
  keyword: "keyword",
  built_in: "type",
  type: "type",
  class: "type",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  char: "string",
  comment: "comment",
  doctag: "comment",
  quote: "comment",
  meta: "function",
  title: "function",
  function: "function",
  section: "title",
  attr: "key",
  attribute: "key",
  variable: "plain",
  tag: "keyword",
  name: "keyword",
  symbol: "number",
  bullet: "accent",
  addition: "success",
  deletion: "error",
};

interface HastNode {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: HastNode[];
}

export interface Highlighter {
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  /** Returns a number that is increased when the highlighter is ready. */
  version(): number;
}

export function createHighlighter(onReady: () => void): Highlighter {
  let grammars: ReturnType<typeof import("./grammars.ts").createGrammars> | undefined;
  let loading = false;
  let version = 0;
  const known = new Map<string, Span[][]>();

  function load(): void {
    if (loading) return;
    loading = true;
    void import("./grammars.ts").then((module) => {
      grammars = module.createGrammars();
      version++;
      onReady();
    });
  }

  return {
    version: () => version,
    highlight(lines, language) {
      const plain = () => lines.map((each) => [span(each)]);
      if (language === undefined) return plain();
      if (!grammars) {
        load();
        return plain();
      }
      if (!grammars.registered(language) || lines.some((each) => each.length > LONGEST)) return plain();
      const code = lines.join("\n");
      const key = `${language}\0${code}`;
      let spans = known.get(key);
      if (!spans) {
        spans = spansOf(grammars.highlight(language, code), lines.length);
        if (known.size >= MAX_CACHED) known.delete(known.keys().next().value!);
        known.set(key, spans);
      }
      return spans;
    },
  };
}

/** Converts the tree of the highlighter to lines. */
function spansOf(root: HastNode, count: number): Span[][] {
  const lines: Span[][] = [[]];
  const walk = (node: HastNode, tone: Tone): void => {
    if (node.type === "text") {
      (node.value ?? "").split("\n").forEach((part, index) => {
        if (index > 0) lines.push([]);
        if (part !== "") lines.at(-1)!.push(span(part, tone));
      });
      return;
    }
    const [scope] = Array.isArray(node.properties?.className) ? node.properties.className.map(String) : [];
    const own = scope === undefined ? undefined : SCOPES[scope.replace(/^hljs-/, "")];
    for (const child of node.children ?? []) walk(child, own ?? tone);
  };
  walk(root, "plain");
  while (lines.length < count) lines.push([]);
  return lines.slice(0, count);
}
