/** Languages of third-party plugins, in the form that the built-in plugin `code` uses. */
import type { FileSymbol } from "./file-symbol.ts";

/**
 * Kinds of names. A `definition` is seen in the scope around it, a `name` outside the scope that it opens. A `word` may be
 * anything, a `member` belongs to an expression in front of it.
 */
export const NAME_KINDS = ["scope", "definition", "name", "read", "call", "type", "write", "member", "word"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A symbol with its location and signature, for an index of declarations. */
export interface PlacedSymbol extends FileSymbol {
  /** Location of its name, from 1. If absent, the name is searched for in the lines. */
  line?: number;
  column?: number;
  /** Its declaration without the body, as one line. */
  signature?: string;
  /** The first line of the comment above it. */
  documentation?: string;
}

/** Facts about a file, from a plugin's language. */
export interface FileFacts {
  symbols: PlacedSymbol[];
  /** Three numbers each: index in `NAME_KINDS`, start and end offset. In text order, outer ones first. */
  names?: number[];
}

/** Scopes in which a top-level declaration is visible without an import. */
export const SEEN_IN = ["file", "folder", "workspace"] as const;

/** A language of a third-party plugin whose declarations are indexed. */
export interface GuestLanguage {
  plugin: string;
  id: string;
  title: string;
  extensions: string[];
  level: "index" | "uses";
  seen: (typeof SEEN_IN)[number];
  /** Changes whenever files of the plugin change. */
  stamp: string;
}

/** Languages of third-party plugins. Only for built-in plugins; throws PERMISSION_DENIED for others. */
export interface Guests {
  list(): Promise<GuestLanguage[]>;
  /** Runs the language's code in its plugin's process, which is ended once the signal aborts. */
  facts(language: Pick<GuestLanguage, "plugin" | "id">, file: string, signal: AbortSignal): Promise<FileFacts>;
}
