/** The request for the declarations that differ between two versions of scripts, and its answer. */
export interface DeclarationChangesRequest {
  op: "declarationChanges";
  files: readonly { path: string; before?: string; after?: string }[];
}

export interface DeclarationChanges {
  rows: DeclarationChange[];
  /** Files with changes outside of declarations. */
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
  /** Number of members in a new or removed type, which do not get rows of their own. */
  members: number;
  /** Whether the index contains the declaration at this line. */
  isIndexed: boolean;
  /** Whether there is still a declaration with this name. */
  isNameLeft: boolean;
}
