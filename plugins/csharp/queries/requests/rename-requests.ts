/** Rename requests to the index thread, and their answers. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "../reference-query.ts";

/** Asks for the position of all occurrences of a name */
export interface RenameSetRequest {
  op: "renameSet";
  query: ReferenceQuery;
  /** Pass "" to skip checking for conflicts. */
  newName: string;
  /** Files with the name in them. If not given, the response is `needText`. */
  candidates?: readonly string[];
}

export interface RenamePlace {
  /** Absolute */
  path: string;
  display: string;
  line: number;
  column: number;
  /** Includes any `@` */
  length: number;
  kind: string;
  /** `[Foo]`, for a class that's really called `FooAttribute` */
  isShort: boolean;
  /** The name also names a member of an anonymous type or a tuple element. `start` is that of the expression. */
  inferred?: { in: "anonymous" | "tuple"; start: number };
}

export interface RenameSet {
  name: string;
  kind: string;
  targets: JsonObject[];
  /** The symbol, plus all members that must keep the same name */
  declarations: { path: string; line: number; column: number; kind: string; symbol_path: string }[];
  /** Files of the types with this member (the declaring type and derived ones) */
  scripts: string[];
  places: RenamePlace[];
  possible: RenamePlace[];
  /** In comments and strings */
  texts: RenamePlace[];
  /** External members that may dictate the name, and interfaces whose members we don't know */
  contracts: { known: string[]; possible: string[] };
  /** Existing declarations, hidden names, captured uses and so on */
  conflicts: { why: string; path: string; line: number; column: number }[];
}
