/** The requests for member edits that the main thread sends to the index thread, and their answers. */
import type { TextEdit } from "../../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "../reference-query.ts";

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

/** A declaration, identified by the position of its name. */
export interface DeclarationPlace {
  /** The absolute path. */
  path: string;
  kind: string;
  line: number;
  column: number;
  hasBody: boolean;
}

/** Requests the edits in one file. */
export interface EditFileRequest {
  op: "editFile";
  path: string;
  text: string;
  edits: MemberEdit[];
}

export interface MemberEdit {
  /** The number of the edit, counted from 1. */
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
  /** Notes about types that are declared in several namespaces. */
  notes: string[];
}

/** The reason why an edit is refused. */
export interface EditFault {
  why: string;
  /** The line of the declaration. */
  line: number;
  /** The line of the new code. */
  text?: string;
}
