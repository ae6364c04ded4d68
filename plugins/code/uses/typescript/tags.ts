/** Reads the tags of the parts of a union, such as `kind: "a"`. */
import type { LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { annotationOf, type T, type Types } from "./type-model.ts";

/** Returns the values that a part of a union can have as its tag, or undefined if its type is not written as values. */
export async function tagsOf(part: T, key: string, types: Types): Promise<string[] | undefined> {
  const member = await types.member(part, key, 0);
  const tags: string[] = [];
  for (const { node, file } of await types.parts(member?.declarations ?? [])) {
    const type = annotationOf(node);
    if (!type || !isTag(type)) return undefined;
    tags.push(...valuesOf(type, file));
  }
  return tags.length > 0 ? tags : undefined;
}

export function isSameTag(tag: string, value: string): boolean {
  return plain(tag) === plain(value) || value.endsWith(`.${tag}`) || tag.endsWith(`.${value}`);
}

function plain(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/s, "$2");
}

/** Returns true for literals and enum members, and for unions of these. */
function isTag(type: LightNode): boolean {
  if (type.type === "union_type") return type.children.every(isTag);
  return /^(?:literal_type|nested_type_identifier)$/.test(type.type);
}

function valuesOf(type: LightNode, file: ParsedFile): string[] {
  return type.type === "union_type" ? type.children.flatMap((each) => valuesOf(each, file)) : [file.textOf(type)];
}
