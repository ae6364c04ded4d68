/** A query for uses of declarations, and a single use. */
import type { FileScope } from "../project/scopes.ts";

/** The target declarations, and the scope of the search. */
export interface ReferenceQuery {
  /** Its name in code. */
  name: string;
  /** The symbol as written: a name or a symbol path. */
  symbol: string;
  scope: FileScope;
  /** Absolute, "" for none. */
  path: string;
  /** Line of the name in that file, to select one of several declarations; 0 for any. */
  line: number;
  /** Column of the name in that line; 0 for any. */
  column: number;
  kinds: string[];
  container: string;
  namespace: string;
  /** Whether to include comments and strings. */
  includeText: boolean;
  /** Instead of the above: a symbol without a symbol path. */
  local?: LocalName;
}

/** One use of a name. */
export interface Reference {
  line: number;
  column: number;
  kind: string;
  certainty: "certain" | "possible";
  /** Name path of the enclosing declaration, "" at file level. */
  symbol: string;
  symbol_path: string;
  /** Line of that declaration's name; 0 at file level. */
  symbolLine: number;
  /** Index of that declaration in its file, -1 at file level. */
  declaration: number;
  /** The used declaration, if there are several targets. */
  of?: string;
  /** The related declaration it was resolved to (an override, an implemented interface member). */
  via?: string;
  /** The event that a handler subscribes to. */
  event?: SubscribedEvent;
}

/** An event or field of a delegate type. An external one has no path. */
export interface SubscribedEvent {
  name: string;
  /** Its name path. */
  symbol: string;
  /** Absolute. */
  path: string;
  line: number;
}

/** A local, parameter, type parameter or label, by its declaring identifier. */
export interface LocalName {
  name: string;
  kind: string;
  /** True if calls in other files may use it as an argument name. */
  isArgumentName: boolean;
  /** Absolute. */
  path: string;
  line: number;
  column: number;
}
