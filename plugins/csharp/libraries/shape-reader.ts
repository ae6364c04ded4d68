/** Reads the signatures of a compiled type's members (see `shapes.ts`). */
import { type MetadataTables, TABLE } from "./metadata-tables.ts";
import type { LibraryMember, LibraryParameter } from "./shapes.ts";
import { fieldSignature, type LibraryTypeRef, methodSignature, type Named } from "./signatures.ts";

const ACCESS = 7;
const STATIC = 0x10;
const FINAL = 0x20;
const VIRTUAL = 0x40;
const NEW_SLOT = 0x100;
const SPECIAL_NAME = 0x0800;
/** Protected, protected internal and public. */
const NAMEABLE = new Set([4, 5, 6]);
const PUBLIC = 6;
const GETTER = /^get_/;
const SETTER = /^(?:set|add)_/;
const IS_IN = 0x1;
const IS_OUT = 0x2;
const IS_OPTIONAL = 0x10;
const CONSTRUCTOR = ".ctor";
export const CONVERSION = "op_Implicit";
const STATIC_CONSTRUCTOR = ".cctor";
const EXTENSION = "ExtensionAttribute";

/** Returns the rows of a table that belong to one type or method. */
function rowsOf(tables: MetadataTables, [owners, column]: readonly [number, number], row: number, table: number) {
  const from = tables.value(owners, row, column);
  const next = row < tables.rows(owners) ? tables.value(owners, row + 1, column) : tables.rows(table) + 1;
  return { from, end: Math.min(next, tables.rows(table) + 1) };
}

export function extensionMethods(tables: MetadataTables): Set<number> {
  const found = new Set<number>();
  for (let row = 1; row <= tables.rows(TABLE.customAttribute); row++) {
    const owner = tables.decoded("HasCustomAttribute", tables.value(TABLE.customAttribute, row, 0));
    if (owner.table !== TABLE.method) continue;
    const made = tables.decoded("CustomAttributeType", tables.value(TABLE.customAttribute, row, 1));
    if (made.table !== TABLE.memberRef || made.row === 0) continue;
    const of = tables.decoded("MemberRefParent", tables.value(TABLE.memberRef, made.row, 0));
    if (of.table === TABLE.typeRef && tables.string(TABLE.typeRef, of.row, 1) === EXTENSION) found.add(owner.row);
  }
  return found;
}

/** Returns the names of public methods with their type. */
export function* namesAmong(
  tables: MetadataTables,
  types: readonly number[],
  methods: ReadonlySet<number>,
): Generator<{ type: number; name: string }> {
  // Except in damaged files, no method belongs to two types.
  let left = tables.rows(TABLE.method);
  for (const type of types) {
    const { from, end } = rowsOf(tables, [TABLE.typeDef, 5], type, TABLE.method);
    left -= Math.max(0, end - from);
    if (left < 0) throw new RangeError("methods of more than one type");
    for (let row = from; row < end; row++)
      if (methods.has(row) && (tables.value(TABLE.method, row, 2) & ACCESS) === PUBLIC)
        yield { type, name: tables.string(TABLE.method, row, 3) };
  }
}

export function membersOf(
  tables: MetadataTables,
  type: number,
  extensions: ReadonlySet<number>,
  named: Named,
): Map<string, LibraryMember[]> {
  const members = new Map<string, LibraryMember[]>();
  const add = (member: LibraryMember) => members.set(member.name, [...(members.get(member.name) ?? []), member]);
  const fields = rowsOf(tables, [TABLE.typeDef, 4], type, TABLE.field);
  for (let row = fields.from; row < fields.end; row++) {
    const flags = tables.value(TABLE.field, row, 0);
    if (!NAMEABLE.has(flags & ACCESS)) continue;
    const held = fieldSignature(tables.blob(TABLE.field, row, 2), tables, named);
    add(holder(tables.string(TABLE.field, row, 1), held, (flags & STATIC) !== 0));
  }
  const methods = rowsOf(tables, [TABLE.typeDef, 5], type, TABLE.method);
  for (let row = methods.from; row < methods.end; row++) {
    const flags = tables.value(TABLE.method, row, 2);
    const name = tables.string(TABLE.method, row, 3);
    if (!NAMEABLE.has(flags & ACCESS) || name === STATIC_CONSTRUCTOR) continue;
    const signature = methodSignature(tables.blob(TABLE.method, row, 4), tables, named);
    const { isStatic, result, parameters, typeParameters } = signature;
    const isOverridable = (flags & (VIRTUAL | FINAL | NEW_SLOT)) === (VIRTUAL | NEW_SLOT);
    const given = (types: readonly LibraryTypeRef[], isExtension: boolean) =>
      parametersOf(tables, row, types, isExtension);
    if ((flags & SPECIAL_NAME) !== 0 && name !== CONSTRUCTOR && name !== CONVERSION) {
      // Accessors are combined to a property or an event.
      const held = GETTER.test(name) ? result : SETTER.test(name) ? parameters.at(-1) : undefined;
      const own = name.slice(name.indexOf("_") + 1);
      const isIndexer = parameters.length > (GETTER.test(name) ? 0 : 1);
      if (held && !isIndexer && !members.has(own)) add({ ...holder(own, plain(held), isStatic), isOverridable });
      if (isIndexer && GETTER.test(name))
        add({ ...method("this", result), isOverridable, parameters: given(parameters, false) });
      continue;
    }
    const isExtension = extensions.has(row);
    const common = { ...method(name, result), isStatic, isOverridable };
    add({ ...common, isExtension, parameters: given(parameters, isExtension), typeParameters });
  }
  return members;
}

function holder(name: string, type: LibraryTypeRef, isStatic: boolean): LibraryMember {
  return {
    name,
    type,
    isMethod: false,
    isStatic,
    isOverridable: false,
    isExtension: false,
    parameters: [],
    typeParameters: 0,
  };
}

function method(name: string, result: LibraryTypeRef): LibraryMember {
  return { ...holder(name, plain(result), false), isMethod: true };
}

function plain(type: LibraryTypeRef): LibraryTypeRef {
  return type.is === "reference" ? type.element : type;
}

function parametersOf(
  tables: MetadataTables,
  method: number,
  types: readonly LibraryTypeRef[],
  isExtension: boolean,
): LibraryParameter[] {
  const flags = new Map<number, number>();
  const names = new Map<number, string>();
  const { from, end } = rowsOf(tables, [TABLE.method, 5], method, TABLE.parameter);
  for (let row = from; row < end; row++) {
    const number = tables.value(TABLE.parameter, row, 1);
    flags.set(number, tables.value(TABLE.parameter, row, 0));
    names.set(number, tables.string(TABLE.parameter, row, 2));
  }
  return types.map((type, at) => {
    // Number 0 is the return value.
    const own = flags.get(at + 1) ?? 0;
    const byReference = (own & IS_OUT) !== 0 ? "out" : (own & IS_IN) !== 0 ? "in" : "ref";
    const passing = isExtension && at === 0 ? "this" : type.is === "reference" ? byReference : "";
    return { name: names.get(at + 1) ?? "", type: plain(type), passing, isOptional: (own & IS_OPTIONAL) !== 0 };
  });
}
