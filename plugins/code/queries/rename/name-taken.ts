/** Checks whether the new name already has another meaning in the scopes of the uses. */
import type { LightNode } from "../../grammar/light-tree.ts";
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import { languageOf } from "../../outline/languages.ts";
import type { Resolver } from "../../uses/resolver.ts";
import { canName, familyOf } from "../../uses/uses-languages.ts";
import { ownerOf } from "./owner-types.ts";
import { noteAt, type RenameNote } from "./rename-plan.ts";

interface Taken {
  targets: readonly IndexedDeclaration[];
  owners: readonly IndexedDeclaration[];
  isMember: boolean;
  to: string;
  /** The nodes that change, grouped by file. */
  nodes: ReadonlyMap<string, readonly LightNode[]>;
  resolver: Resolver;
}

export async function takenPlaces({ targets, owners, isMember, to, nodes, resolver }: Taken): Promise<RenameNote[]> {
  const notes: RenameNote[] = [];
  const [first] = targets;
  if (!first) return notes;
  const id = languageOf(first.path)?.id ?? "";
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const sharesScope = (each: IndexedDeclaration) =>
    targets.some(
      (target) =>
        each.containers.join("/") === target.containers.join("/") &&
        (each.path === target.path ||
          (/^(?:go|java)$/.test(id) && folder(each.path) === folder(target.path)) ||
          familyOf(id) === "c"),
    );
  for (const each of resolver.declared(to)) {
    if (!canName(languageOf(each.path)?.id ?? "", id)) continue;
    const owner = isMember ? ownerOf(each, resolver) : undefined;
    if (sharesScope(each) || (owner && owners.some((one) => isSamePlace(one, owner))))
      notes.push({
        path: each.path,
        line: each.nameLine,
        column: each.column,
        text: each.signature.slice(0, 200),
        why: `${to} is already declared there`,
      });
  }
  for (const [path, changed] of nodes) {
    const file = await resolver.file(path);
    if (!file) continue;
    const isBare = changed.some((node) => !/^(?:member|key|none)$/.test(file.rules.roleOf(node, file).is));
    if (!isBare) continue;
    const clash = file
      .named(to)
      .find((node) => /^(?:bare|shorthand|unknown|alias|imported)$/.test(file.rules.roleOf(node, file).is));
    if (!clash) continue;
    const note = noteAt(file, clash.start, `${to} means something else in this file`);
    if (notes.some((each) => each.path === path && each.line === note.line && each.column === note.column)) continue;
    notes.push(note);
  }
  return notes;
}
