/** Defines symbols without a symbol path, which are locals, parameters, type parameters, labels and local functions. */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { sameSignature } from "../semantics/member-signature.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { childOf, descendants, type SyntaxNode } from "../syntax/syntax-node.ts";

export type LocalKind =
  | "local"
  | "parameter"
  /** The `value` in an accessor, which no identifier declares. */
  | "implicit parameter"
  | "range variable"
  | "type parameter"
  | "label"
  | "local function";

/** The position of an identifier that declares a local symbol. */
export interface LocalPlace {
  path: string;
  offset: number;
}

export interface LocalSymbol {
  kind: LocalKind;
  name: string;
  /** There are several if every part of a type or method declares the symbol. The first one identifies it. */
  places: readonly [LocalPlace, ...LocalPlace[]];
  /** True if calls may use it as in `M(name: 1)`. */
  isArgumentName: boolean;
}

export function keyOfLocal({ places: [{ path, offset }] }: LocalSymbol): string {
  return `${path}@${offset}`;
}

/** Returns a parameter of a type, member or delegate. It is undefined if none has that name. */
export function declaredParameter(
  model: SemanticModel,
  file: SourceFile,
  index: number,
  name: string,
): LocalSymbol | undefined {
  const at = file.header(index).parameters.findIndex((each) => each.name === name);
  const places = at < 0 ? [] : halvesOf(model, file, index).flatMap((half) => placesIn(half, at, "parameters"));
  return symbolOf("parameter", name, places, true);
}

export function declaredTypeParameter(
  model: SemanticModel,
  file: SourceFile,
  index: number,
  name: string,
): LocalSymbol | undefined {
  const at = file.header(index).typeParameters.indexOf(name);
  const places = at < 0 ? [] : halvesOf(model, file, index).flatMap((half) => placesIn(half, at, "typeParameters"));
  return symbolOf("type parameter", name, places, false);
}

/** Returns the receiver of the extension block around an offset. */
export function blockReceiver(file: SourceFile, offset: number, name: string): LocalSymbol | undefined {
  const block = file.extensionBlock(offset);
  if (!block?.header.parameters.some((each) => each.name === name)) return undefined;
  const open = file.text.indexOf("(", block.start);
  const found = new RegExp(`\\b${name}\\b(?=\\s*[,)=])`, "u").exec(file.text.slice(open, block.brace));
  return found ? symbolOf("parameter", name, [{ path: file.path, offset: open + found.index }], false) : undefined;
}

/** Returns the type parameter of the extension block around an offset. */
export function blockTypeParameter(file: SourceFile, offset: number, name: string): LocalSymbol | undefined {
  const block = file.extensionBlock(offset);
  if (!block?.header.typeParameters.includes(name)) return undefined;
  const found = new RegExp(`\\b${name}\\b`, "u").exec(file.text.slice(block.start, block.brace));
  const places = found ? [{ path: file.path, offset: block.start + found.index }] : [];
  return symbolOf("type parameter", name, places, false);
}

export function symbolOf(
  kind: LocalKind,
  name: string,
  [first, ...others]: readonly LocalPlace[],
  isArgumentName: boolean,
): LocalSymbol | undefined {
  return first && { kind, name, places: [first, ...others], isArgumentName };
}

interface Half {
  file: SourceFile;
  index: number;
}

/** Returns all parts of a type or method in a fixed order. */
function halvesOf(model: SemanticModel, file: SourceFile, index: number): Half[] {
  const type = model.typeAt(file, index);
  if (type)
    return type.parts.map(({ path, handle }) => ({ file: model.file(path), index: model.store.indexOf(handle) }));
  const { kind, parent, name, modifiers } = file.declaration(index);
  const owner =
    kind === KIND.method && (modifiers & MODIFIER_BIT.partial) !== 0 ? model.typeAt(file, parent) : undefined;
  const members = owner ? model.members(owner, name) : [];
  const own = members.find((each) => each.file.path === file.path && each.index === index);
  const other =
    own &&
    members.find(
      (each) =>
        each.key !== own.key &&
        (each.declaration.modifiers & MODIFIER_BIT.partial) !== 0 &&
        sameSignature(model, own, each, new Map()),
    );
  const halves: Half[] = other ? [{ file, index }, other] : [{ file, index }];
  return halves.sort((a, b) => (a.file.path < b.file.path || (a.file === b.file && a.index < b.index) ? -1 : 1));
}

function placesIn({ file, index }: Half, at: number, which: "parameters" | "typeParameters"): LocalPlace[] {
  const header = file.header(index);
  const name = which === "parameters" ? header.parameters[at]?.name : header.typeParameters[at];
  if (name === undefined || name === "") return [];
  const { nameStart } = file.declaration(index);
  for (const pass of file.passesOf(nameStart)) {
    if (!file.isActive(nameStart, pass)) continue;
    const node = nameInHeader(file, file.tree(index, pass), name, which);
    if (node) return [{ path: file.path, offset: node.start }];
  }
  return [];
}

/** Finds a name in a header. A header comes before its body, so the first match must be the declaration. */
function nameInHeader(
  file: SourceFile,
  tree: SyntaxNode,
  name: string,
  which: "parameters" | "typeParameters",
): SyntaxNode | undefined {
  for (const node of descendants(tree)) {
    // `params` and its array type are children of the list.
    const isList = which === "parameters" && node.type === "parameter_list";
    const isOne = node.type === (which === "parameters" ? "parameter" : "type_parameter");
    const named = isList
      ? node.children.filter((child) => child.field === "name")
      : isOne
        ? [childOf(node, "name") ?? node.children.findLast(({ type }) => type === "identifier") ?? node]
        : [];
    for (const each of named) if (file.textOf(each).replace(/^@/, "") === name) return each;
  }
  return undefined;
}
