/** Requests and answers of renames between the main thread and the index thread. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "./reference-query.ts";

/** All positions that bear the name of a symbol. */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** The new name. If it is "", conflicts are not looked for. */
  newName: string;
  /** Files that hold the text of the name. Without them the answer is `needText`. */
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
  /** The symbol and all members that must share its name. */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  /** Files of the types that have it: those that declare it, and all below them. */
  scripts: string[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** Words of comments and strings. */
  texts: RenamePlace[];
  /** Members outside the sources, and interfaces with unknown members, that may ask for the name. */
  contracts: { known: string[]; possible: string[] };
  /** Collisions with the new name: declarations, hidden names, captured uses. */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
