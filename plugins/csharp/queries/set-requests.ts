/** Requests about many declarations at once, and their answers. */
import type { FileScope } from "../project/scopes.ts";
import type { Reference, ReferenceQuery } from "./reference-query.ts";

/** Uses of many declarations at once. */
export interface SetUsesRequest {
  op: "setUses";
  queries: readonly ReferenceQuery[];
  /** Absolute paths of files whose declarations are included. */
  files: readonly string[];
  /** Whether to use the members of the given types instead of the types. */
  members: boolean;
  scope: FileScope;
  /** Files that contain a name, requested by the answer `needText`. */
  candidates?: readonly string[];
}

export interface SetUsesAnswer {
  symbols: SymbolUses[];
  /** Indexes of queries without a match. */
  misses: number[];
  warnings: string[];
}

/** One declaration of a set. */
export interface SymbolUses {
  symbol_path: string;
  kind: string;
  path: string;
  line: number;
  uses: SymbolUse[];
  /** Number of words of its name with other meanings. */
  other: number;
  /** True for operators and indexers, whose uses cannot be searched because they have no name. */
  isUnnamed: boolean;
  /** How it is reached without its name, or "". */
  reached: string;
}

export interface SymbolUse
  extends Pick<Reference, "line" | "column" | "kind" | "certainty" | "symbol" | "symbol_path" | "via"> {
  path: string;
  absolute: string;
  /** The trimmed line of the use. */
  text: string;
}
