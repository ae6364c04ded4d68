/**
 * Describes the layouts of `Binds.Cache`. The file contains no version, and engines from 2020 to 2026 wrote six different
 * layouts. We try each of them until one reads every byte, with booleans of 0 or 1 and strings that end with NUL.
 */
import { JigError } from "../../../core/host/plugin-api.ts";
import { ByteReader } from "./byte-reader.ts";

export interface BoundProperty {
  /** A declaration such as `float64 X`. It is empty for bit fields, and only the type for generated accessors. */
  declaration: string;
  /** The name in C++. */
  path: string;
  /** The name of the generated accessors. */
  accessor: string;
}

export interface BoundMethod {
  declaration: string;
  staticInUnreal: boolean;
  staticInScript: boolean;
  notProperty: boolean;
  /** The index of the parameter that the engine sets, or -1. */
  worldContext: number;
  /** The index of the class parameter that determines the return type, or -1. */
  outputArgument: number;
  /** The namespace of a function, or the class that a mixin extends. */
  target: string;
}

export interface BoundType {
  name: string;
  /** A path such as `/Script/Engine.Actor`. */
  path: string;
  isStruct: boolean;
  properties: BoundProperty[];
  methods: BoundMethod[];
}

export interface BindsCache {
  types: BoundType[];
}

interface Layout {
  magic?: number;
  /** The number of words between the path of a struct and the number of its properties. */
  structFlags: number;
  /** The booleans before the name of the accessor, whether there is one, and the fields after it. */
  property: { flags: number; accessor: boolean; tail: ("flag" | "word")[] };
  /**
   * The booleans after the name (static in C++, static in script, global, and later additions), and the type of the two
   * indexes.
   */
  method: { flags: number; indices: ("byte" | "word")[] };
}

const CURRENT_METHOD: Layout["method"] = { flags: 5, indices: ["byte", "byte"] };

/** The newest layout comes first. */
const LAYOUTS: readonly Layout[] = [
  {
    structFlags: 0,
    property: { flags: 5, accessor: true, tail: ["flag", "flag"] },
    method: CURRENT_METHOD,
  },
  // This layout is from a plugin of the community.
  {
    magic: 0x41534244,
    structFlags: 0,
    property: { flags: 3, accessor: false, tail: [] },
    method: CURRENT_METHOD,
  },
  {
    structFlags: 0,
    property: { flags: 5, accessor: true, tail: ["flag", "flag", "flag"] },
    method: { flags: 5, indices: ["word"] },
  },
  // This layout and older ones include the offsets of properties.
  {
    structFlags: 0,
    property: { flags: 5, accessor: true, tail: ["flag", "flag", "word"] },
    method: { flags: 4, indices: ["word"] },
  },
  {
    structFlags: 3,
    property: { flags: 5, accessor: true, tail: ["flag", "word"] },
    method: { flags: 4, indices: ["word"] },
  },
  {
    structFlags: 3,
    property: { flags: 4, accessor: true, tail: ["flag", "word"] },
    method: { flags: 3, indices: ["word"] },
  },
];

/** Throws ENCODING if the file has none of these layouts. */
export function readBindsCache(bytes: Uint8Array): BindsCache {
  let furthest: { at: number; error: unknown } = { at: -1, error: undefined };
  for (const layout of LAYOUTS) {
    const reader = new ByteReader(bytes);
    try {
      return readAs(reader, layout);
    } catch (error) {
      if (reader.at > furthest.at) furthest = { at: reader.at, error };
    }
  }
  const reason = furthest.error instanceof Error ? furthest.error.message : "";
  throw new JigError("ENCODING", `Binds.Cache matches none of the ${LAYOUTS.length} known layouts: ${reason}`);
}

function readAs(reader: ByteReader, layout: Layout): BindsCache {
  if (layout.magic !== undefined) {
    if (reader.u32() !== layout.magic)
      throw new JigError("ENCODING", "Binds.Cache was not written by the community plugin");
    reader.i32();
  }
  const types: BoundType[] = [];
  for (let left = reader.count(12); left > 0; left--) {
    const name = reader.string();
    const path = reader.string();
    for (let flag = 0; flag < layout.structFlags; flag++) reader.flag();
    types.push({ name, path, isStruct: true, methods: [], properties: readProperties(reader, layout) });
  }
  for (let left = reader.count(16); left > 0; left--) {
    const name = reader.string();
    const path = reader.string();
    const methods = readMethods(reader, layout);
    types.push({ name, path, isStruct: false, methods, properties: readProperties(reader, layout) });
  }
  if (reader.remaining > 0)
    throw new JigError("ENCODING", `Binds.Cache has ${reader.remaining} more bytes than its layout describes`);
  return { types };
}

function readProperties(reader: ByteReader, { property }: Layout): BoundProperty[] {
  const properties: BoundProperty[] = [];
  for (let left = reader.count(12); left > 0; left--) {
    const declaration = reader.string();
    const path = reader.string();
    for (let flag = 0; flag < property.flags; flag++) reader.flag();
    const accessor = property.accessor ? reader.string() : "";
    for (const part of property.tail)
      if (part === "flag") reader.flag();
      else reader.i32();
    properties.push({ declaration, path, accessor });
  }
  return properties;
}

function readMethods(reader: ByteReader, { method }: Layout): BoundMethod[] {
  const methods: BoundMethod[] = [];
  const index = (part: "byte" | "word" | undefined): number =>
    part === "byte" ? reader.i8() : part ? reader.i32() : -1;
  for (let left = reader.count(20); left > 0; left--) {
    const declaration = reader.string();
    reader.skipString();
    const staticInUnreal = reader.flag();
    const staticInScript = reader.flag();
    reader.flag();
    const notProperty = method.flags > 3 && reader.flag();
    for (let flag = 4; flag < method.flags; flag++) reader.flag();
    const worldContext = index(method.indices[0]);
    const outputArgument = index(method.indices[1]);
    const target = reader.string();
    reader.skipString();
    methods.push({
      declaration,
      staticInUnreal,
      staticInScript,
      notProperty,
      worldContext,
      outputArgument,
      target,
    });
  }
  return methods;
}
