/** Determines the using directives that new code needs, and their place in the file. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import { maskCode } from "../lexer/mask.ts";
import type { Declaration } from "../outline/declaration-table.ts";
import { KIND } from "../outline/declaration-table.ts";
import { classChain } from "../semantics/member-lookup.ts";
import { enclosingNamespaces, importsNamespace } from "../semantics/namespaces.ts";
import type { LookupScope, SemanticModel } from "../semantics/semantic-model.ts";
import { UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, descendants, type SyntaxNode } from "../syntax/syntax-node.ts";
import { isTypePosition } from "../syntax/token-position.ts";
import { FRAMEWORK_NAMESPACES } from "./framework-namespaces.ts";

const DIRECTIVE = /^[ \t]*using\s+(?!static\b)(?!@?\w+\s*=)([\w.:\s]+);/gm;

/** Separates using directives at the start. */
export function splitUsings(code: string): { usings: string[]; code: string } {
  const usings: string[] = [];
  let rest = code;
  for (;;) {
    const found = /^\s*using\s+(?!static\b)([\w.]+)\s*;[ \t]*(?:\r?\n)?/.exec(rest);
    if (!found?.[1]) return { usings, code: rest };
    usings.push(found[1]);
    rest = rest.slice(found[0].length);
  }
}

interface NeededUsings {
  namespaces: string[];
  /** Names that more than one namespace declares. */
  unclear: string[];
}

/** May throw to request a file or package. */
export function neededUsings(model: SemanticModel, scope: LookupScope, root: SyntaxNode, code: string): NeededUsings {
  const namespaces = new Set<string>();
  const unclear: string[] = [];
  const declared = declaredNames(root, code);
  const seen = new Set<string>();
  for (const node of descendants(root)) {
    const used = usedType(node, code);
    if (!used || declared.has(used.name) || seen.has(`${used.name}/${used.arity}`)) continue;
    seen.add(`${used.name}/${used.arity}`);
    if (used.isValue && isMember(model, scope, used.name)) continue;
    const found = namespacesOf(model, scope, used);
    const [first, ...more] = found;
    if (first === undefined) continue;
    if (more.length === 0) namespaces.add(first);
    else
      unclear.push(
        `${used.name} is declared in ${found.join(" and ")}: start the code with the using directive that you want`,
      );
  }
  return { namespaces: [...namespaces], unclear };
}

interface UsedType {
  name: string;
  arity: number;
  isAttribute: boolean;
  /** True if it might also be a member or a local, for example in `Mathf.Abs`. */
  isValue: boolean;
}

function usedType(node: SyntaxNode, code: string): UsedType | undefined {
  if (node.start < 0 || (node.type !== "identifier" && node.type !== "generic_name")) return undefined;
  const { parent, field } = node;
  if (parent?.type === "generic_name") return undefined;
  const name = code.slice(node.start, node.end).replace(/^@/, "");
  const plain = /^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*/u.exec(name)?.[0] ?? "";
  const list = node.children.find(({ type }) => type === "type_argument_list");
  const arity = list ? list.children.filter(({ type }) => type === ",").length + 1 : 0;
  const used = { name: plain, arity, isAttribute: parent?.type === "attribute", isValue: false };
  if (used.isAttribute) return used;
  if (/^(?:qualified_name|alias_qualified_name)$/.test(parent?.type ?? "") && field !== "qualifier") return undefined;
  if (isTypePosition(node)) return used;
  const isLeft = parent?.type === "member_access_expression" && parent.children[0] === node;
  return isLeft && /^\p{Lu}/u.test(plain) ? { ...used, isValue: true } : undefined;
}

function declaredNames(root: SyntaxNode, code: string): Set<string> {
  const names = new Set<string>();
  for (const node of descendants(root)) {
    if (node.type === "type_parameter") names.add(code.slice(node.start, node.end).trim());
    const isDeclared = /declaration$|declarator$|^parameter$|local_function|type_parameter/.test(node.type);
    const name = isDeclared ? childOf(node, "name") : undefined;
    if (name && name.start >= 0) names.add(code.slice(name.start, name.end));
  }
  return names;
}

