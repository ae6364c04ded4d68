/** Defines a query for uses of declarations, and the form of a single use. */
import type { FileScope } from "../project/scopes.ts";

/** A query for uses. It says which declarations to find the uses of, and in which files to look for them. */
export interface ReferenceQuery {
  /** The name in the code. */
  name: string;
  /** The name or symbol path that the caller has written. */
  symbol: string;
  scope: FileScope;
  /** The absolute path of the declaring file, or "" for any. */
  path: string;
  /** The line of the name, which selects one of several declarations. The value 0 means any. */
  line: number;
  /** The column of the name, or 0 for any. */
  column: number;
  kinds: string[];
  container: string;
  namespace: string;
  /** True to search comments and strings as well. */
  includeText: boolean;
  /** The word at the position that the caller has given in place of a name. */
  written?: string | undefined;
  /** Used for symbols without a symbol path. It replaces everything above. */
  local?: LocalName;
}

export interface Reference {
  line: number;
  column: number;
  kind: string;
  certainty: "certain" | "possible";
  /** The name path of the enclosing declaration, or "" at file level. */
  symbol: string;
  symbol_path: string;
  /** The line of that declaration's name, or 0 at file level. */
  symbolLine: number;
  /** Its index in the file, or -1 at file level. */
  declaration: number;
  /** The declaration that is used. It is left out if there is a single target. */
  of?: string;
  /** Set if the name refers to a related declaration, for example an override or the implemented member of an interface. */
  via?: string;
  /** The event to which the handler is subscribed. */
  event?: SubscribedEvent;
}

/** An event, or a field with a delegate type. It has no path if it is external. */
export interface SubscribedEvent {
  name: string;
  /** The name path. */
  symbol: string;
  /** An absolute path. */
  path: string;
  line: number;
}

/** A local variable, parameter, type parameter or label, which is identified by the position of its declaration. */
export interface LocalName {
  name: string;
  kind: string;
  /** True if calls in other files might use this as the name of an argument. */
  isArgumentName: boolean;
  /** An absolute path. */
  path: string;
  line: number;
  column: number;
}
