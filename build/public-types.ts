/** Extracts public types from C# source, for the scripts that generate type tables. */
import { type Declaration, KIND } from "../plugins/csharp/outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../plugins/csharp/outline/header-details.ts";
import { MODIFIER_BIT } from "../plugins/csharp/outline/keywords.ts";
import { readOutline } from "../plugins/csharp/outline/read-outline.ts";
import { splitTop } from "../plugins/csharp/text/split-top.ts";

/** Letters used in the tables. */
const KIND_LETTERS: ReadonlyMap<number, string> = new Map([
  [KIND.class, "c"],
  [KIND.struct, "s"],
  [KIND.interface, "i"],
  [KIND.enum, "e"],
  [KIND.delegate, "d"],
]);

export interface PublicType {
  namespace: string;
  /** `Outer`1/Inner`. */
  path: string;
  letter: string;
  declaration: Declaration;
  header: HeaderDetails;
  members: { declaration: Declaration; header: HeaderDetails }[];
}

/** `known` has the full names of types with a `public` part; their other parts may omit the modifier. */
export function publicTypes(source: string, known: ReadonlySet<string>): PublicType[] {
  const text = source.replace(/^\ufeff/, "");
  const { declarations } = readOutline(text);
  const found = new Map<number, PublicType>();
  for (const [index, declaration] of declarations.entries()) {
    const letter = KIND_LETTERS.get(declaration.kind);
    if (letter === undefined) {
      const header = found.has(declaration.parent) ? readHeader(text, declaration) : undefined;
      if (header) found.get(declaration.parent)?.members.push({ declaration, header });
      continue;
    }
    const names: string[] = [];
    let namespace = "";
    const types: Declaration[] = [];
    for (let at: Declaration | undefined = declaration; at; at = declarations[at.parent]) {
      if (at.kind === KIND.namespace) namespace = namespace === "" ? at.name : `${at.name}.${namespace}`;
      else {
        names.unshift(at.arity > 0 ? `${at.name}\`${at.arity}` : at.name);
        types.push(at);
      }
    }
    const path = names.join("/");
    // Partial types can omit `public`, including enclosing ones.
    const says = types.every(({ modifiers }) => (modifiers & MODIFIER_BIT.public) !== 0);
    const isPart = types.every(({ modifiers }) => (modifiers & (MODIFIER_BIT.public | MODIFIER_BIT.partial)) !== 0);
    if (!says && !(isPart && known.has(`${namespace}.${path}`))) continue;
    found.set(index, { namespace, path, letter, declaration, header: readHeader(text, declaration), members: [] });
  }
  return [...found.values()];
}

/** Strips namespaces. */
export function shortType(type: string): string {
  return type
    .replace(/global::/g, "")
    .replace(/^(?:ref\s+readonly|ref|readonly)\s+/, "")
    .replace(/\b(?:[a-zA-Z_]\w*\.)+(?=[A-Za-z_])/g, "")
    .replace(/\s+/g, "");
}

export function shortBases({ bases }: Declaration): string[] {
  return bases === "" ? [] : splitTop(bases).map(shortType);
}

export function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** JSON with one type per line. */
export function linesByNamespace(namespaces: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(namespaces)
    .map(([name, lines]) => `${JSON.stringify(name)}:${JSON.stringify(lines).replaceAll('","', '",\n"')}`)
    .join(",\n");
}
