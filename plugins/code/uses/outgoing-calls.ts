/** Finds the calls inside declarations. This is the opposite direction of finding their uses. */
import { TimeSlice } from "../../../core/host/plugin-api.ts";
import { around, type LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { makeUse, meaningAt, type Use } from "./find-uses.ts";
import type { Resolver } from "./resolver.ts";
import type { ScopedFile } from "./scoped-file.ts";

/** The maximum number of calls to examine. */
const MAX_CALLS = 2000;

export interface Callees {
  calls: Use[];
  /** The number of calls to names that the sources do not declare. */
  external: number;
}

/** Finds each call inside the declarations. Its `targets` are the declarations that it calls. */
export async function findCallees(callers: readonly IndexedDeclaration[], resolver: Resolver): Promise<Callees> {
  const found: Callees = { calls: [], external: 0 };
  const done = new Set<string>();
  const slice = new TimeSlice();
  for (const caller of callers) {
    const file = await resolver.file(caller.path);
    if (!file) continue;
    for (const name of namesIn(caller, file)) {
      const key = `${caller.path}:${name.start}`;
      if (done.has(key) || file.rules.kindOf(name, file) !== "call") continue;
      if (done.size >= MAX_CALLS) return found;
      done.add(key);
      await slice.check();
      const meant = await meaningAt(name, file, resolver);
      const declared = resolver.declared(file.textOf(name), resolver.partnersOf(file.path));
      const isLocal = meant?.length === 0 || declared.length === 0;
      if (isLocal) found.external++;
      else found.calls.push(makeUse(name, file, resolver, "call", meant ? "certain" : "possible", meant ?? []));
    }
  }
  return found;
}

/** Returns the names between the first and the last line of a declaration in text order. */
function namesIn({ startLine, endLine, nameLine, column }: IndexedDeclaration, file: ScopedFile): LightNode[] {
  const start = file.lines.offset(nameLine, column);
  const end = file.lines.offset(endLine + 1, 1);
  const from = file.lines.offset(startLine, 1);
  const names: LightNode[] = [];
  const visit = (node: LightNode) => {
    if (node.end <= from || node.start >= end) return;
    if (node.children.length === 0 && node.start > start && file.rules.names.has(node.type)) names.push(node);
    node.children.forEach(visit);
  };
  const whole = file.nameAt(start);
  visit(whole ? (around(whole, DECLARATIONS) ?? file.root) : file.root);
  return names;
}

const DECLARATIONS = new Set([
  ...["function_declaration", "function_definition", "function_item", "method_declaration", "method_definition"],
  ...["class_declaration", "class_definition", "constructor_declaration", "lexical_declaration"],
]);
