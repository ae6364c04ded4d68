/** Defines the requests for editing members, with their answers. */
import type { TextEdit } from "../../../../core/host/plugin-api.ts";
import type { ReferenceQuery } from "../reference-query.ts";

export const EDIT_VERBS = ["replace", "body", "before", "after", "append", "delete"] as const;
export type EditVerb = (typeof EDIT_VERBS)[number];

/** A request for the parts of a symbol. */
export interface EditTargetRequest {
  op: "editTarget";
  query: ReferenceQuery;
}

export interface EditTarget {
  symbol_path: string;
  parts: DeclarationPlace[];
}

/** A declaration, which the position of its name identifies. */
export interface DeclarationPlace {
  /** An absolute path. */
  path: string;
  kind: string;
  line: number;
  column: number;
  hasBody: boolean;
}

/** A request for all edits of one file. */
export interface EditFileRequest {
  op: "editFile";
  path: string;
  text: string;
  edits: MemberEdit[];
}

export interface MemberEdit {
  /** A 1-based number. */
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

/** The reason why an edit is refused. */
export interface EditFault {
  why: string;
  /** The line of the declaration. */
  line: number;
  /** The line of the new code. */
  text?: string;
}
