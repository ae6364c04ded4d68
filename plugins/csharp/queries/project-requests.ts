/** Requests about the whole project, and their answers. */
import type { FileScope } from "../project/scopes.ts";

/** Requests the methods that UnityEvents call. */
export interface EventTargetsRequest {
  op: "eventTargets";
  calls: readonly { type: string; script: string; method: string }[];
}

export interface EventTarget {
  /** `renamed`: the type is elsewhere by now. `unknown`: a type or a base of it is in no script and no table. */
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
  /** As written. */
  type: string;
}
