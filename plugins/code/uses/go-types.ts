/** Types inside the types of Go: elements, and members of structs without a name. */
import { childOf, type LightNode } from "../grammar/light-tree.ts";
import type { Meaning, NameResolver, ParsedFile, Type } from "./uses-rules.ts";

type WrittenType = Extract<Type, { text: string }>;

/** Returns the type of a field of a struct without a name, such as the row of a table of tests. */
export function unnamedField(type: WrittenType, name: LightNode | undefined): Type | undefined {
  const field = name && fieldNamed(fieldsOf(type) ?? [], type.file.textOf(name), type.file);
  const written = childOf(field, "type");
  return written && { text: type.file.textOf(written), file: type.file, at: written };
}

/** Returns the fields of a struct without a name, which is written at a place or is the element of the type there. */
function fieldsOf({ at }: WrittenType): readonly LightNode[] | undefined {
  let struct: LightNode | undefined = at;
  while (struct && struct.type !== "struct_type") {
    if (!/^(?:pointer|slice|array|map)_type$/.test(struct.type)) return undefined;
    struct = struct.children.at(-1);
  }
  return struct?.children[0]?.children;
}

function fieldNamed(fields: readonly LightNode[], name: string, file: ParsedFile): LightNode | undefined {
  return fields.find(({ children }) => children.some((child) => child.field === "name" && file.textOf(child) === name));
}

/** Returns true for the text of a struct without a name, or of a pointer to one. */
export function isUnnamedStruct(text: string): boolean {
  return /^\*?struct\b/.test(text);
}

/**
 * Resolves a member of a struct without a name. The index does not contain its own fields, so only members of embedded types are
 * found.
 */
export async function unnamedMember(
  type: WrittenType,
  name: string,
  resolver: NameResolver,
  depth: number,
): Promise<Meaning> {
  const { file } = type;
  const fields = fieldsOf(type);
  if (!fields) return undefined;
  if (fieldNamed(fields, name, file)) return [];
  let isKnown = true;
  for (const field of fields) {
    const at = childOf(field, "name") ? undefined : childOf(field, "type");
    if (!at) continue;
    const embedded = { text: file.textOf(at), file, at };
    // An embedded type can be accessed by its name.
    if (/\w+$/.exec(embedded.text)?.[0] === name) return await resolver.owners(embedded, depth + 1);
    const owners = await resolver.owners(embedded, depth + 1);
    const found = owners?.length ? await resolver.memberOf({ declarations: owners }, name, depth + 1) : undefined;
    if (found && found.length > 0) return found;
    if (!found) isKnown = false;
  }
  return isKnown ? [] : undefined;
}

/** Returns the type of an element of an array, a slice, a map or a channel. */
export function elementOf(type: Type | undefined): Type | undefined {
  if (!type || !("text" in type)) return undefined;
  const element = /^\*?(?:\[[^\]]*\]|map\[[^\]]*\]|chan )(.+)$/s.exec(type.text.trim());
  return element?.[1] === undefined ? undefined : { ...type, text: element[1] };
}
