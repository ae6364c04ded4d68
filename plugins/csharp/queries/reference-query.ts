/** Defines a query for the uses of declarations, and a single use. */
import type { FileScope } from "../project/scopes.ts";

/** The declarations to find the uses of, and where to search. */
export interface ReferenceQuery {
  /** The name that the code uses. */
  name: string;
  /** The symbol as the caller wrote it, which is a name or a symbol path. */
  symbol: string;
  scope: FileScope;
  /** The absolute path of the declaring file, or "" for any file. */
  path: string;
  /** The line of the name in that file, which selects one of several declarations; 0 for any line. */
  line: number;
  /** The column of the name in that line; 0 for any column. */
  column: number;
  kinds: string[];
  container: string;
  namespace: string;
  /** Whether comments and strings are searched too. */
  includeText: boolean;
  /** A symbol that has no symbol path. It replaces the fields above. */
  local?: LocalName;
}

/** A single use of a name. */
export interface Reference {
  line: number;
  column: number;
  kind: string;
  certainty: "certain" | "possible";
  /** The name path of the enclosing declaration, or "" at file level. */
  symbol: string;
  symbol_path: string;
  /** The line of that declaration's name; 0 at file level. */
  symbolLine: number;
  /** The index of that declaration in its file; -1 at file level. */
  declaration: number;
  /** The declaration that is used. Only set if there are several targets. */
  of?: string;
  /** The related declaration that the name refers to, such as an override or an implemented interface member. */
  via?: string;
  /** The event that a handler is subscribed to. */
  event?: SubscribedEvent;
}

/** An event or a field with a delegate type. An external one has no path. */
export interface SubscribedEvent {
  name: string;
  /** The name path of the event. */
  symbol: string;
  /** The absolute path. */
  path: string;
  line: number;
}

/** A local variable, parameter, type parameter or label, identified by the position of its declaration. */
export interface LocalName {
  name: string;
  kind: string;
  /** True if calls in other files may use it as an argument name. */
  isArgumentName: boolean;
  /** The absolute path. */
  path: string;
  line: number;
  column: number;
}
