/** Names of parameters and type parameters in documentation comments: `<param name="x">`, `<typeparamref name="T"/>`. */
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { declaredParameter, declaredTypeParameter, type LocalSymbol } from "./local-symbol.ts";

const ELEMENT = /<(type)?param(?:ref)?\s+name\s*=\s*(["'])\s*(@?[\p{L}_][\p{L}\p{N}_]*)\s*\2/gu;

export interface DocumentationName {
  offset: number;
  name: string;
  isType: boolean;
}

/** Those in the documentation comments of a stretch of text. */
export function documentationNames(text: string, from: number, to: number): DocumentationName[] {
  const found: DocumentationName[] = [];
  for (const element of text.slice(from, to).matchAll(ELEMENT)) {
    const [whole, type, , written = ""] = element;
    const offset = from + element.index + whole.lastIndexOf(written);
    const line = text.slice(text.lastIndexOf("\n", offset) + 1, offset);
    const name = written.replace(/^@/, "");
    if (/^\s*(?:\/\/\/|\*|\/\*\*)/.test(line)) found.push({ offset, name, isType: type !== undefined });
  }
  return found;
}

/** The parameter that a comment names. Returns undefined if its declaration has no such parameter. */
export function documentedLocal(
  model: SemanticModel,
  file: SourceFile,
  { offset, name, isType }: DocumentationName,
): LocalSymbol | undefined {
  const around = file.declarationAt(offset);
  const documented = file.declarations.findIndex(
    (one, index) => one.start >= offset && one.parent === around && index > around,
  );
  // A comment may follow the attributes, inside the declaration; `paramref` may mean an outer declaration.
  for (let index = documented < 0 ? around : documented; index >= 0; index = file.declaration(index).parent) {
    const found = isType
      ? declaredTypeParameter(model, file, index, name)
      : declaredParameter(model, file, index, name);
    if (found) return found;
  }
  return undefined;
}
