/** Describes the layout of metadata tables (ECMA-335, partition II), and computes their offsets, row sizes and column widths. */

/** A number of bytes, a heap (`S`trings, `G`uids, `B`lobs), the number of a table, or the name of a coded index. */
type Column = 2 | 4 | "S" | "G" | "B" | { table: number } | keyof typeof CODED;

/** The number of tag bits, followed by a table for each tag. */
const CODED = {
  TypeDefOrRef: [2, [0x02, 0x01, 0x1b]],
  HasConstant: [2, [0x04, 0x08, 0x17]],
  HasCustomAttribute: [
    5,
    [6, 4, 1, 2, 8, 9, 0xa, 0, 0xe, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b],
  ],
  HasFieldMarshal: [1, [0x04, 0x08]],
  HasDeclSecurity: [2, [0x02, 0x06, 0x20]],
  MemberRefParent: [3, [0x02, 0x01, 0x1a, 0x06, 0x1b]],
  HasSemantics: [1, [0x14, 0x17]],
  MethodDefOrRef: [1, [0x06, 0x0a]],
  MemberForwarded: [1, [0x04, 0x06]],
  Implementation: [2, [0x26, 0x23, 0x27]],
  CustomAttributeType: [3, [-1, -1, 0x06, 0x0a]],
  ResolutionScope: [2, [0x00, 0x1a, 0x23, 0x01]],
  TypeOrMethodDef: [1, [0x02, 0x06]],
} as const satisfies Record<string, readonly [number, readonly number[]]>;

export const TABLE = {
  typeRef: 0x01,
  typeDef: 0x02,
  field: 0x04,
  method: 0x06,
  parameter: 0x08,
  interfaceImpl: 0x09,
  memberRef: 0x0a,
  customAttribute: 0x0c,
  typeSpec: 0x1b,
  nested: 0x29,
  genericParameter: 0x2a,
} as const;

const to = (table: number): Column => ({ table });
const TABLES: readonly (readonly Column[])[] = [
  [2, "S", "G", "G", "G"],
  ["ResolutionScope", "S", "S"],
  [4, "S", "S", "TypeDefOrRef", to(0x04), to(0x06)],
  [to(0x04)],
  [2, "S", "B"],
  [to(0x06)],
  [4, 2, 2, "S", "B", to(0x08)],
  [to(0x08)],
  [2, 2, "S"],
  [to(0x02), "TypeDefOrRef"],
  ["MemberRefParent", "S", "B"],
  [2, "HasConstant", "B"],
  ["HasCustomAttribute", "CustomAttributeType", "B"],
  ["HasFieldMarshal", "B"],
  [2, "HasDeclSecurity", "B"],
  [2, 4, to(0x02)],
  [4, to(0x04)],
  ["B"],
  [to(0x02), to(0x14)],
  [to(0x14)],
  [2, "S", "TypeDefOrRef"],
  [to(0x02), to(0x17)],
  [to(0x17)],
  [2, "S", "B"],
  [2, to(0x06), "HasSemantics"],
  [to(0x02), "MethodDefOrRef", "MethodDefOrRef"],
  ["S"],
  ["B"],
  [2, "MemberForwarded", "S", to(0x1a)],
  [4, to(0x04)],
  [4, 4],
  [4],
  [4, 2, 2, 2, 2, 4, "B", "S", "S"],
  [4],
  [4, 4, 4],
  [2, 2, 2, 2, 4, "B", "S", "S", "B"],
  [4, to(0x23)],
  [4, 4, 4, to(0x23)],
  [4, "S", "B"],
  [4, 4, "S", "S", "Implementation"],
  [4, 4, "S", "Implementation"],
  [to(0x02), to(0x02)],
  [2, 2, "TypeOrMethodDef", "S"],
  ["MethodDefOrRef", "B"],
  [to(0x2a), "TypeDefOrRef"],
];

export interface Heap {
  from: number;
  size: number;
}

interface Layout {
  from: number;
  rows: number;
  width: number;
  /** The offset and width of each column. */
  columns: { at: number; width: number }[];
}

