/** Binds the names in the syntax tree of a member, which are simple names, member accesses and the methods of calls. */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { underlyingType } from "../semantics/conversions.ts";
import { OBJECT_MEMBERS } from "../semantics/external-types.ts";
import {
  type Access,
  genericLevels,
  isStaticContext,
  lookupMembers,
  membersByAccess,
  nestedIn,
} from "../semantics/member-lookup.ts";
import { externalType } from "../semantics/package-symbols.ts";
import type { LookupLevel, LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { substitute } from "../semantics/substitution.ts";
import { isFullyExternal, pointee, type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { isTypePosition } from "../syntax/token-position.ts";
import { bindAttribute, bindQualifiedAttribute } from "./attribute-names.ts";
import { type Binder, type BoundValue, type Call, type LambdaBody, typeOf } from "./bound-value.ts";
import { CallBinder } from "./call-binder.ts";
import { bindColorColor } from "./color-color.ts";
import { ExpressionBinder } from "./expression-binder.ts";
import { extensionBlockMember, extensionInstead, extensionMethod, extensionOfUnknown } from "./extension-members.ts";
import { externalBaseMember, externalMember, inheritedExternalMember } from "./external-members.ts";
import {
  attributeArgument,
  conditionalReceiver,
  extensionReceiver,
  initializerMember,
  patternHead,
  primaryConstructorParameter,
  primaryParameterFirst,
} from "./implicit-receivers.ts";
import { LocalBinder } from "./local-binder.ts";
import { isDeclarationName, Locals, scopeAt } from "./locals.ts";
import { resolveOverload } from "./overload-resolution.ts";
import { inheritedPackageMember, packageMember } from "./package-members.ts";
import { queryOperator } from "./query-operators.ts";

const NOTHING: BoundValue = { is: "unknown" };
const PENDING: BoundValue = { is: "unknown" };

export class DeclarationBinder implements Binder {
  readonly model: SemanticModel;
  readonly file: SourceFile;
  readonly scope: LookupScope;
  readonly enclosingTypes: TypeSymbol[];
  readonly locals: Locals;
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  readonly types: ExpressionBinder = new ExpressionBinder(this);
  readonly calls: CallBinder = new CallBinder(this);
  readonly localTypes: LocalBinder = new LocalBinder(this);
  readonly lambdaBodies = new Map<SyntaxNode, Map<string, LambdaBody>>();
  hasUnknownMember = false;
  readonly #values = new Map<SyntaxNode, BoundValue>();

  constructor(
    model: SemanticModel,
    file: SourceFile,
    index: number,
    locals = new Locals(file.text),
    assumed: Binder["assumed"] = new Map(),
  ) {
    this.model = model;
    this.file = file;
    this.scope = { file, index };
    this.locals = locals;
    this.assumed = assumed;
    this.enclosingTypes = model.enclosingTypes(this.scope);
  }

  openAt(file: SourceFile, index: number): Binder {
    return new DeclarationBinder(this.model, file, index);
  }

  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder {
    const assumed = new Map([...this.assumed, [lambda, parameters]]);
    return new DeclarationBinder(this.model, this.file, this.scope.index, this.locals, assumed);
  }

  text(node: SyntaxNode): string {
    return this.file.textOf(node).replace(/^@/, "");
  }

  nameOf(node: SyntaxNode): string {
    return this.text(node.type === "generic_name" ? node.children[0]! : node);
  }

  typeArgs(node: SyntaxNode | undefined): TypeRef[] {
    const list = node?.children.find((child) => child.type === "type_argument_list");
    if (!list || node?.type !== "generic_name") return [];
    const args = list.children.filter((child) => !/^[<>,]$/.test(child.type)).map((child) => this.typeOfNode(child));
    // The commas are counted for `typeof(List<>)`.
    return args.length > 0
      ? args
      : Array.from({ length: list.children.filter((child) => child.type === ",").length + 1 }, () => UNKNOWN);
  }

  typeOfNode(node: SyntaxNode | undefined): TypeRef {
    return node ? this.model.resolveText(this.file.textOf(node), scopeAt(this.model, this.scope, node)) : UNKNOWN;
  }

  resolve(token: SyntaxNode): BoundValue {
    if (this.locals.declares(token)) return { is: "local", local: { node: token, declarator: token }, type: UNKNOWN };
    const named = token.parent?.type === "generic_name" && token.parent.children[0] === token ? token.parent : token;
    return this.value(named);
  }

  value(node: SyntaxNode): BoundValue {
    let value = this.#values.get(node);
    if (value) return value;
    // Breaks cycles like `var x = x.y`. Values that a cycle has left open are evaluated again.
    this.#values.set(node, PENDING);
    value = PENDING;
    try {
      value = this.#evaluate(node);
    } finally {
      if (value === PENDING) this.#values.delete(node);
      else this.#values.set(node, value);
    }
    return value;
  }

  #evaluate(node: SyntaxNode): BoundValue {
    if (node.type !== "identifier" && node.type !== "generic_name") return this.types.evaluate(node);
    const { parent } = node;
    const name = this.nameOf(node);
    if (!parent) return NOTHING;
    switch (parent.type) {
      case "member_access_expression":
        if (node.field === "name") return this.member(this.value(parent.children[0]!), node);
        if (node.type === "identifier")
          return (
            patternHead(this, parent, node) ?? bindColorColor(this, this.simple(node, name, false, false), node, parent)
          );
        break;
      case "member_binding_expression": {
        const condition = conditionalReceiver(parent);
        if (!condition) return NOTHING;
        const type = this.types.of(condition);
        return this.member({ is: "value", type: underlyingType(type) ?? type }, node);
      }
      case "qualified_name":
        if (node.field === "name" || parent.children.at(-1) === node) {
          const qualifier = this.value(parent.children[0]!);
          return parent.parent?.type === "attribute"
            ? bindQualifiedAttribute(this, qualifier, node)
            : this.member(qualifier, node);
        }
        return this.simple(node, name, true, true);
      case "alias_qualified_name":
        if (node.field === "name") return this.member(this.value(parent.children[0] ?? node), node);
        return name === "global" ? { is: "namespace", name: "" } : this.simple(node, name, true, true);
      case "name_colon":
      case "attribute_argument":
        if (node.field === "name") return attributeArgument(this, node, name);
        break;
      case "assignment_expression":
        if (node.field === "left" && parent.parent?.type === "initializer_expression")
          return initializerMember(this, parent.parent, node);
        break;
      case "with_initializer": {
        const owner = parent.parent?.children[0];
        return owner && parent.children[0] === node
          ? this.member(this.value(owner), node)
          : this.simple(node, name, false, false);
      }
      case "subpattern":
        if (parent.children[0] === node) return patternHead(this, node, node) ?? NOTHING;
        break;
      case "attribute":
        return bindAttribute(this, node);
      case "is_expression":
      case "constant_pattern":
        if (node.field !== "left") return this.#typeOrConstant(node, name);
        break;
    }
    if (isDeclarationName(node)) return { is: "local", local: { node, declarator: node }, type: UNKNOWN };
    return this.simple(node, name, isTypePosition(node), false);
  }

  simple(node: SyntaxNode, name: string, typesOnly: boolean, qualifier: boolean): BoundValue {
    const args = this.typeArgs(node);
    if (!typesOnly) {
      const local = this.locals.find(name, node);
      if (local) return { is: "local", local, type: this.localTypes.of(local) };
      const member = this.#ownMember(node, name);
      if (member) return member;
      const receiver = extensionReceiver(this, node.start, name);
      if (receiver) return { is: "local", local: { node, declarator: node }, type: receiver };
    }
    const scope = scopeAt(this.model, this.scope, node);
    const type = this.model.names.simpleType(name, args, scope, true);
    if (typeof type === "string") return { is: "namespace", name: type };
    if (type) return { is: "type", type };
    if (!typesOnly && !qualifier) {
      const imported = this.#staticImport(node, name);
      if (imported) return imported;
    }
    if (!this.model.complete) return NOTHING;
    const inherited = typesOnly
      ? undefined
      : (inheritedExternalMember(this, name) ?? inheritedPackageMember(this, name));
    return inherited ?? { is: "external", type: externalType(this.model, name, args, this.scope), name };
  }

  /** After `is` and `case`, the name is a type or a constant (C# §11.2.3). */
  #typeOrConstant(node: SyntaxNode, name: string): BoundValue {
    const constant = this.simple(node, name, false, false);
    if (constant.is === "value" && constant.members?.every(isConstant)) return constant;
    if (constant.is !== "value" && constant.is !== "group") return constant;
    const type = this.simple(node, name, true, false);
    return type.is === "type" ? type : constant;
  }

  /** Looks for a member in the enclosing types, starting with the innermost (C# §12.8.4). */
  #ownMember(node: SyntaxNode, name: string): BoundValue | undefined {
    const call = this.calls.callOf(node);
    for (const [depth, type] of this.enclosingTypes.entries()) {
      const hiding =
        depth === 0 && primaryParameterFirst(this, node)
          ? primaryConstructorParameter(this, node, type, name)
          : undefined;
      if (hiding) return hiding;
      const ref = this.model.names.selfOf(type);
      const args = this.typeArgs(node);
      const lookup = lookupMembers(this.model, ref, name, this.enclosingTypes, call !== undefined);
      // On the name of a type, only static methods can be called.
      const own = node.type === "generic_name" ? genericLevels(this.model, lookup.levels, args.length) : lookup.levels;
      const levels = membersByAccess(own, depth > 0 || isStaticContext(this.scope) ? "static" : "any");
      const [first] = levels;
      if (first) return this.#amongOwn(node, first, levels, ref, call, lookup.open);
      const inner = nestedIn(this.model, ref, name, args, this.enclosingTypes);
      if (inner) return { is: "type", type: inner };
      const parameter = primaryConstructorParameter(this, node, type, name);
      if (parameter) return parameter;
    }
    return undefined;
  }

  #amongOwn(
    node: SyntaxNode,
    first: LookupLevel,
    levels: readonly LookupLevel[],
    receiver: TypeRef,
    call: Call | undefined,
    open: boolean,
  ): BoundValue {
    const name = this.nameOf(node);
    if (first.members[0]!.declaration.kind !== KIND.method) return this.#bound(first, receiver, call);
    const overload = this.#overload(node, levels, receiver, call);
    if (overload) return overload;
    // It wasn't found. It may belong to `object` or to a base class outside of the workspace, or we may be wrong about an
    // argument.
    if (OBJECT_MEMBERS.has(name)) return { is: "external", type: OBJECT_MEMBERS.get(name)!, name };
    return open ? NOTHING : this.#bound(first, receiver, call);
  }

  /** Chooses among members with the same name by the arguments of the call or by the expected delegate. */
  #overload(
    node: SyntaxNode,
    levels: readonly LookupLevel[],
    receiver: TypeRef,
    call: Call | undefined,
  ): BoundValue | undefined {
    const [first] = levels;
    const isSeveral = levels.length > 1 || (first?.members.length ?? 0) > 1;
    const isGroup = isSeveral && first?.members[0]?.declaration.kind === KIND.method;
    const expected = call ?? (isGroup ? this.calls.groupCall(node) : undefined);
    const result = resolveOverload(this.model, levels, expected);
    return result && this.#bound(result, receiver, call);
  }

  #staticImport(node: SyntaxNode, name: string): BoundValue | undefined {
    const call = this.calls.callOf(node);
    for (const each of this.file.imports) {
      if (!each.isStatic) continue;
      const type = this.model.names.importedType(each, this.file);
      if (type.is !== "type") continue;
      const { levels } = lookupMembers(this.model, type, name, this.enclosingTypes, call !== undefined);
      const chosen = resolveOverload(this.model, levels, call) ?? levels[0];
      if (chosen) return this.#bound(chosen, undefined, call);
    }
    return undefined;
  }

  member(of: BoundValue, node: SyntaxNode, access: Access = of.is === "type" ? "static" : "instance"): BoundValue {
    const name = this.nameOf(node);
    const args = this.typeArgs(node);
    if (of.is === "namespace") return this.#inNamespace(of.name, node);
    const type = pointee(typeOf(of)) ?? typeOf(of);
    const call = this.calls.callOf(node);
    if (type.is === "unknown") return (call && extensionOfUnknown(this, name, call)) ?? NOTHING;
    const { levels: all, open } = lookupMembers(this.model, type, name, this.enclosingTypes, call !== undefined);
    const levels = membersByAccess(all, access);
    const [first] = levels;
    const overload = this.#overload(node, levels, type, call);
    if (overload) return (of.is !== "type" && extensionInstead(this, overload, node)) || overload;
    if (type.is === "type") {
      const inner = nestedIn(this.model, type, name, args, this.enclosingTypes);
      if (inner) return { is: "type", type: inner };
    }
    if (type.is === "tuple") {
      const element =
        type.elements.find((each) => each.name === name) ?? type.elements[Number(/^Item(\d+)$/.exec(name)?.[1]) - 1];
      if (element) return { is: "value", type: element.type };
    }
    const expected = call ?? this.calls.groupCall(node);
    const extension = of.is === "type" ? undefined : extensionMethod(this, type, name, expected, node);
    if (extension) return extension;
    // It might be a type, or a value of that type.
    const isEither = of.is === "external" && type.is === "external" && type.name === of.name;
    const added = first ? undefined : extensionBlockMember(this, type, name, isEither ? "any" : access, expected);
    if (added) return added;
    if (first && !OBJECT_MEMBERS.has(name)) return open ? NOTHING : this.#bound(first, type, call);
    if (!this.model.complete) return NOTHING;
    const given = packageMember(this, type, name, args);
    if (given) return given;
    if (type.is === "external" || type.is === "array" || type.is === "tuple") return externalMember(this, type, name);
    const isDelegate = type.is === "type" && type.type.kind === KIND.delegate;
    if (open || isDelegate || OBJECT_MEMBERS.has(name)) return externalBaseMember(this, type, name);
    if (type.is === "parameter" && type.bounds.every(isFullyExternal)) return { is: "external", type: UNKNOWN, name };
    const query = call && queryOperator(this, name, type);
    this.hasUnknownMember ||= !query;
    return query ?? NOTHING;
  }

  /** "" is the global namespace. */
  #inNamespace(namespace: string, node: SyntaxNode): BoundValue {
    const [name, args] = [this.nameOf(node), this.typeArgs(node)];
    const inside = this.model.names.inNamespace(namespace, name, args, this.scope);
    if (typeof inside === "string") return { is: "namespace", name: inside };
    if (inside) return { is: "type", type: inside };
    const type = externalType(this.model, name, args, this.scope, { text: namespace, args: [] });
    return this.model.complete ? { is: "external", type, name } : NOTHING;
  }

  #bound({ members, substitution }: LookupLevel, receiver: TypeRef | undefined, call: Call | undefined): BoundValue {
    const first = members[0]!;
    if (first.declaration.kind === KIND.method) return { is: "group", members, substitution, receiver, call };
    return { is: "value", type: substitute(this.model.resultType(first), substitution), members };
  }
}

function isConstant({ declaration }: Member): boolean {
  return declaration.kind === KIND.enumMember || (declaration.modifiers & MODIFIER_BIT.const) !== 0;
}
