/** Finds the local symbol that an identifier declares or uses. */
import type { Binder, Call } from "../binding/bound-value.ts";
import { argumentOf } from "../binding/call-arguments.ts";
import type { Local } from "../binding/locals.ts";
import { applicableMembers, candidatesFrom } from "../binding/overload-resolution.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { primaryConstructor } from "../semantics/primary-constructor.ts";
import type { Member } from "../semantics/semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";
import { substitutionOf } from "../semantics/substitution.ts";
import type { ConstructedType, TypeRef, TypeSymbol } from "../semantics/type-ref.ts";
import { argumentNodes, headOf } from "../syntax/invocations.ts";
import { childOf, descendants, type SyntaxNode } from "../syntax/syntax-node.ts";
import {
  blockReceiver,
  blockTypeParameter,
  declaredParameter,
  declaredTypeParameter,
  type LocalKind,
  type LocalSymbol,
  symbolOf,
} from "./local-symbol.ts";

/** Returns an empty list for any other name. There are several if the overload can't be determined. */
export function localsAt(binder: Binder, token: SyntaxNode): LocalSymbol[] {
  const found = labelAt(binder, token) ?? argumentNameAt(binder, token) ?? typeParameterAt(binder, token);
  if (found) return found;
  // In the header, it can't mean anything else.
  const extended =
    isInBlockHeader(binder.file, token) && blockTypeParameter(binder.file, token.start, binder.nameOf(token));
  if (extended) return [extended];
  const value = binder.resolve(token);
  if (value.is === "local") return list(ofLocal(binder, value.local, token));
  if (value.is === "type" && value.type.is === "parameter") return list(typeParameterFrom(binder, token));
  return [];
}

/**
 * Returns true if a node is a name. The only parameter of a lambda is a special case, because it is a leaf with its own type of
 * node.
 */
export function isName({ type, children }: SyntaxNode): boolean {
  return type === "identifier" || (type === "implicit_parameter" && children.length === 0);
}

/** Returns the implicit `value` parameter of the accessor that starts with this token, if there is one. */
export function acceptedValue(file: SourceFile, { start, parent }: SyntaxNode): LocalSymbol | undefined {
  let accessor = parent;
  while (accessor && accessor.start === start && accessor.type !== "accessor_declaration") accessor = accessor.parent;
  if (accessor?.type !== "accessor_declaration" || accessor.start !== start) return undefined;
  return symbolOf("implicit parameter", "value", [{ path: file.path, offset: start }], false);
}

function list(symbol: LocalSymbol | undefined): LocalSymbol[] {
  return symbol ? [symbol] : [];
}

function ofLocal(binder: Binder, { node, declarator, from }: Local, token: SyntaxNode): LocalSymbol | undefined {
  const { file } = binder;
  const name = binder.nameOf(token);
  if (from) return declaredParameter(binder.model, from.file, from.index, name);
  if (node.type === "accessor_declaration")
    return symbolOf("implicit parameter", name, [{ path: file.path, offset: node.start }], false);
  const declared = declarator === node ? node.parent : declarator;
  // This is the receiver of an extension block, or else an element of a tuple or an anonymous member.
  const isDeclared = binder.locals.declares(node);
  if ((node === token && !isDeclared) || isInBlockHeader(file, node)) return blockReceiver(file, token.start, name);
  if (isElementName(node)) return undefined;
  const kind = kindOf(node, declared);
  const owner = kind === "parameter" ? declaredBy(file, node) : undefined;
  if (owner !== undefined) {
    const first = declaredParameter(binder.model, file, owner, name);
    if (first?.places.some(({ path, offset }) => path === file.path && offset === node.start)) return first;
    // Another branch of an `#if` in the header declares this parameter.
    return symbolOf("parameter", name, [{ path: file.path, offset: node.start }], true);
  }
  const isArgumentName = kind === "parameter" && isOfLocalFunction(node);
  return symbolOf(kind, name, [{ path: file.path, offset: node.start }], isArgumentName);
}

