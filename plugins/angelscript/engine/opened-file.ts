/** Describes a file that was parsed and bound. */
import type { BoundFile } from "../binding/file-binder.ts";
import type { TypeUse } from "../binding/type-use.ts";
import type { Tokens } from "../lexer/tokens.ts";
import type { FileSyntax } from "../parser/syntax.ts";
import type { IndexedFile } from "./indexed-file.ts";

export interface OpenFile {
  file: IndexedFile;
  text: string;
  tokens: Tokens;
  syntax: FileSyntax;
  bound: BoundFile;
  /** The owning type at the offset of each member, for generic types. */
  owners: ReadonlyMap<number, TypeUse>;
}

/** The content of the file on disk together with its bound uses. */
export interface BoundText {
  file: IndexedFile;
  text: string;
  uses: Int32Array;
}
