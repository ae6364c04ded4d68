/** Finds rename candidates by kind. */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { type DeclarationSyntax, Flag } from "../../plugins/angelscript/parser/syntax.ts";
import { mulberry } from "../mulberry.ts";

export interface Candidate {
  kind: string;
  path: string;
  line: number;
  name: string;
}

export function scriptsIn(root: string): string[] {
  return globSync("**/*.{as,As}", { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
}

/** Names whose kind depends on the spelling. */
interface Spelled {
  names: Set<string>;
  formats: Set<string>;
  specifiers: Set<string>;
  overrides: Set<string>;
}

const LOCAL = /^\s+(?:const )?(?:auto|int|float|bool|[AUFET][A-Z]\w*(?:<[\w<>, ]+>)?)&? (\w+)(?: =[^=]|;)/;
const NO_NAME = new Set("return else new delete case".split(" "));

export function renameCandidates(root: string): Candidate[] {
  const texts = scriptsIn(root).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const spelled: Spelled = {
    ...{ names: new Set(), formats: new Set(), specifiers: new Set(), overrides: new Set() },
  };
  const take = (into: Set<string>, text: string, form: RegExp): void => {
    for (const [, name = ""] of text.matchAll(form)) into.add(name);
  };
  for (const { text } of texts) {
    take(spelled.names, text, /n"(\w+)"/g);
    take(spelled.formats, text, /(?<=\bf".*\{)(\w+)/g);
    take(
      spelled.specifiers,
      text,
      /(?:Attach|EditCondition|GetOptions|ReplicatedUsing|OverrideComponent) ?= ?"?!?(\w+)/g,
    );
    take(spelled.overrides, text, /(\w+)\([^()]*\)(?: const)? override\b/g);
  }
  return texts.flatMap(({ path, text }) => candidatesOf(path, text, spelled));
}

function candidatesOf(path: string, text: string, spelled: Spelled): Candidate[] {
  const found: Candidate[] = [];
  const starts = lineStarts(text);
  const add = (kind: string, name: string, start: number): void => {
    found.push({ kind, path, line: lineOf(starts, start), name });
  };
  const visit = (each: DeclarationSyntax, owner: string): void => {
    const { name, parameters = [], members = [], body } = each;
    if (each.kind !== "constructor" && each.kind !== "destructor" && each.kind !== "access")
      add(kindOf(each, owner, spelled), name.name, name.start);
    for (const { name: parameter } of parameters) if (parameter) add("parameter", parameter.name, parameter.start);
    for (const member of members) visit(member, each.kind);
    if (!body) return;
    const from = lineOf(starts, each.headStart);
    const lines = text.slice(each.headStart, each.end).split("\n");
    for (const [at, line] of lines.entries()) {
      const local = LOCAL.exec(line)?.[1];
      if (local !== undefined && !NO_NAME.has(local)) found.push({ kind: "local", path, line: from + at, name: local });
    }
  };
  for (const each of parseFile(tokenize(text, new Names())).declarations) visit(each, "");
  return found;
}

function kindOf({ kind, name, flags }: DeclarationSyntax, owner: string, spelled: Spelled): string {
  if (kind === "variable") {
    if (owner !== "class" && owner !== "struct") return "global";
    if (spelled.specifiers.has(name.name)) return "property in a specifier";
    return spelled.formats.has(name.name) ? "property in a format" : "property";
  }
  if (kind !== "function") return kind;
  if (flags & Flag.mixin) return "mixin";
  if (owner !== "class" && owner !== "struct") return "function";
  if (flags & Flag.property && /^[GS]et./.test(name.name)) return "accessor";
  if (spelled.names.has(name.name)) return "method in a name";
  return flags & Flag.override || spelled.overrides.has(name.name) ? "override" : "method";
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** All candidates in random order, alternating between kinds. */
export function drawn(candidates: readonly Candidate[], seed: number): Candidate[] {
  const random = mulberry(seed);
  const byKind = new Map<string, [order: number, each: Candidate][]>();
  for (const each of candidates) {
    const list = byKind.get(each.kind) ?? [];
    byKind.set(each.kind, list);
    list.push([random(), each]);
  }
  const lists = [...byKind.values()].map((list) => list.sort(([a], [b]) => a - b).map(([, each]) => each));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
