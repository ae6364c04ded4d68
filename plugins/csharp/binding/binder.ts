/** What a name in a member's syntax tree means: simple names, members, the heads of calls. */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { underNullable } from "../semantics/conversions.ts";
import { OBJECT_MEMBERS } from "../semantics/external-types.ts";
import { nestedIn } from "../semantics/member-lookup.ts";
import { outsideType } from "../semantics/package-symbols.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { external, isForeign, pointedAt, substitute, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Level, Member, Model, Scope, TypeSymbol } from "../semantics/workspace-model.ts";
import type { SyntaxNode } from "../syntax/grammar.ts";
import { isTypePosition } from "../syntax/type-positions.ts";
import { AttributeNames } from "./attribute-names.ts";
import { type Access, accessible, isInStatic, lookedUp, meaningOfBoth, methodsOf } from "./color-color.ts";
import { ExpressionTypes } from "./expression-types.ts";
import { Extensions } from "./extension-members.ts";
import { aboveOutside, inheritedOutside, memberOutside } from "./external-members.ts";
import { attributeArgument, blockReceiver, conditionOf, inPattern, primaryParameter } from "./implicit-receivers.ts";
import { initialised } from "./initializers.ts";
import { scopeAt } from "./local-scopes.ts";
import { isDeclarationName, type Local, Locals } from "./locals.ts";
import { type Call, choose } from "./overload-resolution.ts";
import { inheritedFromPackages, inPackages, type PackageGroup } from "./package-members.ts";
import { queryOf } from "./query-operators.ts";

/** What an expression is. */
export type Value =
  /** In `doubt` where a type of the same name may be meant. */
  | { is: "value"; type: TypeRef; members?: Member[]; doubt?: boolean }
  | {
      is: "group";
      members: Member[];
      substitution: Map<string, TypeRef>;
      receiver: TypeRef | undefined;
      call: Call | undefined;
    }
  | { is: "type"; type: TypeRef }
  | { is: "namespace"; name: string }
  | { is: "local"; local: Local; type: TypeRef }
  /** `told` by the engine's table: of a method what it gives. Of a package's member `owner` is the full name of its type. */
  | { is: "foreign"; type: TypeRef; name: string; told?: boolean; owner?: string; group?: PackageGroup }
  | { is: "unknown" };

const NOTHING: Value = { is: "unknown" };

export class Binder {
  readonly model: Model;
  readonly file: SourceFile;
  readonly scope: Scope;
  readonly locals: Locals;
  readonly types: ExpressionTypes;
  readonly around: TypeSymbol[];
  readonly #extensions = new Extensions(this);
  readonly #attributes = new AttributeNames(this);
  readonly #values = new Map<SyntaxNode, Value>();
  /** Lambdas whose parameters are taken to have these types. */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** A name meant nothing behind a value of a known type: it is nowhere declared, or something is not understood. */
  fails = false;

  constructor(model: Model, file: SourceFile, index: number, trial?: Pick<Binder, "locals" | "assumed">) {
    this.model = model;
    this.file = file;
    this.scope = { file, index };
    this.locals = trial?.locals ?? new Locals(file.text);
    this.assumed = trial?.assumed ?? new Map();
    this.types = new ExpressionTypes(this);
    this.around = model.enclosingTypes(this.scope);
  }

  text(node: SyntaxNode): string {
    return this.file.text.slice(node.start, node.end).replace(/^@/, "");
  }

  /** The name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string {
    return this.text(node.type === "generic_name" ? node.children[0]! : node);
  }

  typeArgs(node: SyntaxNode): TypeRef[] {
    const list =
      node.type === "generic_name" ? node.children.find((child) => child.type === "type_argument_list") : undefined;
    if (!list) return [];
    const args = list.children.filter((child) => !/^[<>,]$/.test(child.type)).map((child) => this.typeOfNode(child));
    // `List<>` in typeof: the commas tell the arity.
    return args.length > 0
      ? args
      : Array.from({ length: list.children.filter((child) => child.type === ",").length + 1 }, () => UNKNOWN);
  }

  /** A type node's type. */
  typeOfNode(node: SyntaxNode): TypeRef {
    const scope = scopeAt(this.model.names, this.scope, node);
    return this.model.resolveText(this.file.text.slice(node.start, node.end), scope);
  }

