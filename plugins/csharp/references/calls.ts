/** Calls: what they give, what their arguments are expected to be, and what a place expects of an expression. */
import { KIND } from "../outline/symbols.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import { type Binder, typeOf, type Value } from "./binder.ts";
import { awaited, type ExpressionTypes, keyOf, typed } from "./expression-types.ts";
import { delegateShape, elementOf, foreignCall, foreignOut } from "./foreign.ts";
import type { Member } from "./model.ts";
import type { Call } from "./overloads.ts";
import { external, substitute, type TypeRef, UNKNOWN } from "./type-refs.ts";

export class Calls {
  readonly #binder: Binder;
  readonly #types: ExpressionTypes;

  constructor(binder: Binder, types: ExpressionTypes) {
    this.#binder = binder;
    this.#types = types;
  }

  text(node: SyntaxNode): string {
    return this.#binder.file.text.slice(node.start, node.end);
  }

  invocation(node: SyntaxNode): Value {
    const head = childOf(node, "function") ?? node.children[0]!;
    const original = this.text(head);
    // An interpolated string is masked as a call, see grammar-mask.ts.
    if (/^[$@]/.test(original) && /["$]/.test(original[1] ?? '"')) return typed(external("string"));
    if (head.type === "identifier" && original === "nameof") return typed(external("string"));
    const called = this.#binder.value(head);
    if (called.is === "group") return typed(this.#result(called));
    if (called.is === "local" && called.local.declarator.type === "local_function_statement") {
      const result = childOf(called.local.declarator, "type");
      return typed(result ? this.#binder.typeOfNode(result) : UNKNOWN);
    }
    if (called.is === "foreign") {
      const name = this.headName(head);
      const receiver =
        name?.parent?.type === "member_access_expression" ? this.#types.of(name.parent.children[0]) : undefined;
      const args = this.argumentsOf(node).map((argument) => argument.children.at(-1)!);
      const body = args[0]?.type === "lambda_expression" ? childOf(args[0], "body") : undefined;
      if (called.name === "Select" && body && body.type !== "block")
        return { is: "foreign", type: external("IEnumerable", [this.#types.of(body)]), name: "Select" };
      const type = foreignCall(receiver, called.name, name ? this.#binder.typeArgs(name) : [], () =>
        args.map((argument) => this.#types.of(argument)),
      );
      return { is: "foreign", type, name: called.name };
    }
    return typed(this.delegateOf(typeOf(called))?.result ?? UNKNOWN);
  }

  /** The name node that a call's head ends with. */
  headName(head: SyntaxNode): SyntaxNode | undefined {
    if (head.type === "identifier" || head.type === "generic_name") return head;
    return head.type === "conditional_access_expression"
      ? childOf(head.children.at(-1)!, "name")
      : childOf(head, "name");
  }

  /** The arguments of a call. */
  argumentsOf(invocation: SyntaxNode): SyntaxNode[] {
    const list =
      childOf(invocation, "arguments") ?? invocation.children.find((child) => child.type === "argument_list");
    return list?.children.filter((child) => child.type === "argument") ?? [];
  }

  /** How a name node is called, undefined where it is not the head of a call. */
  callOf(node: SyntaxNode): Call | undefined {
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
    if (
      invocation?.type !== "invocation_expression" ||
      (childOf(invocation, "function") ?? invocation.children[0]) !== head
    )
      return undefined;
    const list = this.argumentsOf(invocation);
    return {
      count: list.length,
      argument: (index) => this.#types.of(list[index]?.children.at(-1)),
      typeArguments: node.type === "generic_name" ? this.#binder.typeArgs(node).length : 0,
      named: list.flatMap((argument) =>
        argument.children[1]?.type === ":" ? [this.#binder.text(argument.children[0]!)] : [],
      ),
      extension: false,
    };
  }

  /** What a call of these methods gives, where they agree. */
  #result(group: Value & { is: "group" }): TypeRef {
    const results = group.members.map((member) => this.#resultOf(member, group));
    return results.every((result) => keyOf(result) === keyOf(results[0]!)) ? results[0]! : UNKNOWN;
  }

  #resultOf(member: Member, { substitution, receiver, call }: Value & { is: "group" }): TypeRef {
    const { model } = this.#binder;
    const header = model.header(member);
    const scope = { file: member.file, index: member.index };
    const result = substitute(model.resolveText(header.type, scope), substitution);
    if (header.typeParameters.length === 0) return result;
    // Type arguments: from the parameters whose type is just the type parameter, or a collection of it.
    const inferred = new Map<string, TypeRef>();
    header.parameters.forEach((parameter, index) => {
      const at = call?.extension ? index - 1 : index;
      const given = at < 0 ? (receiver ?? UNKNOWN) : call && at < call.count ? call.argument(at) : UNKNOWN;
      const declared = model.resolveText(parameter.type, scope);
      if (declared.is === "parameter" && !inferred.has(declared.name)) inferred.set(declared.name, given);
      const element = elementOf(declared);
      if (element?.is === "parameter" && !inferred.has(element.name))
        inferred.set(element.name, elementOf(given) ?? UNKNOWN);
    });
    for (const name of header.typeParameters) if (!inferred.has(name)) inferred.set(name, UNKNOWN);
    return substitute(result, inferred);
  }

  delegateOf(type: TypeRef): { parameters: TypeRef[]; result: TypeRef } | undefined {
    if (type.is !== "type" || type.type.kind !== KIND.delegate) return delegateShape(type);
    const { model } = this.#binder;
    const part = type.type.parts[0]!;
    const file = model.file(part.path);
    const index = part.place.at - model.store.firstOf(part.place);
    const header = file.header(index);
    const by = model.substitution(type);
    const resolve = (text: string) => substitute(model.resolveText(text, { file, index }, header.typeParameters), by);
    return { parameters: header.parameters.map((parameter) => resolve(parameter.type)), result: resolve(header.type) };
  }

  /** What a place expects: of `new()`, `default`, a lambda. */
  targetType(node: SyntaxNode): TypeRef {
    const { parent } = node;
    if (!parent) return UNKNOWN;
    if (parent.type === "variable_declarator") {
      const type = parent.parent && childOf(parent.parent, "type");
      return type && type.type !== "implicit_type" ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    if (parent.type === "assignment_expression" && node.field === "right")
      return this.#types.of(childOf(parent, "left"));
    if (parent.type === "property_declaration") {
      const type = childOf(parent, "type");
      return type ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    if (parent.type === "parenthesized_expression" || parent.type === "conditional_expression")
      return this.targetType(parent);
    if (parent.type === "return_statement" || parent.type === "arrow_expression_clause") return this.#returned(parent);
    if (parent.type === "argument") return this.parameterType(parent);
    return UNKNOWN;
  }

  #returned(node: SyntaxNode): TypeRef {
    for (let at = node.parent; at; at = at.parent) {
      if (/^(?:lambda|anonymous)/.test(at.type)) return UNKNOWN;
      const type =
        childOf(at, "returns") ?? (/_declaration$|local_function/.test(at.type) ? childOf(at, "type") : undefined);
      if (type)
        return awaitedIf(
          at.children.some((child) => this.text(child) === "async"),
          this.#binder.typeOfNode(type),
        );
    }
    return UNKNOWN;
  }

  /** The type of `out var x` in an argument. */
  outType(argument: SyntaxNode): TypeRef {
    const invocation = argument.parent?.parent;
    const head =
      invocation?.type === "invocation_expression"
        ? (childOf(invocation, "function") ?? invocation.children[0]!)
        : undefined;
    const called = head && this.#binder.value(head);
    if (!head || called?.is !== "foreign") return this.parameterType(argument);
    const name = this.headName(head);
    const receiver = head.type === "member_access_expression" ? this.#types.of(head.children[0]) : UNKNOWN;
    return foreignOut(receiver, called.name, name ? this.#binder.typeArgs(name) : []);
  }

  /** The type of the parameter that an argument fills. */
  parameterType(argument: SyntaxNode): TypeRef {
    const owner = argument.parent?.parent;
    const at = argument.parent?.children.filter((child) => child.type === "argument").indexOf(argument) ?? -1;
    if (owner?.type !== "invocation_expression" || at < 0) return UNKNOWN;
    const called = this.#binder.value(childOf(owner, "function") ?? owner.children[0]!);
    if (called.is === "group") {
      const types = called.members.map((member) => {
        const parameter = this.#binder.model.header(member).parameters[at + (called.call?.extension ? 1 : 0)];
        return parameter
          ? substitute(
              this.#binder.model.resolveText(parameter.type, { file: member.file, index: member.index }),
              called.substitution,
            )
          : UNKNOWN;
      });
      return types.every((type) => keyOf(type) === keyOf(types[0]!)) ? types[0]! : UNKNOWN;
    }
    return called.is === "value" || called.is === "local"
      ? (this.delegateOf(called.type)?.parameters[at] ?? UNKNOWN)
      : UNKNOWN;
  }
}

function awaitedIf(isAsync: boolean, type: TypeRef): TypeRef {
  return isAsync ? awaited(type) : type;
}
