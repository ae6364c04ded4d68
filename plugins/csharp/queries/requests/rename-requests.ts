/** Defines the rename requests to the index thread, and their answers. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "../reference-query.ts";

/** Requests the positions of all occurrences of a name. */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** An empty string skips the check for conflicts. */
  newName: string;
  /** The files that contain the name. If they aren't given, the response is `needText`. */
  candidates?: readonly string[];
}

export interface RenamePlace {
  /** The absolute path of the file. */
  path: string;
  display: string;
  line: number;
  column: number;
  /** The length of the name, including any `@`. */
  length: number;
  kind: string;
  /** True for an attribute like `[Foo]` whose class is really called `FooAttribute`. */
  isShort: boolean;
  /** Set if the name also names a member of an anonymous type or a tuple element. `start` is the position of the expression. */
  inferred?: { in: "anonymous" | "tuple"; start: number };
  /** The meaning in another branch of `#if`. */
  other?: string;
}

export interface RenameSet {
  name: string;
  kind: string;
  targets: JsonObject[];
  /** The symbol, together with all members that must keep the same name. */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  /** The files of the types that have this member, which are the declaring type and those derived from it. */
  scripts: string[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** The places in comments and strings. */
  texts: RenamePlace[];
  /** The external members that may dictate the name, and the interfaces whose members we don't know. */
  contracts: { known: string[]; possible: string[] };
  /** The conflicts, for example with existing declarations, hidden names or captured uses. */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
