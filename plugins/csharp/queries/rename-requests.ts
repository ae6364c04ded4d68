/** Requests and answers of renames between the main thread and the index thread. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "./reference-query.ts";

/** Requests all positions with the name of a symbol. */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** The new name. If "", conflicts are not checked. */
  newName: string;
  /** Files that contain the name. Without them the answer is `needText`. */
  candidates?: readonly string[];
}

export interface RenamePlace {
  /** Absolute. */
  path: string;
  display: string;
  line: number;
  column: number;
  /** Includes an `@`. */
  length: number;
  kind: string;
  /** `[Foo]` of `FooAttribute`. */
  isShort: boolean;
  /** Set if it also names a member of an anonymous type or tuple, with the start of its expression. */
  inferred?: { in: "anonymous" | "tuple"; start: number };
}

export interface RenameSet {
  name: string;
  kind: string;
  targets: JsonObject[];
  /** The symbol and all members that must share its name. */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  /** Files of the types that have the member: declaring types and derived types. */
  scripts: string[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** Words in comments and strings. */
  texts: RenamePlace[];
  /** External members, and interfaces with unknown members, that may require the name. */
  contracts: { known: string[]; possible: string[] };
  /** Collisions with the new name: declarations, hidden names, captured uses. */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
