/** Makes sure that new code can be parsed in its place. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";
import type { EditVerb } from "../queries/requests/edit-requests.ts";
import type { Grammar } from "../syntax/grammar.ts";
import { maskForGrammar } from "../syntax/grammar-mask.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";

export interface CheckedCode {
  /** The syntax error and its line, if there is one. */
  fault: { why: string; text: string } | undefined;
  /** Its offsets are relative to the code. */
  root: SyntaxNode;
}

/** The place of an insertion. `owner` is the enclosing type or namespace, and undefined at the top level. */
export interface CodePlace {
  do: EditVerb;
  declaration: Declaration;
  owner: Declaration | undefined;
  /** The text of the header. */
  head: string;
  /** The number of characters before the caller's code. */
  lead?: number;
}

export function checkCode(grammar: Grammar, code: string, place: CodePlace): CheckedCode {
  const { lead = 0 } = place;
  const bracket = unmatchedBracket(lead > 0 ? ` ${code.slice(1, -1)}` : code);
  const [before, after, most] = frameOf(place, code);
  const isAsync = place.do === "body" && /\basync\b/.test(place.head) ? true : undefined;
  const masked = maskForGrammar(code, 0, isAsync);
  const { fault, root } = grammar.check(masked, before, after);
  if (bracket !== undefined) {
    const what = `: ${JSON.stringify(code.charAt(bracket))} has no matching bracket`;
    return { fault: faultAt(code, lead, bracket, what), root };
  }
  if (fault) {
    const what = fault.missing === "" ? "" : `: ${JSON.stringify(fault.missing)} is missing`;
    return { fault: faultAt(code, lead, fault.at, what), root };
  }
  const leaves = escapes(root, before === "" ? 0 : most);
  return {
    fault: leaves === undefined ? undefined : faultAt(code, lead, leaves, ": it closes the enclosing declaration"),
    root,
  };
}

const CLOSERS: Readonly<Record<number, number>> = { 41: 40, 93: 91, 125: 123 };

/** Returns the first bracket without a partner. Code with `#if` isn't checked, because each branch can have its own brackets. */
function unmatchedBracket(code: string): number | undefined {
  if (/^[ \t]*#[ \t]*if/m.test(code)) return undefined;
  const open: { kind: number; start: number }[] = [];
  let found: number | undefined;
  eachToken(code, (kind, start) => {
    if (found !== undefined || kind <= TOKEN.comment) return;
    if (kind === 40 || kind === 91 || kind === 123) open.push({ kind, start });
    else if (CLOSERS[kind] !== undefined && open.pop()?.kind !== CLOSERS[kind]) found = start;
  });
  return found ?? open.at(-1)?.start;
}

function faultAt(whole: string, lead: number, offset: number, what: string): { why: string; text: string } {
  const code = whole.slice(lead);
  const at = Math.max(0, offset - lead);
  const skipped = /^\s*/.exec(code.slice(at))?.[0].length ?? 0;
  const place = Math.min(at + skipped, code.trimEnd().length);
  const line = code.slice(0, place).split("\n").length;
  const column = place - code.lastIndexOf("\n", place - 1);
  const text = code.split("\n")[line - 1]?.trim() ?? "";
  return { why: `does not parse at line ${line}, column ${column} of its code${what}`, text: text.slice(0, 200) };
}

/** Returns the text around the code, and the number of members that it may have. The value 0 means that there is no limit. */
function frameOf({ do: verb, declaration, owner, head }: CodePlace, code: string): [string, string, number] {
  const { kind } = declaration;
  const isInside = verb === "append";
  const around = isInside ? declaration : owner;
  if (verb !== "body") {
    if (around === undefined || around.kind === KIND.namespace) return ["", "", 0];
    if (around.kind === KIND.enum) return ["enum _{", "}", 0];
    return ["class _{", "}", 0];
  }
  if (kind === KIND.enum) return ["enum _", "", 1];
  if (kind < KIND.enum) return ["class _", "", 1];
  const closed = /^\s*=>/.test(code) && !/;\s*$/.test(code) ? ";}" : "}";
  const names: Partial<Record<number, string>> = {
    [KIND.property]: "int _",
    [KIND.indexer]: "int this[int _]",
    [KIND.event]: "event A _",
    [KIND.constructor]: "_()",
    [KIND.destructor]: "~_()",
    [KIND.operator]: "public static _ operator+(_ a,_ b)",
  };
  return [`class _{${names[kind] ?? (/\basync\b/.test(head) ? "async void _()" : "void _()")}`, closed, 1];
}

/** Finds code that leaves its frame. The first declaration may have up to `most` members. */
function escapes(root: SyntaxNode, most: number): number | undefined {
  const all = root.children.filter(({ type }) => !/^preproc/.test(type));
  if (root.children.length > 0 && all[0] && all[0].start < 0) {
    if (all[1]) return all[1].start;
    const list = all[0].children.find(({ type }) => /declaration_list$|enum_member_declaration_list/.test(type));
    const members = list?.children.filter(({ type }) => /declaration$|statement$/.test(type)) ?? [];
    const isBodyOfMember = most === 1 && list !== undefined && list.start < 0;
    if (isBodyOfMember && members[1]) return members[1].start;
  }
  return undefined;
}