export class MetadataTables {
  readonly #view: DataView;
  readonly #strings: Heap;
  readonly #blobs: Heap;
  readonly #layouts: Layout[] = [];

  /**
   * @param from start of the table stream
   * @throws RangeError for invalid content
   */
  constructor(view: DataView, { from, size }: Heap, strings: Heap, blobs: Heap = { from: 0, size: 0 }) {
    this.#view = view;
    this.#strings = strings;
    this.#blobs = blobs;
    const heaps = view.getUint8(from + 6);
    const valid = view.getBigUint64(from + 8, true);
    const rows: number[] = [];
    let at = from + 24;
    for (let table = 0; table < 64; table++) {
      if ((valid & (1n << BigInt(table))) === 0n) continue;
      if (table >= TABLES.length) throw new RangeError(`unknown table ${table}`);
      rows[table] = view.getUint32(at, true);
      at += 4;
    }
    const count = (table: number) => rows[table] ?? 0;
    const widthOf = (column: Column): number => {
      if (typeof column === "number") return column;
      if (column === "S") return (heaps & 1) === 0 ? 2 : 4;
      if (column === "G") return (heaps & 2) === 0 ? 2 : 4;
      if (column === "B") return (heaps & 4) === 0 ? 2 : 4;
      if (typeof column === "object") return count(column.table) < 0x10000 ? 2 : 4;
      const [bits, tables] = CODED[column];
      return Math.max(...tables.map(count)) < 2 ** (16 - bits) ? 2 : 4;
    };
    for (const [table, written] of TABLES.entries()) {
      let width = 0;
      const columns = written.map((column) => {
        const one = { at: width, width: widthOf(column) };
        width += one.width;
        return one;
      });
      this.#layouts.push({ from: at, rows: count(table), width, columns });
      at += width * count(table);
      if (at > from + size) throw new RangeError(`table ${table} is longer than its stream`);
    }
  }

  rows(table: number): number {
    return this.#layouts[table]!.rows;
  }

  /** Rows are 1-based. */
  value(table: number, row: number, column: number): number {
    const { from, rows, width, columns } = this.#layouts[table]!;
    if (row < 1 || row > rows) throw new RangeError(`row ${row} of table ${table}`);
    const { at, width: bytes } = columns[column]!;
    const offset = from + (row - 1) * width + at;
    return bytes === 2 ? this.#view.getUint16(offset, true) : this.#view.getUint32(offset, true);
  }

  /** Returns the table and row for a coded index. */
  decoded(kind: keyof typeof CODED, coded: number): { table: number; row: number } {
    const [bits, tables] = CODED[kind];
    return { table: tables[coded & (2 ** bits - 1)] ?? -1, row: coded >>> bits };
  }

  blob(table: number, row: number, column: number): DataView {
    const { from, size } = this.#blobs;
    const start = this.value(table, row, column);
    const { length, width } = lengthAt(this.#view, from + start);
    if (start + width + length > size) throw new RangeError("a blob longer than its heap");
    return new DataView(this.#view.buffer, this.#view.byteOffset + from + start + width, length);
  }

  /** Returns the type for a coded index. Row 0 means that there is no type. */
  typeAt(coded: number): { table: number; row: number } {
    return { table: CODED.TypeDefOrRef[1][coded & 3] ?? -1, row: coded >>> 2 };
  }

  string(table: number, row: number, column: number): string {
    const { from, size } = this.#strings;
    const start = this.value(table, row, column);
    let end = start;
    while (end < size && end - start < LONGEST_NAME && this.#view.getUint8(from + end) !== 0) end++;
    return DECODER.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + from + start, end - start));
  }
}

/**
 * Reads a compressed integer of one, two or four bytes.
 * @returns the number, and its width in bytes
 */
export function lengthAt(view: DataView, at: number): { length: number; width: number } {
  const first = view.getUint8(at);
  if ((first & 0x80) === 0) return { length: first, width: 1 };
  if ((first & 0x40) === 0) return { length: ((first & 0x3f) << 8) | view.getUint8(at + 1), width: 2 };
  return { length: view.getUint32(at) & 0x1fff_ffff, width: 4 };
}

const LONGEST_NAME = 1024;
const DECODER = new TextDecoder();
