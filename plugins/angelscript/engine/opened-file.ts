/** A parsed and bound file. */
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
  /** Owning type by member offset, for generic types. */
  owners: ReadonlyMap<number, TypeUse>;
}

/** File content on disk plus bound uses. */
export interface BoundText {
  file: IndexedFile;
  text: string;
  uses: Int32Array;
}
