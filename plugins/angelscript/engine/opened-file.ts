/** A file as questions look into it. */
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
  /** The owner type of the member at an offset, if it has template arguments. */
  owners: ReadonlyMap<number, TypeUse>;
}

/** A file as on disk, with the meanings of its names. */
export interface BoundText {
  file: IndexedFile;
  text: string;
  uses: Int32Array;
}
