/** Describes the languages of third-party plugins in the form that the built-in plugin `code` needs. */
import type { FileSymbol } from "./file-symbol.ts";

/**
 * The kinds of names. A `definition` is visible in the enclosing scope, and a `name` outside of the scope that it opens.
 * `member` belongs to the expression in front of it. `word` could be anything.
 */
export const NAME_KINDS = ["scope", "definition", "name", "read", "call", "type", "write", "member", "word"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A symbol with its location and signature, for an index of declarations. */
export interface PlacedSymbol extends FileSymbol {
  /** The 1-based position of the name. If it is missing, we search the symbol's lines for the name. */
  line?: number;
  column?: number;
  /** A single line without the body. */
  signature?: string;
  /** The first line of the comment above the declaration. */
  documentation?: string;
}

/** The facts about a file, which come from the plugin for its language. */
export interface FileFacts {
  symbols: PlacedSymbol[];
  /**
   * Three numbers for each name: its index in `NAME_KINDS`, its start and its end. They are in the order of the text, with
   * outer names before inner ones.
   */
  names?: number[];
}

/** Tells how far a top-level declaration is visible without an import. */
export const SEEN_IN = ["file", "folder", "workspace"] as const;

/** A language of a third-party plugin that is indexed. */
export interface GuestLanguage {
  plugin: string;
  id: string;
  title: string;
  extensions: string[];
  level: "index" | "uses";
  seen: (typeof SEEN_IN)[number];
  /** This is different if the plugin was loaded with other files. */
  stamp: string;
}

/** The languages of third parties. @throws PERMISSION_DENIED unless the plugin is built in */
export interface Guests {
  list(): Promise<GuestLanguage[]>;
  /** Runs the code of the language in the process of its plugin. Aborting kills that process. */
  facts(language: Pick<GuestLanguage, "plugin" | "id">, file: string, signal: AbortSignal): Promise<FileFacts>;
}