function isMember(model: SemanticModel, scope: LookupScope, name: string): boolean {
  return model
    .enclosingTypes(scope)
    .some((type) =>
      [...classChain(model, model.names.selfOf(type))].some(
        (base) => base.is !== "type" || model.members(base.type, name).length > 0,
      ),
    );
}

/** Returns the namespaces that have the type. The result is empty if the type is already in scope. */
function namespacesOf(model: SemanticModel, scope: LookupScope, used: UsedType): string[] {
  const names = used.isAttribute ? [used.name, `${used.name}Attribute`] : [used.name];
  const args = Array.from({ length: used.arity }, () => UNKNOWN);
  const found = new Set<string>();
  for (const name of names) {
    if (model.names.simpleType(name, args, scope, true) !== undefined) return [];
    for (const type of model.typesNamed(name)) {
      const isSeen = type.containers.length === 0 && type.arity === used.arity && model.isVisible(type, scope.file);
      if (isSeen) found.add(type.namespace);
    }
    for (const { namespace } of model.engine?.typesNamed(name) ?? []) found.add(namespace);
    for (const shape of model.packages?.ofFiles(name) ?? []) if (shape.arity === used.arity) found.add(shape.namespace);
    const framework = FRAMEWORK_NAMESPACES.get(`${name}${used.arity > 0 ? `\`${used.arity}` : ""}`);
    if (framework !== undefined) found.add(framework);
  }
  const around = new Set(enclosingNamespaces(scope));
  const isImported = (namespace: string) =>
    around.has(namespace) ||
    scope.file.imports.some(
      ({ target, alias, isStatic }) => alias === "" && !isStatic && importsNamespace(namespace, target, scope),
    );
  return [...found].some(isImported) ? [] : [...found].filter((each) => each !== "").sort();
}

/** Adds using directives to a file. If the existing ones are sorted, the order is kept. */
export function usingEdits(
  text: string,
  declarations: readonly Declaration[],
  namespaces: readonly string[],
): TextEdit[] {
  if (namespaces.length === 0) return [];
  const isNamed = ({ kind }: Declaration) => kind !== KIND.namespace;
  const firstType = declarations.find(isNamed)?.start ?? text.length;
  const head = maskCode(text.slice(0, firstType));
  const firstConditional = head.search(/^[ \t]*#[ \t]*if\b/m);
  const plain = [...head.matchAll(DIRECTIVE)]
    .filter(({ index }) => firstConditional < 0 || index < firstConditional)
    .map((found) => ({
      name: (found[1] ?? "").replace(/\s+/g, ""),
      start: found.index,
      end: found.index + found[0].length,
    }));
  const indent = /^[ \t]*/.exec(plain.at(-1) ? text.slice(plain.at(-1)?.start) : "")?.[0] ?? "";
  const wanted = namespaces.filter((each) => !plain.some(({ name }) => name === each)).sort(compareUsings);
  if (plain.length === 0) {
    const first = declarations[0]?.start ?? text.length;
    const lineStart = text.lastIndexOf("\n", first - 1) + 1;
    const at = firstConditional >= 0 && firstConditional < lineStart ? firstConditional : documented(text, lineStart);
    return wanted.length === 0
      ? []
      : [{ start: at, end: at, text: `${wanted.map((each) => `using ${each};\n`).join("")}\n` }];
  }
  const isSorted = plain.every(({ name }, at) => at === 0 || compareUsings(plain[at - 1]?.name ?? "", name) <= 0);
  const places = new Map<number, string>();
  for (const each of wanted) {
    const next = isSorted ? plain.find(({ name }) => compareUsings(name, each) > 0) : undefined;
    const at = next ? next.start : (plain.at(-1)?.end ?? 0);
    const line = next ? `${indent}using ${each};\n` : `\n${indent}using ${each};`;
    places.set(at, (places.get(at) ?? "") + line);
  }
  return [...places].map(([at, added]) => ({ start: at, end: at, text: added }));
}

function documented(text: string, lineStart: number): number {
  let from = lineStart;
  while (from > 0) {
    const above = text.lastIndexOf("\n", from - 2) + 1;
    if (!/^\s*\/\/\//.test(text.slice(above, from))) break;
    from = above;
  }
  return from;
}

/** `System` comes first, as in Visual Studio. */
function compareUsings(a: string, b: string): number {
  const rank = (name: string) => (/^System(?:\.|$)/.test(name) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}
