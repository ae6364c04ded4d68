/** The symbol path of each declaration of a file: `src/app.ts#App/render`. */
import type { Declaration } from "./file-outline.ts";

type Identified = Pick<Declaration, "containers" | "name" | "kind" | "nameLine" | "isOverload">;

/** Without the file: `App/render`. */
export function pathInFile({ containers, name }: Pick<Declaration, "containers" | "name">): string {
  return [...containers, name].join("/");
}

/**
 * Symbol paths in the order of the declarations. Where several share one, the place is added, unless they are one symbol: overloads,
 * a getter with its setter, parts of a namespace.
 */
export function symbolPaths(file: string, declarations: readonly Identified[]): string[] {
  const groups = Map.groupBy(declarations, pathInFile);
  return declarations.map((each) => {
    const path = `${file}#${pathInFile(each)}`;
    const group = groups.get(pathInFile(each)) ?? [];
    return group.length > 1 && !isOneSymbol(group) ? `${path} @${file}:${each.nameLine}` : path;
  });
}

const MERGED = new Set(["namespace", "interface", "module"]);

function isOneSymbol(group: readonly Identified[]): boolean {
  const [first] = group;
  if (group.every(({ isOverload }) => isOverload)) return true;
  return group.every(({ kind }) => kind === first?.kind && (MERGED.has(kind) || kind === "property"));
}
