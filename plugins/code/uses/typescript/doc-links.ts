/** Resolves names in links of JSDoc, such as `{@link Type.member}`. */
import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { Meaning, ParsedFile } from "../uses-rules.ts";
import { valueOfParts } from "./members.ts";
import type { Types } from "./type-model.ts";
import { declaredType } from "./written-types.ts";

const OWNERS = new Set(["class_declaration", "class", "abstract_class_declaration", "interface_declaration"]);

/** Returns true if a name in a comment belongs to a link, which can refer to anything. */
export function isLink(name: LightNode, file: ParsedFile): boolean {
  const before = file.text.slice(name.parent?.start, name.start);
  return name.parent?.type === "comment" && /^\{@link/.test(before.slice(before.lastIndexOf("{")));
}

/** For a name after a dot in a link, returns the name before the dot. */
export function ownerInLink(name: LightNode, file: ParsedFile): LightNode | undefined {
  const before = /[\p{L}_$][\p{L}\p{N}_$]*(?=[.#]$)/u.exec(file.text.slice(name.parent?.start, name.start))?.[0];
  if (!before || !isLink(name, file)) return undefined;
  const end = name.start - 1;
  return { type: "type_identifier", start: end - before.length, end, field: "", parent: name.parent, children: [] };
}

/** Returns a member of a type, class or module that a link names. */
export async function linkedMember(owner: LightNode, text: string, file: ParsedFile, types: Types): Promise<Meaning> {
  const entity = await types.entity(owner, file);
  if (!entity) return undefined;
  if ("modules" in entity)
    return (await types.member({ is: "module", modules: entity.modules }, text, 0))?.declarations;
  const parts = await types.parts(entity.declarations);
  for (const type of [await valueOfParts(parts, 0, types), await declaredType(parts, [], 0, types)]) {
    const member = type && (await types.member(type, text, 0));
    if (member && member.declarations.length > 0) return member.declarations;
  }
  return [];
}

/** A name in a link can be a member of the class or interface around the comment. */
export async function memberAroundLink(name: LightNode, file: ParsedFile, types: Types): Promise<Meaning> {
  const owner = isLink(name, file) ? childOf(around(name, OWNERS), "name") : undefined;
  return owner && (await linkedMember(owner, file.textOf(name), file, types));
}