function kindOf(node: SyntaxNode, declarator: SyntaxNode | undefined): LocalKind {
  switch (declarator?.type) {
    case "local_function_statement":
      return "local function";
    case "from_clause":
    case "let_clause":
    case "join_clause":
    case "join_into_clause":
    case "select_clause":
    case "group_clause":
    case "query_expression":
      return "range variable";
    case "parameter":
    case "implicit_parameter":
    case "lambda_expression":
    case "parameter_list":
      return "parameter";
    default:
      return node.type === "implicit_parameter" ? "parameter" : "local";
  }
}

function isElementName({ parent, field }: SyntaxNode): boolean {
  return (
    (parent?.type === "tuple_element" && field === "name") || parent?.type === "anonymous_object_creation_expression"
  );
}

/** Returns the type's index, member or delegate that the node declares a parameter of. */
function declaredBy(file: SourceFile, node: SyntaxNode): number | undefined {
  if (/^(?:lambda|anonymous)/.test(node.parent?.type ?? "")) return undefined;
  const holder = node.parent?.type === "parameter_list" ? node.parent : node.parent?.parent;
  const owner = holder?.parent;
  if (!owner || /^(?:lambda|anonymous|local_function)/.test(owner.type)) return undefined;
  if (!/_declaration$/.test(owner.type)) return undefined;
  const index = file.declarationAt(node.start);
  return index < 0 ? undefined : index;
}

function isOfLocalFunction(node: SyntaxNode): boolean {
  const holder = node.parent?.type === "parameter_list" ? node.parent : node.parent?.parent;
  return holder?.parent?.type === "local_function_statement";
}

function isInBlockHeader(file: SourceFile, { start }: SyntaxNode): boolean {
  const block = file.extensionBlock(start);
  return block !== undefined && start < block.brace;
}

// Handles labels.

function labelAt({ file }: Binder, token: SyntaxNode): LocalSymbol[] | undefined {
  const { parent } = token;
  const isLabel = parent?.type === "labeled_statement" && parent.children[0] === token;
  const isGoto = parent?.type === "goto_statement" && !parent.children.some(({ type }) => type === "case");
  if (!isLabel && !isGoto) return undefined;
  const name = file.textOf(token);
  let body = token;
  while (body.parent && !/^(?:lambda_|anonymous_method|local_function)/.test(body.type)) body = body.parent;
  for (const node of descendants(body)) {
    const [label] = node.type === "labeled_statement" ? node.children : [];
    if (label && file.textOf(label) === name)
      return list(symbolOf("label", name, [{ path: file.path, offset: label.start }], false));
  }
  return [];
}

// Handles type parameters.

function typeParameterAt(binder: Binder, token: SyntaxNode): LocalSymbol[] | undefined {
  const { parent } = token;
  const isDeclared = parent?.type === "type_parameter" && (token.field === "name" || parent.children.at(-1) === token);
  const isConstrained =
    parent?.type === "type_parameter_constraints_clause" &&
    parent.children[parent.children.indexOf(token) + 1]?.type === ":";
  return isDeclared || isConstrained ? list(typeParameterFrom(binder, token)) : undefined;
}

/** Returns the innermost type parameter with that name. */
function typeParameterFrom(binder: Binder, token: SyntaxNode): LocalSymbol | undefined {
  const { file, model, scope } = binder;
  const name = binder.nameOf(token);
  for (let at: SyntaxNode | undefined = token; at; at = at.parent) {
    const own = at.type === "local_function_statement" ? childOf(at, "type_parameters") : undefined;
    const declared = own?.children.find(
      (each) => each.type === "type_parameter" && binder.text(childOf(each, "name") ?? each) === name,
    );
    const node = declared && (childOf(declared, "name") ?? declared);
    if (node) return symbolOf("type parameter", name, [{ path: file.path, offset: node.start }], false);
  }
  for (const index of enclosingDeclarations(file, scope.index)) {
    const found = declaredTypeParameter(model, file, index, name);
    if (found) return found;
  }
  return blockTypeParameter(file, token.start, name);
}

// Handles names of arguments.

/** Handles the names of arguments, which are the `name` in `M(name: 1)`, `new T(name: 1)`, `[A(name: 1)]` and `base(name: 1)`. */
function argumentNameAt(binder: Binder, token: SyntaxNode): LocalSymbol[] | undefined {
  const { parent } = token;
  const holder = parent?.type === "name_colon" ? parent.parent : parent;
  if (!parent || !holder || !/^(?:attribute_)?argument$/.test(holder.type)) return undefined;
  const next = parent.type === "name_colon" ? ":" : parent.children[parent.children.indexOf(token) + 1]?.type;
  if (next !== ":") return undefined;
  const name = binder.nameOf(token);
  const call = holder.parent?.parent;
  return call ? calledWith(binder, call, name) : [];
}

