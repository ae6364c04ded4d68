/** Request and answer for declarations that differ between two versions of scripts. */
export interface DeclarationChangesRequest {
  op: "declarationChanges";
  files: readonly { path: string; before?: string; after?: string }[];
}

export interface DeclarationChanges {
  rows: DeclarationChange[];
  /** Files with differing code outside declarations. */
  outside: string[];
  /** Files that could not be parsed completely. */
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
  /** Number of members of a new or removed type. They are not listed as rows. */
  members: number;
  /** Whether the index has it at this line. */
  isIndexed: boolean;
  /** Whether a declaration of its name still exists. */
  isNameLeft: boolean;
}
