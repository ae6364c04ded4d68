/** Requests and answers of member edits between the main thread and the index thread. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "./reference-query.ts";

export const EDIT_VERBS = ["replace", "body", "before", "after", "append", "delete"] as const;
export type EditVerb = (typeof EDIT_VERBS)[number];

/** Requests the parts of a symbol. */
export interface EditTargetRequest {
  op: "editTarget";
  query: ReferenceQuery;
}

export interface EditTarget {
  symbol_path: string;
  parts: DeclarationPlace[];
}

/** A declaration, by the location of its name. */
export interface DeclarationPlace {
  /** Absolute. */
  path: string;
  kind: string;
  line: number;
  column: number;
  hasBody: boolean;
}

/** Requests the edits of one file. */
export interface EditFileRequest {
  op: "editFile";
  path: string;
  text: string;
  edits: MemberEdit[];
}

export interface MemberEdit {
  /** Number of the edit, from 1. */
  number: number;
  do: EditVerb;
  code: string;
  kind: string;
  line: number;
  column: number;
}

export interface EditFileAnswer {
  edits: TextEdit[];
  faults: EditFault[];
  /** Notes about types that several namespaces declare. */
  notes: string[];
}

/** Why an edit is refused. */
export interface EditFault {
  why: string;
  /** The declaration's line. */
  line: number;
  /** The line of the new code. */
  text?: string;
}
