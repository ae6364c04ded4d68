/** Questions about many declarations at once, and their answers. */
import type { FileScope } from "../project/scopes.ts";
import type { Reference, ReferenceQuery } from "./reference-query.ts";

/** Uses of many declarations at once. */
export interface SetUsesRequest {
  op: "setUses";
  queries: readonly ReferenceQuery[];
  /** Every declaration of these files too, absolute. */
  files: readonly string[];
  /** Members of the types that are meant, instead of the types. */
  members: boolean;
  scope: FileScope;
  /** Files that hold the text of a name, requested by the answer `needText`. */
  candidates?: readonly string[];
}

export interface SetUsesAnswer {
  symbols: SymbolUses[];
  /** Queries that no declaration fits, by their number. */
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
  /** Words of its name that mean something else. */
  other: number;
  /** Uses cannot be searched: operators and indexers have no name. */
  isUnnamed: boolean;
  /** How it is reached without its name, "" for no way that is known. */
  reached: string;
}

export interface SymbolUse
  extends Pick<Reference, "line" | "column" | "kind" | "certainty" | "symbol" | "symbol_path" | "via"> {
  path: string;
  absolute: string;
  /** The line of the use, trimmed. */
  text: string;
}
