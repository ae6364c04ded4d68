/** Languages that plugins of third parties contribute, as the built-in plugin for code sees them. */
import type { FileSymbol } from "./file-symbol.ts";

/**
 * Kinds of names. A `definition` is seen in the scope around it, a `name` outside the scope that it opens. A `word` may be
 * anything, a `member` belongs to an expression in front of it.
 */
export const NAME_KINDS = ["scope", "definition", "name", "read", "call", "type", "write", "member", "word"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A symbol with its place and head, for an index of declarations. */
export interface PlacedSymbol extends FileSymbol {
  /** The place of its name, from 1; without one it is searched for in the lines. */
  line?: number;
  column?: number;
  /** Its head as one line. */
  signature?: string;
  /** The first line of the comment above it. */
  documentation?: string;
}

/** The facts of a file that a language of a plugin gives. */
export interface FileFacts {
  symbols: PlacedSymbol[];
  /** Three numbers each: which of `NAME_KINDS`, start and end as offsets in the text. In the order of the text, outer ones first. */
  names?: number[];
}

/** Places in which a declaration outside functions and types is seen without an import. */
export const SEEN_IN = ["file", "folder", "workspace"] as const;

/** A language of a third party's plugin whose declarations are indexed. */
export interface GuestLanguage {
  plugin: string;
  id: string;
  title: string;
  extensions: string[];
  level: "index" | "uses";
  seen: (typeof SEEN_IN)[number];
  /** Another text whenever files of the plugin changed. */
  stamp: string;
}

/** Languages of third parties' plugins. Only for plugins that came with jig: others throw PERMISSION_DENIED. */
export interface Guests {
  list(): Promise<GuestLanguage[]>;
  /** Runs the language's code in its plugin's process, which is ended once the signal aborts. */
  facts(language: Pick<GuestLanguage, "plugin" | "id">, file: string, signal: AbortSignal): Promise<FileFacts>;
}
