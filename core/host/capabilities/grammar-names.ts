/** Classifies the names in a file with the queries of its grammar. */
import { NAME_KINDS, type NameKind } from "../contract/guest-language.ts";
import type { Capture, Match, Tree } from "./tree-sitter.ts";

/** The range of a definition and the node of its name. */
export interface NamedSpan {
  name: Capture["node"];
  from: number;
  to: number;
}

interface Parts {
  tree: Tree;
  text: string;
  tags: readonly Match[];
  locals: readonly Match[];
  definitions: readonly NamedSpan[];
}

interface Span {
  kind: NameKind;
  start: number;
  end: number;
}

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const LONGEST_WORD = 255;

/** The kinds by the last part of a capture. All other captures are a `read`. */
const KINDS: Readonly<Record<string, NameKind>> = {
  call: "call",
  function: "call",
  method: "member",
  member: "member",
  field: "member",
  property: "member",
  class: "type",
  type: "type",
  interface: "type",
  implementation: "type",
  write: "write",
};

/** Returns three numbers for each name in the file, in the format that `FileFacts` describes. */
export function namesOf({ tree, text, tags, locals, definitions }: Parts): number[] {
  const names = new Map<number, Span>();
  const add = ({ startIndex: start, endIndex: end }: Capture["node"], kind: NameKind) => {
    // The most specific pattern takes precedence.
    const known = names.get(start)?.kind ?? "word";
    if (known === "member" || (kind === "read" && known !== "word")) return;
    names.set(start, { kind, start, end });
  };
  for (const node of words(tree, text)) names.set(node.start, node);
  const scopes: Span[] = [];
  for (const { name, node } of locals.flatMap(({ captures }) => captures)) {
    if (name.startsWith("local.reference")) add(node, referenceKind(name));
    else if (name === "local.scope") scopes.push({ kind: "scope", start: node.startIndex, end: node.endIndex });
  }
  // Without a query for scopes nothing can be resolved, so we rely on the tags.
  for (const { captures } of tags) {
    const whole = captures.find(({ name }) => name.startsWith("reference."));
    const name = captures.find((each) => each.name === "name")?.node;
    if (whole && name) add(name, referenceKind(whole.name));
  }
  for (const { name, node } of locals.flatMap(({ captures }) => captures))
    if (name.startsWith("local.definition")) add(node, "definition");
  for (const { name, from, to } of definitions) {
    const isOpening = scopes.some(
      ({ start, end }) => from <= start && end <= to && start <= name.startIndex && name.endIndex <= end,
    );
    names.set(name.startIndex, {
      kind: isOpening ? "name" : "definition",
      start: name.startIndex,
      end: name.endIndex,
    });
  }
  const all = [...scopes, ...names.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  return all.flatMap(({ kind, start, end }) => [NAME_KINDS.indexOf(kind), start, end]);
}

function referenceKind(capture: string): NameKind {
  return KINDS[capture.slice(capture.lastIndexOf(".") + 1)] ?? "read";
}

/** Returns the words in leaf nodes, except for those in comments and strings. */
function* words(tree: Tree, text: string): Generator<Span> {
  const cursor = tree.walk();
  try {
    for (let isBelow = false; ; ) {
      const { nodeType, startIndex: start, endIndex: end } = cursor;
      if (!isBelow && !/comment|string|char/.test(nodeType)) {
        if (cursor.gotoFirstChild()) continue;
        if (cursor.nodeIsNamed && end - start <= LONGEST_WORD && WORD.test(text.slice(start, end)))
          yield { kind: "word", start, end };
      }
      isBelow = !cursor.gotoNextSibling();
      if (isBelow && !cursor.gotoParent()) return;
    }
  } finally {
    cursor.delete();
  }
}
