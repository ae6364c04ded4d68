/** A request for declarations that differ between two versions of scripts, and its answer. */
export interface DeclarationChangesRequest {
  op: "declarationChanges";
  files: readonly { path: string; before?: string; after?: string }[];
}

export interface DeclarationChanges {
  rows: DeclarationChange[];
  /** Files in which something has changed outside of declarations. */
  outside: string[];
  /** Files that could only be parsed in part. */
  degraded: string[];
}

export interface DeclarationChange {
  change: "added" | "changed" | "removed";
  kind: string;
  name: string;
  symbol_path: string;
  path: string;
  absolute: string;
  line: number;
  /** The number of members of new and removed types, which have no rows of their own. */
  members: number;
  /** True if the index has the declaration at this line. */
  isIndexed: boolean;
  /** True if there is still a declaration with this name. */
  isNameLeft: boolean;
}
