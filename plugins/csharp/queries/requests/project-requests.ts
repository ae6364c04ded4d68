/** Defines the requests about the whole project, with their answers. */
import type { FileScope } from "../../project/scopes.ts";

/** A request for the methods that UnityEvents call. */
export interface EventTargetsRequest {
  op: "eventTargets";
  calls: readonly { type: string; script: string; engineType: string; method: string }[];
}

export interface EventTarget {
  /** `renamed` means that the type has moved, and `unknown` that the type or a base isn't in any script or table. */
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
  /** The text without a change. */
  type: string;
}
