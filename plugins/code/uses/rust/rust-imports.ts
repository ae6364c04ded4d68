/** Parses the trees of `use` declarations into the names that they import, with their paths. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";

export interface UsedName {
  /** The name in this module. `*` means all names of a module. */
  name: string;
  path: readonly string[];
}

/** Returns the names that the `use` declarations of a module import. */
export function importsOf(module: LightNode, file: ParsedFile): UsedName[] {
  const crates = module.children.flatMap((each): UsedName[] => {
    const name = each.type === "extern_crate_declaration" ? childOf(each, "name") : undefined;
    const alias = childOf(each, "alias") ?? name;
    return name && alias ? [{ name: file.textOf(alias), path: [file.textOf(name)] }] : [];
  });
  const used = module.children
    .filter(({ type }) => type === "use_declaration")
    .flatMap((each) => usedNames(childOf(each, "argument"), [], file).map(({ name, path }) => ({ name, path })));
  return [...crates, ...used];
}

export interface UsedNode extends UsedName {
  node: LightNode;
}

export function usedNames(tree: LightNode | undefined, prefix: readonly string[], file: ParsedFile): UsedNode[] {
  if (!tree) return [];
  const path = (node: LightNode | undefined) => [...prefix, ...segments(node, file)];
  switch (tree.type) {
    case "scoped_use_list":
      return (childOf(tree, "list")?.children ?? []).flatMap((each) =>
        usedNames(each, path(childOf(tree, "path")), file),
      );
    case "use_list":
      return tree.children.flatMap((each) => usedNames(each, prefix, file));
    case "use_as_clause": {
      const alias = childOf(tree, "alias");
      return alias ? [{ node: alias, name: file.textOf(alias), path: withoutSelf(path(childOf(tree, "path"))) }] : [];
    }
    case "use_wildcard":
      return [{ node: tree, name: "*", path: path(tree.children[0]) }];
    case "self":
      return [{ node: tree, name: prefix.at(-1) ?? "self", path: prefix }];
    default: {
      const last = childOf(tree, "name") ?? tree;
      return [{ node: last, name: file.textOf(last), path: path(tree) }];
    }
  }
}

function withoutSelf(path: readonly string[]): readonly string[] {
  return path.at(-1) === "self" ? path.slice(0, -1) : path;
}

/** Returns the names in a path, outermost first. */
export function segments(node: LightNode | undefined, file: ParsedFile): string[] {
  if (!node) return [];
  if (!/^scoped_/.test(node.type)) return [file.textOf(node)];
  const name = childOf(node, "name");
  return [...segments(childOf(node, "path"), file), ...(name ? [file.textOf(name)] : [])];
}
