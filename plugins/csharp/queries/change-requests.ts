/** Asks which declarations differ between two versions of scripts. */
export interface DeclarationChangesRequest {
  op: "declarationChanges";
  files: readonly { path: string; before?: string; after?: string }[];
}

export interface DeclarationChanges {
  rows: DeclarationChange[];
  /** Files whose code outside of declarations differs. */
  outside: string[];
  /** Files that are not understood as a whole. */
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
  /** The index has it at this line. */
  isIndexed: boolean;
  /** A declaration of its name is there now. */
  isNameLeft: boolean;
}
