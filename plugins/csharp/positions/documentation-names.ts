/** Finds the names of parameters in doc comments, for example in `<param name="x">` and `<typeparamref name="T"/>`. */
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import {
  blockReceiver,
  blockTypeParameter,
  declaredParameter,
  declaredTypeParameter,
  type LocalSymbol,
  symbolOf,
} from "./local-symbol.ts";

/** It may continue on the next line. */
const ELEMENT =
  /<(type)?param(?:ref)?(?:\s|\n[ \t]*(?:\/\/\/|\*))+name\s*=\s*(["'])\s*(@?[\p{L}_][\p{L}\p{N}_]*)\s*\2/gu;

const CREF = /\bcref\s*=\s*(["'])([^"'<>\r\n]*)\1/g;
const WORD = /@?[\p{L}_][\p{L}\p{N}_]*/gu;

export interface Cref {
  /** The offset of the value. */
  start: number;
  value: string;
}

export interface DocumentationName {
  offset: number;
  name: string;
  isType: boolean;
}

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

/** Returns the `cref` around an offset. Only this line is searched. */
export function crefAt(text: string, offset: number): Cref | undefined {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  for (const cref of text.slice(from, end < 0 ? text.length : end).matchAll(CREF)) {
    const [whole, , value = ""] = cref;
    const start = from + cref.index + whole.length - 1 - value.length;
    if (start <= offset && offset < start + value.length) return { start, value: unescaped(value) };
  }
  return undefined;
}

/** Writes `List&lt;T&gt;` as `List{T}`, without changing any offset. */
function unescaped(value: string): string {
  return value.replace(/&lt;/g, "{   ").replace(/&gt;/g, "   }");
}

/**
 * Returns the uses of a type parameter that the `cref` declares by a bare name between the braces of `List{T}`, before any
 * parameters.
 */
export function crefParameterUses({ start, value }: Cref, name: string): number[] {
  const open = value.indexOf("(");
  const head = open < 0 ? value.length : open;
  const words = [...value.matchAll(WORD)].filter(([word]) => word.replace(/^@/, "") === name);
  const isGiven = ({ index, 0: word }: RegExpExecArray) =>
    /[{,]\s*$/.test(value.slice(0, index)) && /^\s*[,}]/.test(value.slice(index + word.length));
  const first = words.findIndex((word) => word.index < head && isGiven(word));
  if (first < 0) return [];
  return words
    .slice(first)
    .filter((word) => isGiven(word) || word.index > head)
    .map(({ index, 0: word }) => start + index + word.length - name.length);
}

export function crefParameter(file: SourceFile, cref: Cref, name: string): LocalSymbol | undefined {
  const places = crefParameterUses(cref, name).slice(0, 1);
  return symbolOf(
    "type parameter",
    name,
    places.map((offset) => ({ path: file.path, offset })),
    false,
  );
}

/** Returns the parameter that a comment is about. There may be several, one for each `#if` branch. */
export function documentedLocals(
  model: SemanticModel,
  file: SourceFile,
  { offset, name, isType }: DocumentationName,
): LocalSymbol[] {
  const around = file.declarationAt(offset);
  const documented = file.declarations.findIndex(
    (one, index) => one.start >= offset && one.parent === around && index > around,
  );
  const next = documented < 0 ? file.text.length : file.declaration(documented).start;
  const block = file.extensionBlockBetween(offset, next) ?? file.extensionBlock(offset);
  const at = block?.start ?? offset;
  const ofBlock = isType ? blockTypeParameter(file, at, name) : blockReceiver(file, at, name);
  if (ofBlock) return [ofBlock];
  // A comment after the attributes is inside the declaration, and `paramref` may refer to an outer one.
  for (let index = documented < 0 ? around : documented; index >= 0; index = file.declaration(index).parent) {
    const found = headersAt(file, index).flatMap((each) => {
      const one = isType ? declaredTypeParameter(model, file, each, name) : declaredParameter(model, file, each, name);
      return one ?? [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns a declaration, and those in other `#if` branches that share its body. */
function headersAt(file: SourceFile, index: number): number[] {
  const { parent, end, name } = file.declaration(index);
  const same = file.declarations
    .map((_, at) => at)
    .filter((at) => {
      const other = file.declaration(at);
      return other.parent === parent && other.end === end && other.name === name;
    });
  return [index, ...same.filter((at) => at !== index)];
}
