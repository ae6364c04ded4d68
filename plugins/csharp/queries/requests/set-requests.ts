/** Contains the requests that are about many declarations at once, and their answers. */
import type { FileScope } from "../../project/scopes.ts";
import type { Reference, ReferenceQuery } from "../reference-query.ts";

/** A request for all uses of many declarations. */
export interface SetUsesRequest {
  op: "setUses";
  queries: readonly ReferenceQuery[];
  /** The absolute paths of files whose declarations are included. */
  files: readonly string[];
  /** True if we should search for the members of the types instead of the types themselves. */
  members: boolean;
  scope: FileScope;
  /** The files that contain one of the names, sent in response to `needText`. */
  candidates?: readonly string[];
}

export interface SetUsesAnswer {
  symbols: SymbolUses[];
  /** The indexes of the queries that do not match anything. */
  misses: number[];
  warnings: string[];
}

/** A declaration, along with all of its uses. */
export interface SymbolUses {
  symbol_path: string;
  kind: string;
  path: string;
  line: number;
  uses: SymbolUse[];
  /** The number of words by that name which mean something else. */
  other: number;
  /** True for operators and indexers. Because they have no name, we cannot search for their uses. */
  isUnnamed: boolean;
  /** Describes how the declaration is reached without its name, or "" if it isn't. */
  reached: string;
}

export interface SymbolUse
  extends Pick<Reference, "line" | "column" | "kind" | "certainty" | "symbol" | "symbol_path" | "via"> {
  path: string;
  absolute: string;
  /** The line, without leading and trailing whitespace. */
  text: string;
}

export interface HierarchyRow {
  relation: string;
  /** The distance from the target. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** The declaration that led here, which is either its base or a type derived from it. */
  of?: string;
  /** The generic base with its arguments, as the derived type has it. */
  as?: string;
  kind: string;
  path?: string;
  line?: number;
  /** True if the type is declared outside of the scripts. */
  outside?: boolean;
  abstract?: boolean;
  declares?: string[];
  overrides?: string[];
  /** The inherited members, grouped by the type that declares them. */
  inherits?: Record<string, string[]>;
}
