/** Where a name is looked up from. */
import type { SourceFile } from "./source-file.ts";
import type { TypeRef } from "./type-ref.ts";

export interface Scope {
  file: SourceFile;
  /** The innermost declaration around the place. */
  index: number;
  /** Namespace of the using directive that it is: none beside it is in force there (C# §14.5.1). */
  directiveOf?: string;
  /** Type parameters of local functions around; equal keys for equal ones. */
  locals?: { key: string; types: ReadonlyMap<string, TypeRef> };
}
