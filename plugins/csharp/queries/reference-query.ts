/** A query for uses of declarations, and the shape of a single use. */
import type { FileScope } from "../project/scopes.ts";

/** A query for uses. It says which declarations to find the uses of, and in which files to look for them. */
export interface ReferenceQuery {
  /** As it appears in code */
  name: string;
  /** As the caller wrote it (name or symbol path) */
  symbol: string;
  scope: FileScope;
  /** The absolute path of the declaring file. "" for any. */
  path: string;
  /** The line of the name, to pick one of several declarations. 0 for any. */
  line: number;
  /** The column of the name. 0 for any. */
  column: number;
  kinds: string[];
  container: string;
  namespace: string;
  /** Also look into comments and strings */
  includeText: boolean;
  /** The word at the position that the caller passed instead of a name */
  written?: string | undefined;
  /** For symbols without a symbol path. Replaces everything above. */
  local?: LocalName;
}

export interface Reference {
  line: number;
  column: number;
  kind: string;
  certainty: "certain" | "possible";
  /** Name path of the enclosing declaration, "" at file level */
  symbol: string;
  symbol_path: string;
  /** The line of that declaration's name, 0 at file level. */
  symbolLine: number;
  /** Its index in the file, -1 at file level */
  declaration: number;
  /** The used declaration. Omitted for a single target. */
  of?: string;
  /** Set if the name refers to a related declaration, e.g. an override or the implemented interface member. */
  via?: string;
  /** Event that the handler is subscribed to */
  event?: SubscribedEvent;
}

/** Event, or field of a delegate type. No path if it is external. */
export interface SubscribedEvent {
  name: string;
  /** Name path */
  symbol: string;
  /** Absolute */
  path: string;
  line: number;
}

/** A local variable, parameter, type parameter or label. Identified by the position of its declaration. */
export interface LocalName {
  name: string;
  kind: string;
  /** Calls in other files might use this as an argument name */
  isArgumentName: boolean;
  /** Absolute */
  path: string;
  line: number;
  column: number;
}
