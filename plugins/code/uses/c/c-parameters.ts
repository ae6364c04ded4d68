/** Parameters of functions in C and C++, as their signatures write them: what tells overloads apart. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import { betweenCommas } from "../between-commas.ts";

const FUNCTIONS = /^(?:function|method|constructor)$/;
/** Words that are a type themselves, or part of one: no name of a parameter. */
const NO_NAME =
  /^(?:const|volatile|unsigned|signed|struct|union|enum|class|int|char|long|short|double|float|bool|void|auto)$/;

export function isFunction({ kind }: IndexedDeclaration): boolean {
  return FUNCTIONS.test(kind);
}

interface Head {
  parameters: readonly string[];
  /** The text after the bracket, such as ` const`. */
  rest: string;
}

/** Splits a signature at its parameters. */
function headOf({ signature, name }: IndexedDeclaration): Head {
  const named = signature.indexOf(`${name}(`);
  const open = named < 0 ? signature.indexOf("(") : named + name.length;
  const [inside, end] = open < 0 ? ["", signature.length] : bracketed(signature, open);
  const written = split(inside);
  const parameters = written.length === 1 && /^(?:void)?$/.test(written[0] ?? "") ? [] : written;
  return { parameters, rest: signature.slice(end) };
}

/** Returns the text inside the bracket at a place, and the offset after it. */
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

/** The types of the parameters without names, namespaces and defaults, so that a declaration and its definition are alike. */
export function typesOf(declaration: IndexedDeclaration): string {
  const { parameters, rest } = headOf(declaration);
  const qualifiers = /^\s*((?:const|volatile|&)\s*)*/.exec(rest)?.[0].replace(/\s+/g, "") ?? "";
  return `(${parameters.map(typeOf).join(",")})${qualifiers}`;
}

/** The parameters of the template that a declaration begins with, alike for a declaration and its definition. */
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
  // A definition may make its copy const.
  return (/[*&]/.test(unnamed) ? unnamed : unnamed.replace(/\bconst\b/g, "")).replace(/\s+/g, "");
}

/** Whether a function, by its declarations, can be called with so many arguments. */
export function takes(parts: readonly IndexedDeclaration[], count: number): boolean {
  const lists = parts.map((part) => headOf(part).parameters);
  const least = Math.min(...lists.map((list) => list.filter((each) => !/=|\.\.\./.test(each)).length));
  const most = Math.max(...lists.map((list) => (list.some((each) => each.includes("...")) ? 1000 : list.length)));
  return least <= count && count <= most;
}

/** Counts the arguments of a call of a name; undefined for a name that is not called. */
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
