/** Describes classes inside functions, which are not in the index. Their members can be those of bases that are. */
import { around, type LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { CLASSES } from "./python-names.ts";
import type { ParsedFile } from "./uses-rules.ts";

/** No declaration has a container with this name. */
const LOCAL = "<local>";

export function localClass(node: LightNode, name: LightNode, file: ParsedFile): IndexedDeclaration {
  const { line, column } = file.lines.at(name.start);
  const body = node.children.find(({ field }) => field === "body");
  return {
    path: file.path,
    name: file.textOf(name),
    kind: "class",
    containers: [LOCAL],
    nameLine: line,
    column,
    startLine: line,
    endLine: file.lines.at(node.end).line,
    signature: file
      .textOf(node)
      .slice(0, (body?.start ?? node.end) - node.start)
      .trim()
      .replace(/\s*:$/, ""),
    documentation: "",
    isOverload: false,
  };
}

/** Returns true if the body of a class in a function declares a member, or assigns it to `self`. */
export function hasLocalMember(owner: IndexedDeclaration, member: string, file: ParsedFile): boolean {
  if (owner.containers[0] !== LOCAL) return false;
  const name = file.place(owner.name, file.lines.offset(owner.nameLine, owner.column));
  return file
    .named(member)
    .some((each) => name !== undefined && around(each, CLASSES) === name.parent && declares(each));
}

function declares({ field, parent }: LightNode): boolean {
  if (parent?.type === "attribute") return parent.field === "left";
  return parent?.type === "function_definition" ? field === "name" : field === "left";
}
