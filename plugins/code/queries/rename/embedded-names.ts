/** Finds the uses of an embedded Go type as a field, in selectors and as the key of a literal. The field has the type's name. */
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import type { Use } from "../../uses/find-uses.ts";
import type { Resolver } from "../../uses/resolver.ts";
import { familyOfFile } from "../../uses/uses-languages.ts";
import { noteAt, type RenameNote, type RenamePlace } from "./rename-plan.ts";

export interface EmbeddedNames {
  places: Omit<RenamePlace, "text">[];
  possible: RenameNote[];
  conflicts: RenameNote[];
}

/** `uses` are the uses of the type itself. */
export async function embeddedNames(
  type: IndexedDeclaration,
  to: string,
  uses: readonly Use[],
  resolver: Resolver,
): Promise<EmbeddedNames> {
  const found: EmbeddedNames = { places: [], possible: [], conflicts: [] };
  const embeddings = uses.filter(({ kind }) => kind === "base");
  if (familyOfFile(type.path) !== "go" || embeddings.length === 0) return found;
  for (const use of embeddings) {
    const around = resolver
      .declarationsOf(use.path)
      .findLast(({ kind, startLine, endLine }) => kind === "struct" && startLine <= use.line && use.line <= endLine);
    const own =
      around &&
      resolver.declarationsOf(use.path).find((each) => each.name === to && each.containers.at(-1) === around.name);
    if (own)
      found.conflicts.push({
        path: own.path,
        line: own.nameLine,
        column: own.column,
        why: `${around.name} has a member ${to}`,
      });
  }
  const isKnown = (path: string, line: number, column: number) =>
    uses.some((each) => each.path === path && each.line === line && each.column === column);
  for (const path of resolver.filesWith(type.name)) {
    const file = familyOfFile(path) === "go" ? await resolver.file(path) : undefined;
    for (const node of file?.named(type.name) ?? []) {
      if (!file) continue;
      const { line, column } = file.lines.at(node.start);
      const role = file.rules.roleOf(node, file);
      if (isKnown(path, line, column) || (role.is !== "key" && role.is !== "member")) continue;
      if (resolver.declaredAt(file, node).length > 0) continue;
      const meant =
        role.is === "member"
          ? await resolver.member(file, role.object, type.name)
          : role.type && (await resolver.memberOf({ text: file.textOf(role.type), file, at: role.type }, type.name, 0));
      if (!meant) found.possible.push(noteAt(file, node.start, "may be the field of the embedded type"));
      else if (meant.some((each) => isSamePlace(each, type))) found.places.push({ path, line, column });
    }
  }
  return found;
}
