/** Types inside the types of Go: elements, and fields of structs without a name. */
import { childOf, type LightNode } from "../grammar/light-tree.ts";
import type { ParsedFile, Type } from "./uses-rules.ts";

/** Returns the type of a field of a struct without a name, such as the row of a table of tests. */
export function unnamedField(
  { file, at }: { file: ParsedFile; at: LightNode },
  name: LightNode | undefined,
): Type | undefined {
  let struct: LightNode | undefined = at;
  while (struct && struct.type !== "struct_type") {
    if (!/^(?:pointer|slice|array|map)_type$/.test(struct.type)) return undefined;
    struct = struct.children.at(-1);
  }
  const fields = struct?.children[0]?.children ?? [];
  const isNamed = (child: LightNode) => child.field === "name" && name && file.textOf(child) === file.textOf(name);
  const type = childOf(
    fields.find(({ children }) => children.some(isNamed)),
    "type",
  );
  return type && { text: file.textOf(type), file, at: type };
}

/** Returns the type of an element of an array, a slice, a map or a channel. */
export function elementOf(type: Type | undefined): Type | undefined {
  if (!type || !("text" in type)) return undefined;
  const element = /^\*?(?:\[[^\]]*\]|map\[[^\]]*\]|chan )(.+)$/s.exec(type.text.trim());
  return element?.[1] === undefined ? undefined : { ...type, text: element[1] };
}
