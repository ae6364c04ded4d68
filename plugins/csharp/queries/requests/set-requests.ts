/** Requests about many declarations at once, and their answers. */
import type { FileScope } from "../../project/scopes.ts";
import type { Reference, ReferenceQuery } from "../reference-query.ts";

/** Requests the uses of many declarations at once. */
export interface SetUsesRequest {
  op: "setUses";
  queries: readonly ReferenceQuery[];
  /** The absolute paths of files whose declarations are included. */
  files: readonly string[];
  /** Whether to search for the members of the given types rather than for the types. */
  members: boolean;
  scope: FileScope;
  /** The files that contain a name, passed after a `needText` answer. */
  candidates?: readonly string[];
}

export interface SetUsesAnswer {
  symbols: SymbolUses[];
  /** Indexes of the queries that match nothing. */
  misses: number[];
  warnings: string[];
}

/** One of the declarations, with its uses. */
export interface SymbolUses {
  symbol_path: string;
  kind: string;
  path: string;
  line: number;
  uses: SymbolUse[];
  /** Number of words with the same name that refer to something else. */
  other: number;
  /** True for operators and indexers. They have no name, so their uses cannot be searched for. */
  isUnnamed: boolean;
  /** How the declaration is reached without its name, or "". */
  reached: string;
}

export interface SymbolUse
  extends Pick<Reference, "line" | "column" | "kind" | "certainty" | "symbol" | "symbol_path" | "via"> {
  path: string;
  absolute: string;
  /** The line that contains the use, without surrounding whitespace. */
  text: string;
}
