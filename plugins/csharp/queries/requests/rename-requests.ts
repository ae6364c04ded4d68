/** The requests for renames that the main thread sends to the index thread, and their answers. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "../reference-query.ts";

/** Requests the position of every occurrence of a symbol's name. */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** The new name. If it is "", conflicts are not checked. */
  newName: string;
  /** The files that contain the name. If they are missing, the answer is `needText`. */
  candidates?: readonly string[];
}

export interface RenamePlace {
  /** The absolute path. */
  path: string;
  display: string;
  line: number;
  column: number;
  /** Includes the `@` if there is one. */
  length: number;
  kind: string;
  /** True for `[Foo]` if the class is called `FooAttribute`. */
  isShort: boolean;
  /** Set if the name also names a member of an anonymous type or a tuple element. `start` is where its expression starts. */
  inferred?: { in: "anonymous" | "tuple"; start: number };
}

export interface RenameSet {
  name: string;
  kind: string;
  targets: JsonObject[];
  /** The symbol, and all the members that must have the same name. */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  /** The files of the types that have the member, that is, the declaring type and its derived types. */
  scripts: string[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** Words in comments and strings. */
  texts: RenamePlace[];
  /** External members that may require the name, and interfaces with members that are not known. */
  contracts: { known: string[]; possible: string[] };
  /** Conflicts with the new name, such as existing declarations, hidden names and captured uses. */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
