/** Computes the symbol path of each declaration in a file, such as `src/app.ts#App/render`. */
import type { Declaration } from "./file-outline.ts";

type Identified = Pick<Declaration, "containers" | "name" | "kind" | "nameLine" | "isOverload">;

/** Returns the path without the file, such as `App/render`. */
export function pathInFile({ containers, name }: Pick<Declaration, "containers" | "name">): string {
  return [...containers, name].join("/");
}

/**
 * Returns the symbol paths in the order of the declarations. If several have the same path, their place is added. That
 * is not necessary for a single symbol, such as overloads, a getter and its setter, or the parts of a namespace.
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
