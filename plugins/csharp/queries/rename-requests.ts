/** What the main thread asks the index thread about a rename, and what it answers. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "./reference-query.ts";

/** All positions that bear the name of a symbol. */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** What it is to be called, "" for not known: then nothing is said of conflicts. */
  newName: string;
  /** Files that hold the text of the name: asked for by the answer `needText`. */
  candidates?: readonly string[];
}

export interface RenamePlace {
  /** Absolute. */
  path: string;
  display: string;
  line: number;
  column: number;
  /** With an `@`. */
  length: number;
  kind: string;
  /** `[Foo]` of `FooAttribute`. */
  isShort: boolean;
  /** It also names a member of an anonymous type or tuple, whose expression starts at that offset. */
  inferred?: { in: "anonymous" | "tuple"; start: number };
}

export interface RenameSet {
  name: string;
  kind: string;
  targets: JsonObject[];
  /** Of the symbol and of all that must keep its name. */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** Words of comments and strings. */
  texts: RenamePlace[];
  /** Members outside the sources, and interfaces with unknown members, that may ask for the name. */
  contracts: { known: string[]; possible: string[] };
  /** What the new name would collide with, hide or be captured by. */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
