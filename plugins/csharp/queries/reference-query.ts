/** A question about the uses of declarations, and one use. */
import type { FileScope } from "../project/scopes.ts";

/** Which declarations are meant, and where their uses are searched for. */
export interface ReferenceQuery {
  /** The word that names it in code. */
  name: string;
  /** As it was written: a name or a symbol path. */
  symbol: string;
  scope: FileScope;
  /** Absolute, "" for none. */
  path: string;
  /** Line of the name in that file, to select one of several; 0 for any. */
  line: number;
  /** Column of the name in that line; 0 for any. */
  column: number;
  kinds: string[];
  container: string;
  namespace: string;
  /** Tokens in comments and strings too. */
  includeText: boolean;
  /** Instead of all that: a symbol without a symbol path. */
  local?: LocalName;
}

/** One use of a name. */
export interface Reference {
  line: number;
  column: number;
  kind: string;
  certainty: "certain" | "possible";
  /** The declaration around it as a name path, "" at file level. */
  symbol: string;
  symbol_path: string;
  /** Line of that declaration's name; 0 at file level. */
  symbolLine: number;
  /** Its number among the declarations of its file, -1 at file level. */
  declaration: number;
  /** The declaration that is used, if several were meant. */
  of?: string;
  /** The related declaration it was resolved to (an override, an implemented interface member). */
  via?: string;
  /** The event that a handler subscribes to. */
  event?: SubscribedEvent;
}

/** An event or field of a delegate type. One that no script declares has no path. */
export interface SubscribedEvent {
  name: string;
  /** Its name path. */
  symbol: string;
  /** Absolute. */
  path: string;
  line: number;
}

/** A local, a parameter, a type parameter or a label by the identifier that declares it. */
export interface LocalName {
  name: string;
  kind: string;
  /** Calls in other files may write it in front of an argument. */
  isArgumentName: boolean;
  /** Absolute. */
  path: string;
  line: number;
  column: number;
}