  /** What an identifier token means where it stands. */
  resolve(token: SyntaxNode): Value {
    if (this.locals.declares(token)) return { is: "local", local: { node: token, declarator: token }, type: UNKNOWN };
    const named = token.parent?.type === "generic_name" && token.parent.children[0] === token ? token.parent : token;
    return this.value(named);
  }

  value(node: SyntaxNode): Value {
    let value = this.#values.get(node);
    if (!value) {
      // A circle (`var x = x.y`) ends here.
      this.#values.set(node, NOTHING);
      try {
        value = this.#evaluate(node);
      } catch (error) {
        this.#values.delete(node);
        throw error;
      }
      this.#values.set(node, value);
    }
    return value;
  }

  #evaluate(node: SyntaxNode): Value {
    if (node.type !== "identifier" && node.type !== "generic_name") return this.types.evaluate(node);
    const { parent } = node;
    const name = this.nameOf(node);
    if (!parent) return NOTHING;
    switch (parent.type) {
      case "member_access_expression":
        if (node.field === "name") return this.member(this.value(parent.children[0]!), node);
        if (node.type === "identifier") return meaningOfBoth(this, this.simple(node, name, false, false), node, parent);
        break;
      case "member_binding_expression": {
        const condition = conditionOf(parent);
        if (!condition) return NOTHING;
        const type = this.types.of(condition);
        return this.member({ is: "value", type: underNullable(type) ?? type }, node);
      }
      case "qualified_name":
        if (node.field === "name" || parent.children.at(-1) === node) {
          const qualifier = this.value(parent.children[0]!);
          return parent.parent?.type === "attribute"
            ? this.#attributes.qualified(qualifier, node)
            : this.member(qualifier, node);
        }
        return this.simple(node, name, true, true);
      case "alias_qualified_name":
        if (node.field === "name") return this.inGlobal(name, this.typeArgs(node));
        return { is: "namespace", name: "" };
      case "name_colon":
      case "attribute_argument":
        if (node.field === "name") return attributeArgument(this, node, name);
        break;
      case "assignment_expression":
        if (node.field === "left" && parent.parent?.type === "initializer_expression")
          return initialised(this, parent.parent, node);
        break;
      case "with_initializer": {
        const owner = parent.parent?.children[0];
        return owner && parent.children[0] === node
          ? this.member(this.value(owner), node)
          : this.simple(node, name, false, false);
      }
      case "subpattern":
        if (parent.children[0] === node) return inPattern(this, parent, node);
        break;
      case "attribute":
        return this.#attributes.simple(node);
      case "is_expression":
      case "constant_pattern":
        if (node.field !== "left") return this.#typeOrConstant(node, name);
        break;
    }
    if (isDeclarationName(node)) return { is: "local", local: { node, declarator: node }, type: UNKNOWN };
    return this.simple(node, name, isTypePosition(node), false);
  }

  /** A name with nothing in front of it. */
  simple(node: SyntaxNode, name: string, typesOnly: boolean, qualifier: boolean): Value {
    const args = this.typeArgs(node);
    if (!typesOnly) {
      const local = this.locals.find(name, node);
      if (local) return { is: "local", local, type: this.types.locals.of(local) };
      const member = this.#ownMember(node, name);
      if (member) return member;
      const receiver = blockReceiver(this, node.start, name);
      if (receiver) return { is: "local", local: { node, declarator: node }, type: receiver };
    }
    const type = this.model.names.simpleType(name, args, this.scope, true);
    if (typeof type === "string") return { is: "namespace", name: type };
    if (type) return { is: "type", type };
    if (!typesOnly && !qualifier) {
      const imported = this.#staticImport(node, name);
      if (imported) return imported;
    }
    if (!this.model.complete) return NOTHING;
    return (
      (typesOnly ? undefined : (inheritedOutside(this, name) ?? inheritedFromPackages(this, name))) ?? {
        is: "foreign",
        type: outsideType(this.model, name, args, this.scope),
        name,
      }
    );
  }

  /** Behind `is` or `case`: a type or a constant (C# §11.2.3). */
  #typeOrConstant(node: SyntaxNode, name: string): Value {
    const constant = this.simple(node, name, false, false);
    if (constant.is === "value" && constant.members?.every(isConstant)) return constant;
    if (constant.is !== "value" && constant.is !== "group") return constant;
    const type = this.simple(node, name, true, false);
    return type.is === "type" ? type : constant;
  }

  /** A member of one of the types around, innermost first (C# §12.8.4). */
  #ownMember(node: SyntaxNode, name: string): Value | undefined {
    const call = this.types.calls.callOf(node);
    for (const [depth, type] of this.around.entries()) {
      const ref = this.model.names.selfOf(type);
      const looked = lookedUp(this, ref, name, call !== undefined);
      const { open } = looked;
      // What is no instance of a type around has its static methods only.
      const own = node.type === "generic_name" ? methodsOf(looked.levels) : looked.levels;
      const levels = accessible(own, depth > 0 || isInStatic(this.scope) ? "static" : "any");
      if (levels.length > 0) {
        const chosen = this.#chosen(node, levels, ref, call, open);
        if (chosen) return chosen;
      }
      const args = this.typeArgs(node);
      const inner = nestedIn(this.model, ref, name, args, this.around);
      if (inner) return { is: "type", type: inner };
      const parameter = primaryParameter(this, type, name);
      if (parameter) return { is: "local", local: { node, declarator: node }, type: parameter };
    }
    return undefined;
  }

  /** Of members of one name those that a call, or a delegate that is expected here, means. */
  #chosen(
    node: SyntaxNode,
    levels: readonly Level[],
    receiver: TypeRef | undefined,
    call: Call | undefined,
    open: boolean,
  ): Value | undefined {
    const several = levels.length > 1 || levels[0]!.members.length > 1;
    const first = levels[0]!;
    const isMethod = first.members[0]!.declaration.kind === KIND.method;
    if (!isMethod) return this.#found(first.members, first.substitution, receiver, call);
    const asked = call ?? (several ? this.types.calls.groupCall(node) : undefined);
    const chosen = choose(this.model, levels, asked);
    if (chosen) return this.#found(chosen.members, chosen.substitution, receiver, call);
    // Nothing fits: every type has what `object` has, a base outside the workspace may have more, or an argument is misjudged.
    const name = this.nameOf(node);
    if (OBJECT_MEMBERS.has(name)) return { is: "foreign", type: OBJECT_MEMBERS.get(name)!, name };
    if (open) return NOTHING;
    return this.#found(first.members, first.substitution, receiver, call);
  }

  #staticImport(node: SyntaxNode, name: string): Value | undefined {
    const call = this.types.calls.callOf(node);
    for (const each of this.file.imports) {
      if (!each.isStatic) continue;
      const type = this.model.names.imported(each, this.file);
      if (type.is !== "type") continue;
      const { levels } = lookedUp(this, type, name, call !== undefined);
      const chosen = choose(this.model, levels, call) ?? levels[0];
      if (chosen) return this.#found(chosen.members, chosen.substitution, undefined, call);
    }
    return undefined;
  }

  /** A name behind `.`, `?.`, `->` or in an initialiser or pattern of something. */
  member(of: Value, node: SyntaxNode, access: Access = of.is === "type" ? "static" : "instance"): Value {
    const name = this.nameOf(node);
    const args = this.typeArgs(node);
    if (of.is === "namespace") {
      if (of.name === "") return this.inGlobal(name, args);
      const inside = this.model.names.inNamespace(of.name, name, args, this.scope);
      if (typeof inside === "string") return { is: "namespace", name: inside };
      if (inside) return { is: "type", type: inside };
      return this.model.complete ? { is: "foreign", type: external(name, args), name } : NOTHING;
    }
    const type = pointedAt(typeOf(of)) ?? typeOf(of);
    const call = this.types.calls.callOf(node);
    if (type.is === "unknown") return (call && this.#extensions.ofAnything(name, call)) ?? NOTHING;
    const looked = lookedUp(this, type, name, call !== undefined);
    const { open } = looked;
    const levels = accessible(looked.levels, access);
    if (levels.length > 0) {
      const several = levels.length > 1 || levels[0]!.members.length > 1;
      const isMethod = levels[0]!.members[0]!.declaration.kind === KIND.method;
      const asked = call ?? (several && isMethod ? this.types.calls.groupCall(node) : undefined);
      const chosen = choose(this.model, levels, asked);
      if (chosen) return this.#found(chosen.members, chosen.substitution, type, call);
    }
    if (type.is === "type") {
      const inner = nestedIn(this.model, type, name, args, this.around);
      if (inner) return { is: "type", type: inner };
    }
    if (type.is === "tuple") {
      const element =
        type.elements.find((each) => each.name === name) ?? type.elements[Number(/^Item(\d+)$/.exec(name)?.[1]) - 1];
      if (element) return { is: "value", type: element.type };
    }
    const asked = call ?? this.types.calls.groupCall(node);
    const extended = asked && of.is !== "type" ? this.#extensions.find(type, name, asked) : undefined;
    if (extended) return extended;
    // A name of elsewhere may be a type or a value of it.
    const isEither = of.is === "foreign" && type.is === "external" && type.name === of.name;
    const added =
      levels.length > 0 ? undefined : this.#extensions.ofBlocks(type, name, isEither ? "any" : access, asked);
    if (added) return added;
    if (levels.length > 0 && !OBJECT_MEMBERS.has(name))
      return open ? NOTHING : this.#found(levels[0]!.members, levels[0]!.substitution, type, call);
    if (!this.model.complete) return NOTHING;
    const given = inPackages(this, type, name, args);
    if (given) return given;
    if (type.is === "external" || type.is === "array" || type.is === "tuple") return memberOutside(this, type, name);
    if (open || OBJECT_MEMBERS.has(name)) return aboveOutside(this, type, name);
    if (type.is === "parameter" && type.bounds.every(isForeign)) return { is: "foreign", type: UNKNOWN, name };
    const query = call && queryOf(this, name, type);
    this.fails ||= !query;
    return query ?? NOTHING;
  }

  inGlobal(name: string, args: TypeRef[]): Value {
    const type = this.model.names.topLevel(name, "", args, this.scope);
    if (type) return { is: "type", type };
    if (this.model.isNamespace(name)) return { is: "namespace", name };
    return this.model.complete ? { is: "foreign", type: external(name, args), name } : NOTHING;
  }

  #found(
    members: Member[],
    substitution: Map<string, TypeRef>,
    receiver: TypeRef | undefined,
    call: Call | undefined,
  ): Value {
    const first = members[0]!;
    if (first.declaration.kind === KIND.method) return { is: "group", members, substitution, receiver, call };
    return { is: "value", type: substitute(this.model.resultType(first), substitution), members };
  }
}

function isConstant({ declaration }: Member): boolean {
  return declaration.kind === KIND.enumMember || (declaration.modifiers & MODIFIER_BIT.const) !== 0;
}

/** The type of what an expression gives. */
export function typeOf(value: Value): TypeRef {
  return "type" in value ? value.type : UNKNOWN;
}
