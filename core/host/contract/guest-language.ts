/** Languages from third-party plugins, the way that the built-in plugin `code` wants them. */
import type { FileSymbol } from "./file-symbol.ts";

/**
 * Kinds of names. A `definition` is visible in the enclosing scope, and a `name` outside of the scope it opens. `member`
 * belongs to the expression in front. `word` could be anything.
 */
export const NAME_KINDS = ["scope", "definition", "name", "read", "call", "type", "write", "member", "word"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A symbol with location and signature, for an index of declarations. */
export interface PlacedSymbol extends FileSymbol {
  /** 1-based position of the name. If it's missing, we search the symbol's lines for it. */
  line?: number;
  column?: number;
  /** One line, no body */
  signature?: string;
  /** First line of the preceding comment */
  documentation?: string;
}

/** Facts about a file, from the plugin for its language */
export interface FileFacts {
  symbols: PlacedSymbol[];
  /** Triples of index in `NAME_KINDS`, start and end. In text order, with outer names before inner ones. */
  names?: number[];
}

/** How far a top-level declaration is visible without an import */
export const SEEN_IN = ["file", "folder", "workspace"] as const;

/** An indexed language from a third-party plugin. */
export interface GuestLanguage {
  plugin: string;
  id: string;
  title: string;
  extensions: string[];
  level: "index" | "uses";
  seen: (typeof SEEN_IN)[number];
  /** Differs when the plugin is loaded with other files */
  stamp: string;
}

/** Third-party languages. @throws PERMISSION_DENIED unless the plugin is built in */
export interface Guests {
  list(): Promise<GuestLanguage[]>;
  /** Run the language's code in its plugin's process. Aborting kills that process. */
  facts(language: Pick<GuestLanguage, "plugin" | "id">, file: string, signal: AbortSignal): Promise<FileFacts>;
}