function calledWith(binder: Binder, call: SyntaxNode, name: string): LocalSymbol[] {
  const { model, file } = binder;
  const parameters = (members: readonly Member[]) =>
    members.flatMap((each) => list(declaredParameter(model, each.file, each.index, name)));
  switch (call.type) {
    case "invocation_expression": {
      const called = binder.value(headOf(call));
      if (called.is === "group") return parameters(called.members);
      const local = called.is === "local" ? called.local.declarator : undefined;
      if (local?.type === "local_function_statement") {
        const own = childOf(local, "parameters")?.children ?? [];
        const node = own.map((each) => childOf(each, "name") ?? each).find((each) => binder.text(each) === name);
        return node ? list(symbolOf("parameter", name, [{ path: file.path, offset: node.start }], true)) : [];
      }
      return "type" in called ? ofDelegate(binder, called.type, name) : [];
    }
    case "object_creation_expression":
    case "implicit_object_creation_expression":
    case "primary_constructor_base_type":
      return constructedWith(
        binder,
        binder.types.of(call.type.startsWith("primary") ? call.children[0] : call),
        call,
        name,
      );
    case "constructor_initializer": {
      const word = call.children.find(({ type }) => type === "base" || type === "this");
      return constructedWith(binder, binder.types.of(word), call, name);
    }
    case "attribute":
      return constructedWith(binder, binder.types.of(childOf(call, "name")), call, name);
    default:
      return [];
  }
}

function ofDelegate({ model }: Binder, type: TypeRef, name: string): LocalSymbol[] {
  const part = type.is === "type" && type.type.kind === KIND.delegate ? type.type.parts[0] : undefined;
  return part ? list(declaredParameter(model, model.file(part.path), model.store.indexOf(part.handle), name)) : [];
}

function constructedWith(binder: Binder, type: TypeRef, creation: SyntaxNode, name: string): LocalSymbol[] {
  if (type.is !== "type") return [];
  const { model } = binder;
  const hasIt = (each: Member) => model.header(each).parameters.some((parameter) => parameter.name === name);
  const found = constructorsOf(binder, type, creation, hasIt).flatMap((each) =>
    list(declaredParameter(model, each.file, each.index, name)),
  );
  return found.length > 0 ? found : primaryParameter(binder, type.type, name);
}

/** Returns the constructors that `this(…)` or `base(…)` may call. */
export function constructorsCalled(binder: Binder, initializer: SyntaxNode): Member[] {
  const type = binder.types.of(initializer.children.find(({ type }) => type === "base" || type === "this"));
  return type.is === "type" ? constructorsOf(binder, type, initializer, () => true) : [];
}

/** Returns the candidates for an object creation, attribute or initializer. There is usually only one. */
export function constructorsOf(
  binder: Binder,
  type: ConstructedType,
  creation: SyntaxNode,
  isWanted: (member: Member) => boolean,
): Member[] {
  const { model } = binder;
  const members = model
    .members(type.type, type.type.name)
    .filter(({ declaration }) => declaration.kind === KIND.constructor && !isStatic(declaration));
  const primary = primaryConstructor(model, type.type);
  if (primary) members.push(primary);
  const wanted = members.filter(isWanted);
  if (wanted.length < 2) return wanted;
  const call: Call = { arguments: argumentNodes(creation).map((each) => argumentOf(binder, each)), typeArgs: [] };
  return applicableMembers(model, candidatesFrom(members, substitutionOf(type)), call)?.members ?? wanted;
}

function isStatic({ modifiers }: Declaration): boolean {
  return (modifiers & MODIFIER_BIT.static) !== 0;
}

function primaryParameter({ model }: Binder, type: TypeSymbol, name: string): LocalSymbol[] {
  for (const { path, handle } of type.parts) {
    const found = declaredParameter(model, model.file(path), model.store.indexOf(handle), name);
    if (found) return [found];
  }
  return [];
}
