/** Determines the results of calls, and the types that a call or another context expects of an expression. */
import { KIND } from "../outline/declaration-table.ts";
import { hasUnknownPart, underlyingType } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { awaitedType, externalCallType, externalOutType, storedType } from "../semantics/external-types.ts";
import { lookupMembers } from "../semantics/member-lookup.ts";
import type { Member } from "../semantics/semantic-model.ts";
import { type Substitution, substitute, substitutionOf } from "../semantics/substitution.ts";
import { commonType, external, isNull, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { argumentNodes, headName, headOf, invocationOf, isInterpolatedString } from "../syntax/invocations.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { allArguments, applicableCandidate, matchArgument, passedArgument } from "./applicability.ts";
import {
  type Argument,
  type Binder,
  type BoundValue,
  type Call,
  type CallTypes,
  type PackageGroup,
  typed,
  typeOf,
} from "./bound-value.ts";
import { argumentOf, argumentOfExpression } from "./call-arguments.ts";
import { conditionalReceiver, initializerElementType, initializerTarget } from "./implicit-receivers.ts";
import { scopeAt } from "./locals.ts";
import { applicableMembers, candidatesFrom, resolveOverload } from "./overload-resolution.ts";
import { packageConstructors, packageParameters, packageResult } from "./package-members.ts";
import { queryResult } from "./query-operators.ts";
import { inferTypeArguments, methodTypeParameters, withUnknowns } from "./type-inference.ts";

/** The static methods of these classes extend sequences. */
const QUERIES = /^(?:Parallel)?(?:Enumerable|Queryable)$/;

export class CallBinder implements CallTypes {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  invocation(node: SyntaxNode): BoundValue {
    const head = headOf(node);
    const original = this.#binder.file.textOf(head);
    if (isInterpolatedString(original)) return typed(external("string"));
    if (head.type === "identifier" && original === "nameof") return typed(external("string"));
    const called = this.#binder.value(head);
    if (called.is === "group") return typed(this.#result(called));
    if (called.is === "local" && called.local.declarator.type === "local_function_statement")
      return typed(this.#ofLocalFunction(called.local.declarator, head));
    // `f()(x)` invokes a delegate that was returned.
    const name = headName(head);
    if (called.is === "external" && name) {
      const result = called.group && this.#packageCall(called.group, head);
      if (result && !hasUnknownPart(result)) return typed(result);
      const guessed = this.#externalCall(called, name, node);
      const isBetter = result && hasUnknownPart(typeOf(guessed));
      return isBetter ? typed(result) : guessed;
    }
    const delegate = delegateOf(this.#binder.model, typeOf(called));
    if (delegate?.known && this.#binder.assumed.size > 0 && !this.#takes(delegate.parameters, node))
      this.#binder.hasUnknownMember = true;
    return typed(delegate?.result ?? UNKNOWN);
  }

  /** Guesses the result of an external call by well-known names. */
  #externalCall(called: BoundValue & { is: "external" }, name: SyntaxNode, node: SyntaxNode): BoundValue {
    const before = this.#before(name);
    let args = argumentNodes(node).map((argument) => argument.children.at(-1)!);
    let receiver = before && this.#binder.types.asExternal(before);
    // `Enumerable.Select(list, …)` is the same as `list.Select(…)`.
    if (receiver?.is === "external" && QUERIES.test(receiver.name) && args[0]) {
      receiver = this.#binder.types.asExternal(this.#binder.types.of(args[0]));
      args = args.slice(1);
    }
    const queried = queryResult(receiver, called.name, this.#lambdas(args));
    if (queried) return { is: "external", type: queried, name: called.name };
    if (called.fromEngineTable) return typed(called.type);
    const type = externalCallType(receiver, called.name, this.#binder.typeArgs(name), () =>
      args.map((argument) => this.#binder.types.of(argument)),
    );
    return { is: "external", type, name: called.name };
  }

  /** Returns true if a delegate with these parameters might take the arguments. */
  #takes(parameters: readonly TypeRef[], call: SyntaxNode): boolean {
    const given = this.#arguments(call);
    if (given.some(({ name, passing }) => name !== "" || passing !== "")) return true;
    const matches = given.map((each, at) => matchArgument(this.#binder.model, each, parameters[at] ?? UNKNOWN, ""));
    return given.length === parameters.length && !matches.includes("no");
  }

  /** Returns the type of the receiver in `a.Name()` or `a?.Name()`. */
  #before({ parent }: SyntaxNode): TypeRef | undefined {
    if (parent?.type === "member_access_expression") return this.#binder.types.of(parent.children[0]);
    const condition = parent?.type === "member_binding_expression" ? conditionalReceiver(parent) : undefined;
    const type = condition && this.#binder.types.of(condition);
    return type && (underlyingType(type) ?? type);
  }

  #packageCall(group: PackageGroup, head: SyntaxNode): TypeRef | undefined {
    const name = headName(head);
    const call = name && this.callOf(name);
    return call && packageResult(this.#binder, group, call);
  }

  #ofLocalFunction(local: SyntaxNode, head: SyntaxNode): TypeRef {
    const type = this.#binder.typeOfNode(childOf(local, "type"));
    const list = childOf(local, "type_parameters");
    if (!list) return type;
    const names = list.children
      .filter((child) => child.type === "type_parameter")
      .map((each) => this.#binder.file.textOf(each));
    const written = this.#binder.typeArgs(head);
    const { locals } = scopeAt(this.#binder.model, this.#binder.scope, list);
    const by = new Map<string, TypeRef>();
    for (const [at, name] of names.entries()) {
      const own = locals?.types.get(name);
      if (own?.is === "parameter") by.set(own.id, written[at] ?? UNKNOWN);
    }
    return substitute(type, by);
  }

  #lambdas(nodes: readonly SyntaxNode[]): { parameters: number | undefined; gives: () => TypeRef }[] {
    return nodes.flatMap((node) => {
      if (node.type !== "lambda_expression") return [];
      const { parameters, result } = argumentOfExpression(this.#binder, node);
      return [{ parameters, gives: () => result([]) }];
    });
  }

  callOf(node: SyntaxNode): Call | undefined {
    const invocation = invocationOf(node);
    if (!invocation) return undefined;
    const site = { file: this.#binder.file, offset: node.start };
    return { arguments: this.#arguments(invocation), typeArgs: this.#binder.typeArgs(node), site };
  }

  #arguments(call: SyntaxNode): Argument[] {
    return argumentNodes(call).map((each) => argumentOf(this.#binder, each));
  }

  groupCall(node: SyntaxNode): Call | undefined {
    const typeArgs = this.#binder.typeArgs(node);
    const whole = node.field === "name" && node.parent?.type === "member_access_expression" ? node.parent : node;
    const delegate = delegateOf(this.#binder.model, this.targetType(whole));
    return delegate?.known ? { arguments: delegate.parameters.map(passedArgument), typeArgs } : undefined;
  }

  /** Returns the type of the result, if all methods have the same one. */
  #result(group: BoundValue & { is: "group" }): TypeRef {
    const results = group.members.map((member) => this.resultOf(member, group.substitution, group.call));
    return commonType(results) ?? UNKNOWN;
  }

  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef {
    const result = substitute(this.#binder.model.resultType(member), substitution);
    return substitute(result, this.#inferred(member, substitution, call));
  }

  /** Infers type arguments with only the arguments before this one. */
  #inferred(
    member: Member,
    given: Substitution,
    call: Call | undefined,
    before = Number.POSITIVE_INFINITY,
  ): Substitution {
    const { model } = this.#binder;
    const wanted = methodTypeParameters(model, member);
    const { typeArgs = [] } = call ?? {};
    if (typeArgs.length > 0)
      return withUnknowns(wanted, new Map(wanted.map((id, at) => [id, typeArgs[at] ?? UNKNOWN])));
    const candidate = { member, substitution: given, depth: 0 };
    const applied = wanted.length > 0 && call ? applicableCandidate(model, candidate, call) : undefined;
    if (!applied || !call) return withUnknowns(wanted, new Map());
    const shift = call.receiver ? 1 : 0;
    const all = allArguments(call);
    const pairs = applied.declared.map((declared, at) => ({ declared, given: all[at]! }));
    const known = pairs.filter(
      ({ given: { shape } }, at) => at < before + shift || (shape !== "lambda" && shape !== "group"),
    );
    return withUnknowns(wanted, inferTypeArguments(model, wanted, known, true));
  }

  targetType(node: SyntaxNode): TypeRef {
    const { parent } = node;
    if (!parent) return UNKNOWN;
    if (parent.type === "variable_declarator") {
      const type = childOf(parent.parent, "type");
      return type?.type === "implicit_type" ? UNKNOWN : this.#binder.typeOfNode(type);
    }
    if (parent.type === "assignment_expression" && node.field === "right")
      return this.#binder.types.of(childOf(parent, "left"));
    // In `a with { B = new() }`, it belongs to `B`.
    if (parent.type === "with_initializer" && parent.children[0] !== node)
      return this.#binder.types.of(parent.children[0]);
    if (parent.type === "property_declaration") return this.#binder.typeOfNode(childOf(parent, "type"));
    if (parent.type === "switch_expression_arm" && parent.parent) return this.targetType(parent.parent);
    if (parent.type === "parenthesized_expression") return this.targetType(parent);
    if (parent.type === "conditional_expression") {
      // It has no type of its own, so it takes that of the other branch (C# §12.18).
      const isFirst = node.field === "consequence";
      const other = this.#binder.types.of(childOf(parent, isFirst ? "alternative" : "consequence"));
      return other.is === "unknown" || isNull(other) ? this.targetType(parent) : other;
    }
    if (parent.type === "return_statement" || parent.type === "arrow_expression_clause") return this.#returned(parent);
    if (parent.type === "yield_statement") return this.#binder.localTypes.elementsOf(this.#returned(parent));
    if (parent.type === "argument") return this.parameterType(parent);
    if (parent.parent?.type === "collection_element") return this.#collected(parent);
    if (parent.type !== "initializer_expression") return UNKNOWN;
    return this.#addedParameter(parent, node) ?? initializerElementType(this.#binder, parent, node);
  }

  /** Returns the type of an element of a collection expression, which follows from the collection's target type (C# 12). */
  #collected(element: SyntaxNode): TypeRef {
    const collection = element.parent?.parent;
    if (!collection || element.type === "spread_element") return UNKNOWN;
    return this.#binder.localTypes.elementsOf(this.targetType(collection));
  }

  /** In collection initializers, `a` and `{ a, b }` are the arguments of `Add` (C# §12.8.17.4). */
  #addedParameter(braces: SyntaxNode, node: SyntaxNode): TypeRef | undefined {
    const outer = braces.parent?.type === "initializer_expression" ? braces.parent : undefined;
    const filled = initializerTarget(this.#binder, outer ?? braces);
    const type = filled ? typeOf(filled) : UNKNOWN;
    if (type.is !== "type") return undefined;
    const given = outer ? braces.children.filter((child) => !/^[{},]$/.test(child.type)) : [node];
    const { model, enclosingTypes } = this.#binder;
    const call: Call = { arguments: given.map((each) => argumentOfExpression(this.#binder, each)), typeArgs: [] };
    const { levels } = lookupMembers(model, type, "Add", enclosingTypes, true);
    const { members = [], substitution = new Map() } = resolveOverload(model, levels, call) ?? {};
    const types = members.map((member) => this.#parameterAt(member, substitution, call, given.indexOf(node)));
    return commonType(types);
  }

  #returned(node: SyntaxNode): TypeRef {
    for (let at = node.parent; at; at = at.parent) {
      if (/^(?:lambda|anonymous)/.test(at.type)) return UNKNOWN;
      const type =
        childOf(at, "returns") ?? (/_declaration$|local_function/.test(at.type) ? childOf(at, "type") : undefined);
      if (!type) continue;
      const isAsync = at.children.some((child) => this.#binder.file.textOf(child) === "async");
      return isAsync ? awaitedType(this.#binder.typeOfNode(type)) : this.#binder.typeOfNode(type);
    }
    return UNKNOWN;
  }

  outType(argument: SyntaxNode): TypeRef {
    const invocation = argument.parent?.parent;
    const head = invocation?.type === "invocation_expression" ? headOf(invocation) : undefined;
    const called = head && this.#binder.value(head);
    if (!head || called?.is !== "external") return this.parameterType(argument);
    const expected = called.group && this.parameterType(argument);
    if (expected && expected.is !== "unknown") return expected;
    const name = headName(head);
    return externalOutType((name && this.#before(name)) ?? UNKNOWN, called.name, this.#binder.typeArgs(name));
  }

  parameterType(argument: SyntaxNode): TypeRef {
    const owner = argument.parent?.parent;
    const at = argument.parent?.children.filter((child) => child.type === "argument").indexOf(argument) ?? -1;
    if (!owner || at < 0) return UNKNOWN;
    if (/^(?:implicit_)?object_creation_expression$/.test(owner.type))
      return this.#constructorParameter(this.#binder.types.of(owner), owner, at);
    if (owner.type === "constructor_initializer") {
      const word = owner.children.find(({ type }) => type === "base" || type === "this");
      return word ? this.#constructorParameter(this.#binder.types.of(word), owner, at) : UNKNOWN;
    }
    if (owner.type !== "invocation_expression") return UNKNOWN;
    const head = headOf(owner);
    const called = this.#binder.value(head);
    if ((called.is === "group" && called.call) || (called.is === "external" && called.group))
      return commonType(this.parameterTypes(argument)) ?? UNKNOWN;
    if (called.is === "external") {
      const receiver = head.type === "member_access_expression" ? head.children[0] : childOf(head, "condition");
      return (receiver && storedType(this.#binder.types.of(receiver), called.name, at)) ?? UNKNOWN;
    }
    if (called.is === "local" && called.local.declarator.type === "local_function_statement") {
      const list = childOf(called.local.declarator, "parameters")?.children ?? [];
      const parameter = list.filter((child) => child.type === "parameter")[at];
      return this.#binder.typeOfNode(childOf(parameter, "type"));
    }
    return called.is === "value" || called.is === "local"
      ? (delegateOf(this.#binder.model, typeOf(called))?.parameters[at] ?? UNKNOWN)
      : UNKNOWN;
  }

  parameterTypes(argument: SyntaxNode): TypeRef[] {
    const owner = argument.parent?.parent;
    if (owner?.type !== "invocation_expression") return [];
    const at = argumentNodes(owner).indexOf(argument);
    const head = headOf(owner);
    const called = this.#binder.value(head);
    if (called.is === "external" && called.group && at >= 0) {
      const name = headName(head);
      const call = name && this.callOf(name);
      return call ? packageParameters(this.#binder, called.group, call, at) : [];
    }
    if (called.is !== "group" || !called.call || at < 0) return [];
    return called.members.map((member) => this.#parameterAt(member, called.substitution, called.call!, at));
  }

  #parameterAt(member: Member, substitution: Substitution, call: Call, at: number): TypeRef {
    const applied = applicableCandidate(this.#binder.model, { member, substitution, depth: 0 }, call);
    const declared = applied?.declared[at + (call.receiver ? 1 : 0)];
    if (!declared) return UNKNOWN;
    return substitute(declared, this.#inferred(member, substitution, call, at));
  }

  /** Returns the type of the parameter in `new T(…)`, `base(…)` or `this(…)`. */
  #constructorParameter(type: TypeRef, creation: SyntaxNode, at: number): TypeRef {
    const { model } = this.#binder;
    const call: Call = { arguments: this.#arguments(creation), typeArgs: [] };
    const group = packageConstructors(model, type);
    if (group) return commonType(packageParameters(this.#binder, group, call, at)) ?? UNKNOWN;
    // `new Action(Run)` takes a method that fits the delegate itself.
    if (type.is === "external") return delegateOf(model, type)?.known ? type : UNKNOWN;
    if (type.is !== "type") return UNKNOWN;
    if (type.type.kind === KIND.delegate) return type;
    const members = model.members(type.type, type.type.name);
    const by = substitutionOf(type);
    const chosen = applicableMembers(model, candidatesFrom(members, by), call);
    const types = (chosen?.members ?? []).map((member) => this.#parameterAt(member, by, call, at));
    return commonType(types) ?? UNKNOWN;
  }
}
