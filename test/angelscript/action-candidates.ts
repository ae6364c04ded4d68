/** Finds places in scripts for the generated code of `angelscript_edit`: overrides, missing cases, delegate functions. */
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import type { DeclarationSyntax } from "../../plugins/angelscript/parser/syntax.ts";

export const ACTIONS = ["override", "cases", "handler"] as const;
export type ActionKind = (typeof ACTIONS)[number];

export interface Action {
  path: string;
  edit: { symbol: string; do: ActionKind; code?: string };
  /** Prepares the file, so that there's something to do. */
  prepare?: [from: string, to: string];
}

const OVERRIDDEN = ["BeginPlay", "EndPlay", "Tick", "ConstructionScript", "OnReset"];
/** A case with its own body that the previous one doesn't fall into. */
const CASE =
  /(?<=[;{}][ \t]*\r?\n)[ \t]*case [\w:]+:[ \t]*\r?\n(?:(?![ \t]*(?:case|default)\b).*\r?\n)*?[ \t]*(?:break|return[^;\n]*);[ \t]*\r?\n(?=[ \t]*(?:case|default|\}))/g;

export function actionsOf(path: string, text: string): Action[] {
  const found: Action[] = [];
  const visit = (each: DeclarationSyntax, owner: string): void => {
    const own = text.slice(each.headStart, each.end);
    if (each.kind === "class") found.push(...classActions(path, own, each));
    if (each.body) {
      const line = text.slice(0, each.name.start).split("\n").length;
      const symbol = `${owner}${each.name.name} @${path}:${line}`;
      found.push(...switchActions(path, own, symbol));
    }
    const inner = each.kind === "namespace" ? "" : `${each.name.name}/`;
    for (const member of each.members ?? []) visit(member, inner);
  };
  for (const each of parseFile(tokenize(text, new Names())).declarations) visit(each, "");
  return found;
}

function classActions(path: string, own: string, { name: { name: symbol }, type }: DeclarationSyntax): Action[] {
  const found: Action[] = [];
  for (const code of OVERRIDDEN)
    if (/^A/.test(symbol) && /^A/.test(type?.text ?? "") && !new RegExp(`\\b${code}\\(`).test(own))
      found.push({ path, edit: { symbol, do: "override", code } });
  for (const [written, bound] of own.matchAll(/^[^/\n]*\.(?:AddUFunction|BindUFunction)\(this, n"(\w+)"\);/gm))
    found.push({
      ...{ path, edit: { symbol, do: "handler", code: `${bound}Jig` } },
      prepare: [written, written.replace(`n"${bound}"`, `n"${bound}Jig"`)],
    });
  return found;
}

/** Each switch unchanged, then with one case removed. */
function switchActions(path: string, own: string, symbol: string): Action[] {
  const found: Action[] = [];
  for (const [, subject = ""] of own.matchAll(/^\s*switch\s*\((.+)\)\s*\{?\s*$/gm))
    found.push({ path, edit: { symbol, do: "cases", code: subject.trim() } });
  if (found.length !== 1) return found;
  const [first] = found;
  const whole = [...own.matchAll(CASE)].map(([each]) => each).find(isBalanced);
  if (first && whole !== undefined) found.push({ ...first, prepare: [own, own.replace(whole, () => "")] });
  return found;
}

function isBalanced(text: string): boolean {
  return text.split("{").length === text.split("}").length;
}
