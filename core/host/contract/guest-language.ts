/** Languages of third-party plugins, in the form used by the built-in plugin `code`. */
import type { FileSymbol } from "./file-symbol.ts";

/**
 * Kinds of names. A `definition` is visible in the scope around it, and a `name` outside the scope that it opens. A `word` may be
 * anything, and a `member` belongs to the expression in front of it.
 */
export const NAME_KINDS = ["scope", "definition", "name", "read", "call", "type", "write", "member", "word"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A symbol with its location and signature, for an index of declarations. */
export interface PlacedSymbol extends FileSymbol {
  /** Location of its name, counted from 1. If absent, we search for the name in its lines. */
  line?: number;
  column?: number;
  /** Its declaration on one line, without the body. */
  signature?: string;
  /** The first line of the comment above it. */
  documentation?: string;
}

/** Facts about a file from a plugin's language. */
export interface FileFacts {
  symbols: PlacedSymbol[];
  /** Three numbers per name: the index in `NAME_KINDS`, and the start and end offset. In text order, outer ones first. */
  names?: number[];
}

/** Scopes in which a top-level declaration is visible without an import. */
export const SEEN_IN = ["file", "folder", "workspace"] as const;

/** An indexed language of a third-party plugin. */
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

/** Languages of third-party plugins. Only for built-in plugins. Throws PERMISSION_DENIED for others. */
export interface Guests {
  list(): Promise<GuestLanguage[]>;
  /** Runs the language's code in its plugin's process, which is killed once the signal aborts. */
  facts(language: Pick<GuestLanguage, "plugin" | "id">, file: string, signal: AbortSignal): Promise<FileFacts>;
}
