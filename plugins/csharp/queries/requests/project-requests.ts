/** Requests about the project as a whole, and their answers. */
import type { FileScope } from "../../project/scopes.ts";

/** Requests the methods that UnityEvents call. */
export interface EventTargetsRequest {
  op: "eventTargets";
  calls: readonly { type: string; script: string; method: string }[];
}

export interface EventTarget {
  /** `renamed` means that the type has moved. `unknown` means that the type, or one of its bases, is in no script and in no table. */
  state: "exists" | "renamed" | "engine" | "missing" | "unknown";
  symbol_path: string;
  path?: string;
  line?: number;
}

export interface SavedFieldsRequest {
  op: "savedFields";
  scope: FileScope;
  type: string;
}

export interface SavedField {
  kind: string;
  symbol_path: string;
  path: string;
  line: number;
  /** The type as written in the source. */
  type: string;
}
