/** Calls: what they give, what their arguments are expected to be, and what a place expects of an expression. */
import { KIND } from "../outline/declaration-table.ts";
import { underlyingType } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { awaitedType, externalCallType, externalOutType, storedType } from "../semantics/external-types.ts";
import type { Member } from "../semantics/semantic-model.ts";
import { type Substitution, substitute, substitutionOf } from "../semantics/substitution.ts";
import { external, keyOf, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { applicableCandidate, argumentFrom, passedArgument } from "./applicability.ts";
import {
  type Binder,
  type BoundValue,
  type Call,
  type CallTypes,
  type PackageGroup,
  typed,
  typeOf,
} from "./bound-value.ts";
import { argumentOf, argumentOfExpression } from "./call-arguments.ts";
import { conditionalReceiver, initializerElementType } from "./implicit-receivers.ts";
import { scopeAt } from "./locals.ts";
import { applicableMembers, candidatesFrom } from "./overload-resolution.ts";
import { commonType, packageConstructors, packageParameters, packageResult } from "./package-members.ts";
import { queryResult } from "./query-operators.ts";
import { infer, methodTypeParameters, withUnknowns } from "./type-inference.ts";

/** Classes whose static methods are extensions of a sequence. */
const QUERIES = /^(?:Parallel)?(?:Enumerable|Queryable)$/;

export class CallBinder implements CallTypes {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  invocation(node: SyntaxNode): BoundValue {
    const head = childOf(node, "function") ?? node.children[0]!;
    const original = this.#binder.file.textOf(head);
    // An interpolated string is masked as a call, see grammar-mask.ts.
    if (/^[$@]/.test(original) && /["$]/.test(original[1] ?? '"')) return typed(external("string"));
    if (head.type === "identifier" && original === "nameof") return typed(external("string"));
    const called = this.#binder.value(head);
    if (called.is === "group") return typed(this.#result(called));
    if (called.is === "local" && called.local.declarator.type === "local_function_statement") {
      return typed(this.#ofLocalFunction(called.local.declarator, head));
    }
    // What gives a delegate is called by what the delegate is: `f()(x)`.
    const result = called.is === "external" && called.group ? this.#packageCall(called.group, head) : undefined;
    if (result) return typed(result);
    if (called.is === "external" && this.headName(head)) {
      const name = this.headName(head);
      const before = name && this.#before(name);
      let args = this.argumentsOf(node).map((argument) => argument.children.at(-1)!);
      let receiver = before && this.#binder.types.asExternal(before);
      // `Enumerable.Select(list, …)` is `list.Select(…)`.
      if (receiver?.is === "external" && QUERIES.test(receiver.name) && args[0]) {
        receiver = this.#binder.types.asExternal(this.#binder.types.of(args[0]));
        args = args.slice(1);
      }
      const queried = queryResult(receiver, called.name, this.#lambdas(args));
      if (queried) return { is: "external", type: queried, name: called.name };
      if (called.fromEngineTable) return typed(called.type);
      const type = externalCallType(receiver, called.name, name ? this.#binder.typeArgs(name) : [], () =>
        args.map((argument) => this.#binder.types.of(argument)),
      );
      return { is: "external", type, name: called.name };
    }
    return typed(delegateOf(this.#binder.model, typeOf(called))?.result ?? UNKNOWN);
  }

  /** The type of what a name is called on: `a.Name()`, `a?.Name()`. */
  #before({ parent }: SyntaxNode): TypeRef | undefined {
    if (parent?.type === "member_access_expression") return this.#binder.types.of(parent.children[0]);
    const condition = parent?.type === "member_binding_expression" ? conditionalReceiver(parent) : undefined;
    const type = condition && this.#binder.types.of(condition);
    return type && (underlyingType(type) ?? type);
  }

  #packageCall(group: PackageGroup, head: SyntaxNode): TypeRef | undefined {
    const name = this.headName(head);
    const call = name && this.callOf(name);
    return call && packageResult(this.#binder, group, call);
  }

  #ofLocalFunction(local: SyntaxNode, head: SyntaxNode): TypeRef {
    const result = childOf(local, "type");
    const type = result ? this.#binder.typeOfNode(result) : UNKNOWN;
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

  headName(head: SyntaxNode): SyntaxNode | undefined {
    if (head.type === "identifier" || head.type === "generic_name") return head;
    return head.type === "conditional_access_expression"
      ? childOf(head.children.at(-1)!, "name")
      : childOf(head, "name");
  }

  argumentsOf(invocation: SyntaxNode): SyntaxNode[] {
    const list =
      childOf(invocation, "arguments") ?? invocation.children.find((child) => child.type === "argument_list");
    return list?.children.filter((child) => child.type === "argument") ?? [];
  }

  invocationOf(node: SyntaxNode): SyntaxNode | undefined {
    let head: SyntaxNode = node;
    if (
      head.parent &&
      (head.field === "name" || head.parent.type === "member_binding_expression") &&
      /^member_(?:access|binding)_expression$/.test(head.parent.type)
    )
      head = head.parent;
    if (head.type === "member_binding_expression" && head.parent?.type === "conditional_access_expression")
      head = head.parent;
    const invocation = head.parent;
    const isHead =
      invocation?.type === "invocation_expression" &&
      (childOf(invocation, "function") ?? invocation.children[0]) === head;
    return isHead ? invocation : undefined;
  }

  callOf(node: SyntaxNode): Call | undefined {
    const typeArgs = node.type === "generic_name" ? this.#binder.typeArgs(node) : [];
    const invocation = this.invocationOf(node);
    if (!invocation) return undefined;
    return { arguments: this.argumentsOf(invocation).map((each) => argumentOf(this.#binder, each)), typeArgs };
  }

  groupCall(node: SyntaxNode): Call | undefined {
    const typeArgs = node.type === "generic_name" ? this.#binder.typeArgs(node) : [];
    const whole = node.field === "name" && node.parent?.type === "member_access_expression" ? node.parent : node;
    const delegate = delegateOf(this.#binder.model, this.targetType(whole));
    return delegate?.known ? { arguments: delegate.parameters.map(passedArgument), typeArgs } : undefined;
  }

  /** What a call of these methods gives, where they agree. */
  #result(group: BoundValue & { is: "group" }): TypeRef {
    const results = group.members.map((member) => this.resultOf(member, group.substitution, group.call));
    return results.every((result) => keyOf(result) === keyOf(results[0]!)) ? results[0]! : UNKNOWN;
  }

  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef {
    const result = substitute(this.#binder.model.resultType(member), substitution);
    const wanted = methodTypeParameters(this.#binder.model, member);
    if (wanted.length === 0) return result;
    if (!call) return substitute(result, withUnknowns(wanted, new Map()));
    return substitute(result, this.#inferred(member, substitution, call, wanted, call.arguments.length));
  }

  /** What a method's type parameters stand for, by the arguments before one. */
  #inferred(
    member: Member,
    substitution: Substitution,
    call: Call,
    wanted: readonly string[],
    before: number,
  ): Map<string, TypeRef> {
    const { model } = this.#binder;
    if (call.typeArgs.length > 0)
      return withUnknowns(wanted, new Map(wanted.map((id, at) => [id, call.typeArgs[at] ?? UNKNOWN])));
    const applied = applicableCandidate(model, { member, substitution, depth: 0 }, call);
    if (!applied) return withUnknowns(wanted, new Map());
    const given = call.receiver ? [argumentFrom(call.receiver), ...call.arguments] : [...call.arguments];
    const shift = call.receiver ? 1 : 0;
    const pairs = applied.declared.map((declared, at) => ({ declared, given: given[at]! }));
    const known = pairs.filter(
      ({ given: { shape } }, at) => at < before + shift || (shape !== "lambda" && shape !== "group"),
    );
    return withUnknowns(wanted, infer(model, wanted, known, true));
  }

  targetType(node: SyntaxNode): TypeRef {
    const { parent } = node;
    if (!parent) return UNKNOWN;
    if (parent.type === "variable_declarator") {
      const type = parent.parent && childOf(parent.parent, "type");
      return type && type.type !== "implicit_type" ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    if (parent.type === "assignment_expression" && node.field === "right")
      return this.#binder.types.of(childOf(parent, "left"));
    if (parent.type === "property_declaration") {
      const type = childOf(parent, "type");
      return type ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    if (parent.type === "parenthesized_expression" || parent.type === "conditional_expression")
      return this.targetType(parent);
    if (parent.type === "return_statement" || parent.type === "arrow_expression_clause") return this.#returned(parent);
    if (parent.type === "argument") return this.parameterType(parent);
    return parent.type === "initializer_expression" ? initializerElementType(this.#binder, parent, node) : UNKNOWN;
  }

  #returned(node: SyntaxNode): TypeRef {
    for (let at = node.parent; at; at = at.parent) {
      if (/^(?:lambda|anonymous)/.test(at.type)) return UNKNOWN;
      const type =
        childOf(at, "returns") ?? (/_declaration$|local_function/.test(at.type) ? childOf(at, "type") : undefined);
      if (type)
        return awaitedIf(
          at.children.some((child) => this.#binder.file.textOf(child) === "async"),
          this.#binder.typeOfNode(type),
        );
    }
    return UNKNOWN;
  }

  outType(argument: SyntaxNode): TypeRef {
    const invocation = argument.parent?.parent;
    const head =
      invocation?.type === "invocation_expression"
        ? (childOf(invocation, "function") ?? invocation.children[0]!)
        : undefined;
    const called = head && this.#binder.value(head);
    if (!head || called?.is !== "external") return this.parameterType(argument);
    const expected = called.group && this.parameterType(argument);
    if (expected && expected.is !== "unknown") return expected;
    const name = this.headName(head);
    return externalOutType(
      (name && this.#before(name)) ?? UNKNOWN,
      called.name,
      name ? this.#binder.typeArgs(name) : [],
    );
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
    const called = this.#binder.value(childOf(owner, "function") ?? owner.children[0]!);
    if ((called.is === "group" && called.call) || (called.is === "external" && called.group))
      return commonType(this.parameterTypes(argument)) ?? UNKNOWN;
    if (called.is === "external") {
      const head = childOf(owner, "function") ?? owner.children[0]!;
      const receiver = head.type === "member_access_expression" ? head.children[0] : childOf(head, "condition");
      return (receiver && storedType(this.#binder.types.of(receiver), called.name, at)) ?? UNKNOWN;
    }
    if (called.is === "local" && called.local.declarator.type === "local_function_statement") {
      const list = childOf(called.local.declarator, "parameters")?.children.filter(
        (child) => child.type === "parameter",
      );
      const type = list?.[at] && childOf(list[at], "type");
      return type ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    return called.is === "value" || called.is === "local"
      ? (delegateOf(this.#binder.model, typeOf(called))?.parameters[at] ?? UNKNOWN)
      : UNKNOWN;
  }

  parameterTypes(argument: SyntaxNode): TypeRef[] {
    const owner = argument.parent?.parent;
    if (owner?.type !== "invocation_expression") return [];
    const at = this.argumentsOf(owner).indexOf(argument);
    const head = childOf(owner, "function") ?? owner.children[0]!;
    const called = this.#binder.value(head);
    if (called.is === "external" && called.group && at >= 0) {
      const name = this.headName(head);
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
    const wanted = methodTypeParameters(this.#binder.model, member);
    return wanted.length === 0
      ? declared
      : substitute(declared, this.#inferred(member, substitution, call, wanted, at));
  }

  /** Of a place in `new T(…)`, `base(…)` or `this(…)`. */
  #constructorParameter(type: TypeRef, creation: SyntaxNode, at: number): TypeRef {
    const { model } = this.#binder;
    const call: Call = {
      arguments: this.argumentsOf(creation).map((each) => argumentOf(this.#binder, each)),
      typeArgs: [],
    };
    const group = packageConstructors(model, type);
    if (group) return commonType(packageParameters(this.#binder, group, call, at)) ?? UNKNOWN;
    if (type.is !== "type") return UNKNOWN;
    if (type.type.kind === KIND.delegate) return type;
    const members = model.members(type.type, type.type.name);
    const by = substitutionOf(type);
    const chosen = applicableMembers(model, candidatesFrom(members, by), call);
    const types = (chosen?.members ?? []).map((member) => this.#parameterAt(member, by, call, at));
    return types.length > 0 && types.every((each) => keyOf(each) === keyOf(types[0]!)) ? types[0]! : UNKNOWN;
  }
}

function awaitedIf(isAsync: boolean, type: TypeRef): TypeRef {
  return isAsync ? awaitedType(type) : type;
}
