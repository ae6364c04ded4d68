/** The types of expressions, as far as declarations tell them. */
import { KIND } from "../outline/symbols.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import { type Binder, typeOf, type Value } from "./binder.ts";
import { delegateShape, elementOf, foreignCall, indexed, lambdaParameters } from "./foreign.ts";
import type { Local } from "./locals.ts";
import type { Member } from "./model.ts";
import { type Call, converts, type Fit } from "./overloads.ts";
import { external, substitute, type TypeRef, UNKNOWN } from "./type-refs.ts";

const LITERALS: Record<string, string> = {
  string_literal: "string",
  verbatim_string_literal: "string",
  raw_string_literal: "string",
  interpolated_string_expression: "string",
  character_literal: "char",
  boolean_literal: "bool",
  null_literal: "null",
  is_expression: "bool",
  is_pattern_expression: "bool",
  typeof_expression: "Type",
  sizeof_expression: "int",
};
const COMPARISONS = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);
/** Wrappers of another type's value that `await` or `.Result` open. */
const AWAITABLE = /^(?:Task|ValueTask|UniTask|Awaitable|IUniTask)$/;

export class ExpressionTypes {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  converts(from: TypeRef, to: TypeRef): Fit {
    return converts(this.#binder.model, from, to);
  }

  of(node: SyntaxNode | undefined): TypeRef {
    return node ? typeOf(this.#binder.value(node)) : UNKNOWN;
  }

  evaluate(node: SyntaxNode): Value {
    const literal = LITERALS[node.type];
    if (literal) return valueOf(external(literal));
    const { children } = node;
    switch (node.type) {
      case "integer_literal":
        return valueOf(external(/[lL]$/.test(this.#text(node)) ? "long" : "int"));
      case "real_literal":
        return valueOf(
          external(/[fF]$/.test(this.#text(node)) ? "float" : /[mM]$/.test(this.#text(node)) ? "decimal" : "double"),
        );
      case "this":
        return valueOf(this.#self());
      case "base":
        return valueOf(this.#base());
      case "predefined_type":
        return { is: "type", type: external(this.#text(node)) };
      case "qualified_name":
      case "alias_qualified_name":
      case "member_access_expression":
        return this.#binder.value(childOf(node, "name") ?? children.at(-1)!);
      case "conditional_access_expression":
        return this.#binder.value(children.at(-1)!);
      case "member_binding_expression":
        return this.#binder.value(childOf(node, "name")!);
      case "element_binding_expression":
        return valueOf(this.#index(this.of(node.parent && childOf(node.parent, "condition"))));
      case "element_access_expression":
        return valueOf(this.#index(this.of(childOf(node, "expression"))));
      case "invocation_expression":
        return this.#invocation(node);
      case "object_creation_expression":
      case "cast_expression":
      case "default_expression":
      case "array_creation_expression": {
        const type = childOf(node, "type");
        return valueOf(type ? this.#binder.typeOfNode(type) : this.targetType(node));
      }
      case "as_expression":
        return valueOf(this.#binder.typeOfNode(childOf(node, "right")!));
      case "implicit_object_creation_expression":
      case "default_literal":
        return valueOf(this.targetType(node));
      case "implicit_array_creation_expression": {
        const first = children
          .find((child) => child.type === "initializer_expression")
          ?.children.find((child) => !/^[{},]$/.test(child.type));
        return valueOf({ is: "array", element: this.of(first) });
      }
      case "parenthesized_expression":
      case "checked_expression":
      case "ref_expression":
        return this.#binder.value(
          children.find((child) => !/^(?:[()]|ref|checked|unchecked)$/.test(child.type)) ?? children[0]!,
        );
      case "await_expression":
        return valueOf(awaited(this.of(children.at(-1))));
      case "postfix_unary_expression":
        return valueOf(this.of(children[0]));
      case "prefix_unary_expression":
        return children[0]?.type === "!" ? valueOf(external("bool")) : valueOf(this.of(children.at(-1)));
      case "assignment_expression":
        return valueOf(this.of(childOf(node, "left")));
      case "with_expression":
        return valueOf(this.of(children[0]));
      case "conditional_expression":
        return valueOf(this.#either(this.of(childOf(node, "consequence")), this.of(childOf(node, "alternative"))));
      case "switch_expression": {
        const arms = children.flatMap((child) =>
          child.type === "switch_expression_arm" ? [this.of(child.children.at(-1))] : [],
        );
        return valueOf(arms.find((type) => type.is !== "unknown") ?? UNKNOWN);
      }
      case "binary_expression":
        return valueOf(this.#binary(node));
      case "tuple_expression":
        return valueOf({
          is: "tuple",
          elements: children
            .filter((child) => child.type === "argument")
            .map((argument) => ({ name: this.#argumentName(argument), type: this.of(argument.children.at(-1)) })),
        });
      case "query_expression": {
        const select = children.find((child) => child.type === "select_clause");
        return valueOf(external("IEnumerable", [this.of(select?.children.at(-1))]));
      }
      case "declaration_expression":
        return valueOf(this.localType({ node: childOf(node, "name") ?? node, declarator: node }));
      case "throw_expression":
        return { is: "unknown" };
      default:
        return /_type$/.test(node.type) ? { is: "type", type: this.#binder.typeOfNode(node) } : { is: "unknown" };
    }
  }

  #text(node: SyntaxNode): string {
    return this.#binder.file.text.slice(node.start, node.end);
  }

  #argumentName(argument: SyntaxNode): string {
    if (argument.children[1]?.type === ":") return this.#binder.text(argument.children[0]!);
    const last = argument.children.at(-1)!;
    return last.type === "identifier"
      ? this.#binder.text(last)
      : last.type === "member_access_expression"
        ? this.#binder.text(childOf(last, "name")!)
        : "";
  }

  #self(): TypeRef {
    const type = this.#binder.around[0];
    if (!type) return UNKNOWN;
    const args = this.#binder.model
      .typeParameters(type)
      .map((name): TypeRef => ({ is: "parameter", name, bounds: [] }));
    return { is: "type", type, args };
  }

  #base(): TypeRef {
    const type = this.#binder.around[0];
    if (!type) return UNKNOWN;
    const base = this.#binder.model.bases(type)[0];
    // Without a base class among the bases it is System.Object or System.ValueType.
    return base && !(base.is === "type" && base.type.kind === KIND.interface) ? base : external("object");
  }

  #index(of: TypeRef): TypeRef {
    if (of.is !== "type") return indexed(of);
    const { levels, open } = this.#binder.model.levels(of, "this", this.#binder.around);
    const level = levels[0];
    if (level) return substitute(this.#binder.typeOfMember(level.members[0]!), level.substitution);
    if (!open) return UNKNOWN;
    const list = this.#binder.model.bases(of.type).find((base) => elementOf(base));
    return list ? indexed(list) : UNKNOWN;
  }

  #either(a: TypeRef, b: TypeRef): TypeRef {
    return a.is === "unknown" || (a.is === "external" && a.name === "null") ? b : a;
  }

  #binary(node: SyntaxNode): TypeRef {
    const operator = node.children[1]?.type ?? "";
    if (COMPARISONS.has(operator)) return external("bool");
    const left = this.of(childOf(node, "left"));
    const right = this.of(childOf(node, "right"));
    if (operator === "??") return this.#either(left, right);
    for (const side of [left, right]) {
      if (side.is !== "type") continue;
      if (side.type.kind === KIND.enum) return side;
      const { levels } = this.#binder.model.levels(side, `operator ${operator}`, this.#binder.around);
      const results = (levels[0]?.members ?? []).map((member) => this.#binder.typeOfMember(member));
      if (results.length > 0 && results.every((result) => keyOf(result) === keyOf(results[0]!))) return results[0]!;
      return UNKNOWN;
    }
    if (left.is === "external" && left.name === "string") return left;
    if (right.is === "external" && right.name === "string") return right;
    return left.is === "external" && right.is === "external" ? left : UNKNOWN;
  }

  #invocation(node: SyntaxNode): Value {
    const head = childOf(node, "function") ?? node.children[0]!;
    const original = this.#text(head);
    // An interpolated string is masked as a call, see grammar-mask.ts.
    if (/^[$@]/.test(original) && /["$]/.test(original[1] ?? '"')) return valueOf(external("string"));
    if (head.type === "identifier" && original === "nameof") return valueOf(external("string"));
    const called = this.#binder.value(head);
    if (called.is === "group") return valueOf(this.#result(called));
    if (called.is === "foreign") {
      const name = this.#headName(head);
      const receiver = name?.parent?.type === "member_access_expression" ? this.of(name.parent.children[0]) : undefined;
      const args = this.#arguments(node).map((argument) => argument.children.at(-1)!);
      const body = args[0]?.type === "lambda_expression" ? childOf(args[0], "body") : undefined;
      if (called.name === "Select" && body && body.type !== "block")
        return { is: "foreign", type: external("IEnumerable", [this.of(body)]), name: "Select" };
      const type = foreignCall(receiver, called.name, name ? this.#binder.typeArgs(name) : [], () =>
        args.map((argument) => this.of(argument)),
      );
      return { is: "foreign", type, name: called.name };
    }
    return valueOf(this.#delegate(typeOf(called))?.result ?? UNKNOWN);
  }

  /** The name node that a call's head ends with. */
  #headName(head: SyntaxNode): SyntaxNode | undefined {
    if (head.type === "identifier" || head.type === "generic_name") return head;
    return head.type === "conditional_access_expression"
      ? childOf(head.children.at(-1)!, "name")
      : childOf(head, "name");
  }

  #arguments(invocation: SyntaxNode): SyntaxNode[] {
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
    const list = this.#arguments(invocation);
    return {
      count: list.length,
      argument: (index) => this.of(list[index]?.children.at(-1)),
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

  #delegate(type: TypeRef): { parameters: TypeRef[]; result: TypeRef } | undefined {
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
    if (parent.type === "assignment_expression" && node.field === "right") return this.of(childOf(parent, "left"));
    if (parent.type === "property_declaration") {
      const type = childOf(parent, "type");
      return type ? this.#binder.typeOfNode(type) : UNKNOWN;
    }
    if (parent.type === "parenthesized_expression" || parent.type === "conditional_expression")
      return this.targetType(parent);
    if (parent.type === "return_statement" || parent.type === "arrow_expression_clause") return this.#returned(parent);
    if (parent.type === "argument") return this.#parameterType(parent);
    return UNKNOWN;
  }

  #returned(node: SyntaxNode): TypeRef {
    for (let at = node.parent; at; at = at.parent) {
      if (/^(?:lambda|anonymous)/.test(at.type)) return UNKNOWN;
      const type =
        childOf(at, "returns") ?? (/_declaration$|local_function/.test(at.type) ? childOf(at, "type") : undefined);
      if (type)
        return awaitedIf(
          at.children.some((child) => this.#text(child) === "async"),
          this.#binder.typeOfNode(type),
        );
    }
    return UNKNOWN;
  }

  /** The type of the parameter that an argument fills. */
  #parameterType(argument: SyntaxNode): TypeRef {
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
      ? (this.#delegate(called.type)?.parameters[at] ?? UNKNOWN)
      : UNKNOWN;
  }

  /** The type of a local, parameter or range variable. */
  localType({ node, declarator }: Local): TypeRef {
    const written =
      childOf(declarator, "type") ??
      (declarator.type === "variable_declarator" ? declarator.parent && childOf(declarator.parent, "type") : undefined);
    const isList =
      declarator.type === "parameter_list" ||
      declarator.type === "tuple_pattern" ||
      (declarator.type === "variable_declarator" && childOf(declarator, "name") !== node);
    if (
      written &&
      written.type !== "implicit_type" &&
      !isList &&
      !/implicit_type/.test(written.children.at(-1)?.type ?? "")
    )
      return this.#binder.typeOfNode(written);
    switch (declarator.type) {
      case "variable_declarator": {
        if (isList) return UNKNOWN;
        const value = declarator.children.at(-1)!;
        return value === node ? UNKNOWN : this.of(value);
      }
      case "foreach_statement":
        return this.#elements(this.of(childOf(declarator, "right")));
      case "from_clause":
      case "join_clause": {
        const source = declarator.children[declarator.children.findIndex((child) => child.type === "in") + 1];
        return this.#elements(this.of(source));
      }
      case "let_clause":
        return this.of(declarator.children.at(-1));
      case "declaration_expression":
        return declarator.parent?.type === "argument" ? this.#parameterType(declarator.parent) : UNKNOWN;
      case "declaration_pattern":
      case "var_pattern":
        return this.#patternInput(declarator);
      case "recursive_pattern":
        return this.patternType(declarator);
      case "implicit_parameter":
      case "lambda_expression":
      case "parameter":
        return this.#lambdaParameter(node, declarator);
      case "parameter_list": {
        const at = declarator.children.indexOf(node);
        const type = declarator.children
          .slice(0, at)
          .reverse()
          .find((child) => child.field === "type");
        return type ? this.#binder.typeOfNode(type) : UNKNOWN;
      }
      default:
        return UNKNOWN;
    }
  }

  #elements(of: TypeRef): TypeRef {
    const element = elementOf(of);
    if (element || of.is !== "type") return element ?? UNKNOWN;
    // A type of the workspace: what its enumerator or its collection base gives.
    const { levels } = this.#binder.model.levels(of, "GetEnumerator", this.#binder.around);
    for (const level of levels) {
      for (const member of level.members) {
        const enumerator = substitute(this.#binder.typeOfMember(member), level.substitution);
        const inner = elementOf(enumerator) ?? this.#current(enumerator);
        if (inner && !(inner.is === "external" && inner.name === "object")) return inner;
      }
    }
    for (const base of this.#binder.model.bases(of.type)) {
      const inner = elementOf(substitute(base, this.#binder.model.substitution(of)));
      if (inner && !(inner.is === "external" && inner.name === "object")) return inner;
    }
    return UNKNOWN;
  }

  #current(enumerator: TypeRef): TypeRef | undefined {
    const level = this.#binder.model.levels(enumerator, "Current", this.#binder.around).levels[0];
    return level && substitute(this.#binder.typeOfMember(level.members[0]!), level.substitution);
  }

  /** The type that a `{ … }` pattern looks at. */
  patternType(pattern: SyntaxNode): TypeRef {
    const type = childOf(pattern, "type");
    return type && type.type !== "implicit_type" ? this.#binder.typeOfNode(type) : this.#patternInput(pattern);
  }

  #patternInput(pattern: SyntaxNode): TypeRef {
    const { parent } = pattern;
    if (!parent) return UNKNOWN;
    switch (parent.type) {
      case "is_pattern_expression":
        return this.of(childOf(parent, "expression"));
      case "switch_expression_arm":
        return this.of(parent.parent?.children[0]);
      case "switch_section":
        return this.of(parent.parent?.parent && childOf(parent.parent.parent, "value"));
      case "subpattern": {
        const name = parent.children[0]!;
        return name === pattern ? UNKNOWN : this.of(name);
      }
      case "negated_pattern":
      case "parenthesized_pattern":
      case "and_pattern":
      case "or_pattern":
        return this.#patternInput(parent);
      default:
        return UNKNOWN;
    }
  }

  #lambdaParameter(node: SyntaxNode, declarator: SyntaxNode): TypeRef {
    let lambda: SyntaxNode | undefined = declarator;
    while (lambda && lambda.type !== "lambda_expression") lambda = lambda.parent;
    if (!lambda) return UNKNOWN;
    const list = childOf(lambda, "parameters");
    const names = list?.type === "parameter_list" ? list.children.filter((child) => child.type === "parameter") : [];
    const at = Math.max(
      0,
      names.findIndex((child) => child === declarator || childOf(child, "name") === node),
    );
    const argument = lambda.parent;
    const invocation = argument?.type === "argument" ? argument.parent?.parent : undefined;
    const head = invocation && (childOf(invocation, "function") ?? invocation.children[0]);
    if (head && /^(?:member_access|conditional_access)_expression$/.test(head.type)) {
      const called = this.#binder.value(head);
      if (called.is === "foreign") {
        const receiver = head.type === "member_access_expression" ? head.children[0] : childOf(head, "condition");
        return lambdaParameters(this.of(receiver), called.name)?.[at] ?? UNKNOWN;
      }
    }
    return this.#delegate(this.targetType(lambda))?.parameters[at] ?? UNKNOWN;
  }
}

function valueOf(type: TypeRef): Value {
  return { is: "value", type };
}

function awaited(type: TypeRef): TypeRef {
  if (type.is === "external" && AWAITABLE.test(type.name)) return type.args[0] ?? external("void");
  if (type.is === "type" && AWAITABLE.test(type.type.name)) return type.args[0] ?? external("void");
  return UNKNOWN;
}

function awaitedIf(isAsync: boolean, type: TypeRef): TypeRef {
  return isAsync ? awaited(type) : type;
}

/** Equal for equal types. */
function keyOf(type: TypeRef): string {
  switch (type.is) {
    case "type":
      return `${type.type.key}<${type.args.map(keyOf).join()}>`;
    case "external":
      return `${type.name}<${type.args.map(keyOf).join()}>`;
    case "array":
      return `${keyOf(type.element)}[]`;
    case "tuple":
      return `(${type.elements.map((element) => keyOf(element.type)).join()})`;
    case "parameter":
      return `!${type.name}`;
    default:
      return "?";
  }
}
