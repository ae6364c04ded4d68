/** Request for declarations that differ between two versions of scripts, and its answer */
export interface DeclarationChangesRequest {
  op: "declarationChanges";
  files: readonly { path: string; before?: string; after?: string }[];
}

export interface DeclarationChanges {
  rows: DeclarationChange[];
  /** Something changed outside of declarations */
  outside: string[];
  /** Parsed only in part */
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
  /** For new and removed types: how many members, as these do not get rows themselves */
  members: number;
  /** The index has the declaration at this line */
  isIndexed: boolean;
  /** There is still a declaration by this name */
  isNameLeft: boolean;
}
