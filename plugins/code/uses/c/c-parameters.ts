/** Parses the parameters in the signatures of C and C++ functions, by which overloads are distinguished. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import { betweenCommas } from "../between-commas.ts";

const FUNCTIONS = /^(?:function|method|constructor)$/;
/** Words that are a type or part of one, and cannot be the name of a parameter. */
const NO_NAME =
  /^(?:const|volatile|unsigned|signed|struct|union|enum|class|int|char|long|short|double|float|bool|void|auto)$/;

export function isFunction({ kind }: IndexedDeclaration): boolean {
  return FUNCTIONS.test(kind);
}

interface Head {
  parameters: readonly string[];
  /** The text after the closing bracket, such as ` const`. */
  rest: string;
}

/** Splits a signature into its parameters and the rest. */
function headOf({ signature, name }: IndexedDeclaration): Head {
  const named = signature.indexOf(`${name}(`);
  const open = named < 0 ? signature.indexOf("(") : named + name.length;
  const [inside, end] = open < 0 ? ["", signature.length] : bracketed(signature, open);
  const written = split(inside);
  const parameters = written.length === 1 && /^(?:void)?$/.test(written[0] ?? "") ? [] : written;
  return { parameters, rest: signature.slice(end) };
}

/** Returns the text inside the bracket that opens at an offset, and the offset after it. */
function bracketed(text: string, open: number): [inside: string, end: number] {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{<".includes(text[at] ?? "")) depth++;
    else if (")]}>".includes(text[at] ?? "") && --depth === 0) return [text.slice(open + 1, at), at + 1];
  }
  return [text.slice(open + 1), text.length];
}

function split(text: string): string[] {
  return betweenCommas(text, ["([{<", ")]}>"]).map((part) => part.replace(/\s+/g, " "));
}

/**
 * Returns the types of the parameters without names, namespaces and default values, so that a declaration and its
 * definition are equal.
 */
export function typesOf(declaration: IndexedDeclaration): string {
  const { parameters, rest } = headOf(declaration);
  const qualifiers = /^\s*((?:const|volatile|&)\s*)*/.exec(rest)?.[0].replace(/\s+/g, "") ?? "";
  return `(${parameters.map(typeOf).join(",")})${qualifiers}`;
}

/** Returns the template parameters of a declaration. They are the same for a declaration and its definition. */
export function templateOf(text: string): string {
  if (!/^\s*template\b/.test(text)) return "";
  const [inside] = bracketed(text, text.indexOf("<"));
  const written = split(inside).map((each) => each.replace(/=.*$/s, "").replace(/\bclass\b/, "typename"));
  return written.join(",").replace(/\s+/g, "");
}

function typeOf(parameter: string): string {
  const type = parameter
    .replace(/\s*=.*$/s, "")
    .replace(/\b(?:struct|class|enum|union|typename) /g, "")
    .replace(/(?:\w+)?::/g, "");
  const [, before = "", name = ""] = /^(.*[\s*&>])([\p{L}_]\w*)(?:\[.*)?$/su.exec(type) ?? [];
  const unnamed = name === "" || NO_NAME.test(name) ? type : before;
  // A definition may declare a parameter that is passed by value as const.
  return (/[*&]/.test(unnamed) ? unnamed : unnamed.replace(/\bconst\b/g, "")).replace(/\s+/g, "");
}

/** Returns true if, according to its declarations, a function can be called with this number of arguments. */
export function takes(parts: readonly IndexedDeclaration[], count: number): boolean {
  const lists = parts.map((part) => headOf(part).parameters);
  const least = Math.min(...lists.map((list) => list.filter((each) => !/=|\.\.\./.test(each)).length));
  const most = Math.max(...lists.map((list) => (list.some((each) => each.includes("...")) ? 1000 : list.length)));
  return least <= count && count <= most;
}

/** Returns the number of arguments in a call, or undefined if the name is not called. */
export function argumentsAt(name: LightNode): number | undefined {
  let at = name;
  while (
    at.parent &&
    /^(?:qualified_identifier|template_function|template_method|field_expression)$/.test(at.parent.type)
  ) {
    if (!/^(?:name|field)$/.test(at.field)) return undefined;
    at = at.parent;
  }
  const list =
    at.parent?.type === "call_expression" && at.field === "function" ? childOf(at.parent, "arguments") : undefined;
  return list?.children.filter(({ type }) => type !== "comment").length;
}
