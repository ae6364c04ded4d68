/** Requests about a lot of declarations at once, with answers */
import type { FileScope } from "../../project/scopes.ts";
import type { Reference, ReferenceQuery } from "../reference-query.ts";

/** A request for the uses of many declarations at once. */
export interface SetUsesRequest {
  op: "setUses";
  queries: readonly ReferenceQuery[];
  /** Declarations in these files are included (absolute paths) */
  files: readonly string[];
  /** Search for members of the types instead of the types themselves */
  members: boolean;
  scope: FileScope;
  /** Files with a name in them, in response to `needText` */
  candidates?: readonly string[];
}

export interface SetUsesAnswer {
  symbols: SymbolUses[];
  /** Queries without any match, by index */
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
  /** Words by that name which mean something else */
  other: number;
  /** Operators and indexers. They are nameless, so we cannot search for uses. */
  isUnnamed: boolean;
  /** How it is reached without its name, or "" */
  reached: string;
}

export interface SymbolUse
  extends Pick<Reference, "line" | "column" | "kind" | "certainty" | "symbol" | "symbol_path" | "via"> {
  path: string;
  absolute: string;
  /** The line, trimmed */
  text: string;
}
