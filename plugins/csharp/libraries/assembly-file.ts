/** Reads the public types and members of a compiled assembly. Only metadata is read, and no code ever runs. */
import { type Capabilities, ifThere } from "../../../core/host/plugin-api.ts";
import type { EngineType } from "../engine/unity-names.ts";
import { MetadataTables, TABLE } from "./metadata-tables.ts";
import { extensionMethods, membersOf, namesAmong } from "./shape-reader.ts";
import type { AssemblyShape } from "./shapes.ts";
import { type Named, typeNamed } from "./signatures.ts";

const VISIBLE = 7;
const PUBLIC = 1;
const NESTED_PUBLIC = 2;
const PUBLIC_MEMBER = 6;
const INTERFACE = 0x20;
const ABSTRACT = 0x80;
const SERIALIZABLE = 0x2000;
const SPECIAL_NAME = 0x0800;
/** The maximum nesting of types. */
const DEEPEST = 64;
const MAX_PARAMETERS = 500;
/** Methods that implement properties and events. */
const ACCESSORS = /^(?:get|set|add|remove)_/;
const KINDS: Readonly<Record<string, string>> = {
  "System.Enum": "enum",
  "System.ValueType": "struct",
  "System.MulticastDelegate": "delegate",
};

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Opens a compiled assembly. It returns undefined if the file can't be read. If it can be read but isn't a .NET assembly, only
 * `assembly` is undefined.
 */
export async function openAssembly(path: string, files: Pick<Capabilities["files"], "read">) {
  const bytes = await ifThere(files.read(path, { maxBytes: MAX_BYTES }));
  return bytes && { size: bytes.length, assembly: readAssembly(bytes) };
}

/** Returns undefined unless this is an intact .NET assembly. */
export function readAssembly(bytes: Uint8Array): AssemblyFile | undefined {
  return undefinedIfDamaged(() => {
    const tables = tablesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return tables && new AssemblyFile(tables);
  });
}

/** Returns undefined if an offset is outside of the file, which means that the file is damaged. */
function undefinedIfDamaged<Answer>(read: () => Answer): Answer | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export class AssemblyFile {
  readonly #tables: MetadataTables;
  /** Maps a nested type to its enclosing type. */
  readonly #outer = new Map<number, number>();
  #extensionMethods: Set<number> | undefined;

  constructor(tables: MetadataTables) {
    this.#tables = tables;
    for (let row = 1; row <= tables.rows(TABLE.nested); row++)
      this.#outer.set(tables.value(TABLE.nested, row, 0), tables.value(TABLE.nested, row, 1));
  }

  /** Returns the simple names of all public types. */
  names(): string[] {
    return undefinedIfDamaged(() => this.#publicTypes().map((row) => this.#name(row))) ?? [];
  }

  typesNamed(name: string): EngineType[] {
    const rows = () => this.#publicTypes().filter((row) => this.#name(row) === name);
    return undefinedIfDamaged(() => rows().map((row) => this.#type(row))) ?? [];
  }

  /** Returns the public types with this simple name, and the signatures of their members. */
  shapesNamed(name: string): AssemblyShape[] {
    const rows = () => this.#publicTypes().filter((row) => this.#name(row) === name);
    return undefinedIfDamaged(() => rows().map((row) => this.#shape(row))) ?? [];
  }

  /** Maps an extension method to the types that declare it (simple names). */
  extensions(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    undefinedIfDamaged(() => {
      const methods = extensionMethods(this.#tables);
      if (methods.size === 0) return;
      for (const { type, name } of namesAmong(this.#tables, this.#publicTypes(), methods)) {
        const names = found.get(name) ?? [];
        const own = this.#name(type);
        if (!names.includes(own)) found.set(name, [...names, own]);
      }
    });
    return found;
  }

  #shape(row: number): AssemblyShape {
    const tables = this.#tables;
    const { kind } = this.#type(row);
    const named: Named = (table, at) => this.#fullName(table, at);
    const { namespace, name } = named(TABLE.typeDef, row);
    const outer = this.#withOuter(TABLE.typeDef, row).slice(1);
    const bases = [typeNamed(tables.value(TABLE.typeDef, row, 3), tables, named)];
    for (let at = 1; at <= tables.rows(TABLE.interfaceImpl); at++)
      if (tables.value(TABLE.interfaceImpl, at, 0) === row)
        bases.push(typeNamed(tables.value(TABLE.interfaceImpl, at, 1), tables, named));
    this.#extensionMethods ??= extensionMethods(tables);
    // Nested types repeat the type parameters of all types around them.
    const arity = [row, ...outer].reduce((sum, at) => sum + arityOf(tables.string(TABLE.typeDef, at, 1)), 0);
    return {
      namespace,
      name,
      kind,
      arity,
      depth: outer.length,
      bases,
      members: membersOf(tables, row, this.#extensionMethods, named),
    };
  }

  /** The full name of a nested type includes the names of the enclosing types. */
  #fullName(table: number, row: number): { namespace: string; name: string } {
    const tables = this.#tables;
    const rows = this.#withOuter(table, row);
    const [name = "", ...outer] = rows.map((at) => withoutArity(tables.string(table, at, 1)));
    const namespace = tables.string(table, rows.at(-1) ?? row, 2);
    return { namespace: [...(namespace === "" ? [] : [namespace]), ...outer.reverse()].join("."), name };
  }

  /** Returns a type and all types around it, ending with the outermost. */
  #withOuter(table: number, row: number): number[] {
    const tables = this.#tables;
    const rows = [row];
    // Damaged files may contain cycles.
    for (let at = row; rows.length < DEEPEST; rows.push(at)) {
      const scope = tables.decoded("ResolutionScope", table === TABLE.typeRef ? tables.value(table, at, 0) : 0);
      const isNested = table === TABLE.typeRef && scope.table === TABLE.typeRef && scope.row !== 0;
      const outer = table === TABLE.typeDef ? this.#outer.get(at) : isNested ? scope.row : undefined;
      if (outer === undefined) break;
      at = outer;
    }
    return rows;
  }

  #publicTypes(): number[] {
    const found: number[] = [];
    for (let row = 1; row <= this.#tables.rows(TABLE.typeDef); row++) if (this.#isPublic(row)) found.push(row);
    return found;
  }

  #isPublic(row: number): boolean {
    let at = row;
    for (let depth = 0; depth < DEEPEST; depth++) {
      const visible = this.#tables.value(TABLE.typeDef, at, 0) & VISIBLE;
      if (visible === PUBLIC) return true;
      const outer = this.#outer.get(at);
      if (visible !== NESTED_PUBLIC || outer === undefined) return false;
      at = outer;
    }
    return false;
  }

  /** Returns the name without the suffix for the arity. */
  #name(row: number): string {
    return withoutArity(this.#tables.string(TABLE.typeDef, row, 1));
  }

  #type(row: number): EngineType {
    const tables = this.#tables;
    const flags = tables.value(TABLE.typeDef, row, 0);
    const base = this.#named(tables.value(TABLE.typeDef, row, 3));
    const kind = (flags & INTERFACE) !== 0 ? "interface" : (KINDS[base] ?? "class");
    const outermost = this.#withOuter(TABLE.typeDef, row).at(-1) ?? row;
    const bases = kind === "class" && base !== "" && base !== "System.Object" ? [base] : [];
    for (let at = 1; at <= tables.rows(TABLE.interfaceImpl); at++) {
      if (tables.value(TABLE.interfaceImpl, at, 0) !== row) continue;
      const name = this.#named(tables.value(TABLE.interfaceImpl, at, 1));
      if (name !== "" && kind !== "enum") bases.push(name);
    }
    return {
      namespace: tables.string(TABLE.typeDef, outermost, 2),
      name: this.#name(row),
      arity: arityOf(tables.string(TABLE.typeDef, row, 1)),
      kind,
      isSerializable: (flags & SERIALIZABLE) !== 0,
      isAbstract: (flags & ABSTRACT) !== 0,
      bases: bases.map((each) => each.slice(each.lastIndexOf(".") + 1)),
      members: kind === "delegate" ? new Map() : this.#members(row, kind),
    };
  }

  /** Returns the full name if the type has no type arguments, and "" otherwise. */
  #named(coded: number): string {
    const { table, row } = this.#tables.typeAt(coded);
    if (row === 0 || (table !== TABLE.typeDef && table !== TABLE.typeRef)) return "";
    const [name, namespace] = [this.#tables.string(table, row, 1), this.#tables.string(table, row, 2)];
    return withoutArity(namespace === "" ? name : `${namespace}.${name}`);
  }

  #members(row: number, kind: string): Map<string, string> {
    const tables = this.#tables;
    const members = new Map<string, string>();
    for (const [table, column, flagsAt, nameAt] of [
      [TABLE.field, 4, 0, 1],
      [TABLE.method, 5, 2, 3],
    ] as const) {
      const end =
        row < tables.rows(TABLE.typeDef) ? tables.value(TABLE.typeDef, row + 1, column) : tables.rows(table) + 1;
      for (let at = tables.value(TABLE.typeDef, row, column); at < Math.min(end, tables.rows(table) + 1); at++) {
        const flags = tables.value(table, at, flagsAt);
        if ((flags & VISIBLE) !== PUBLIC_MEMBER) continue;
        const name = tables.string(table, at, nameAt);
        const isSpecial = (flags & SPECIAL_NAME) !== 0;
        if (isSpecial && table === TABLE.method && !ACCESSORS.test(name)) continue;
        if (name !== "value__" && !name.startsWith("."))
          members.set(isSpecial ? name.replace(ACCESSORS, "") : name, kind === "enum" ? "" : "?");
      }
    }
    return members;
  }
}

function withoutArity(name: string): string {
  return name.replace(/`\d+$/, "");
}

function arityOf(name: string): number {
  const arity = Number(/`(\d+)$/.exec(name)?.[1] ?? 0);
  if (arity > MAX_PARAMETERS) throw new RangeError("a type with too many parameters");
  return arity;
}

/** Returns the metadata of a PE file, or undefined if it has none. */
function tablesOf(view: DataView): MetadataTables | undefined {
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  if (u16(0) !== 0x5a4d) return undefined;
  const pe = u32(0x3c);
  if (u32(pe) !== 0x4550) return undefined;
  const sections = u16(pe + 6);
  const optional = pe + 24;
  const directories = optional + (u16(optional) === 0x20b ? 112 : 96);
  const table = optional + u16(pe + 20);
  const offsetOf = (address: number): number => {
    for (let at = 0; at < Math.min(sections, 96); at++) {
      const section = table + at * 40;
      const from = u32(section + 12);
      if (address >= from && address < from + Math.max(u32(section + 8), u32(section + 16)))
        return address - from + u32(section + 20);
    }
    throw new RangeError("an address outside every section");
  };
  const cli = u32(directories + 14 * 8);
  if (cli === 0) return undefined;
  const root = offsetOf(u32(offsetOf(cli) + 8));
  if (u32(root) !== 0x424a5342) return undefined;
  let at = root + 16 + u32(root + 12);
  const streams = new Map<string, { from: number; size: number }>();
  for (let left = Math.min(u16(at + 2), 16), next = at + 4; left > 0; left--) {
    const [from, size] = [root + u32(next), u32(next + 4)];
    let name = "";
    for (at = next + 8; view.getUint8(at) !== 0 && name.length < 32; at++)
      name += String.fromCharCode(view.getUint8(at));
    streams.set(name, { from, size });
    next += 8 + Math.ceil((name.length + 1) / 4) * 4;
  }
  const tables = streams.get("#~");
  const strings = streams.get("#Strings");
  return tables && strings && new MetadataTables(view, tables, strings, streams.get("#Blob"));
}
