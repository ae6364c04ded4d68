/** Types of locals, parameters, pattern variables and range variables */
import { underlyingType } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { elementLambdaParameters, elementOf } from "../semantics/external-types.ts";
import { lookupMembers } from "../semantics/member-lookup.ts";
import { basesOfPackageType } from "../semantics/package-symbols.ts";
import { substitute, substitutionOf } from "../semantics/substitution.ts";
import { commonType, isFullyExternal, OPAQUE, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { argumentNodes, headName, headOf } from "../syntax/invocations.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import type { Binder, LocalTypes } from "./bound-value.ts";
import { argumentOfExpression } from "./call-arguments.ts";
import type { Local } from "./locals.ts";
import { queryParameters } from "./query-operators.ts";

const EXTERNAL_PARAMETERS: readonly TypeRef[] = Array.from({ length: 16 }, () => OPAQUE);

export class LocalBinder implements LocalTypes {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  of({ node, declarator }: Local): TypeRef {
    const isVariable = declarator.type === "variable_declarator";
    const written = childOf(declarator, "type") ?? (isVariable ? childOf(declarator.parent, "type") : undefined);
    const isList =
      /^(?:parameter_list|tuple_pattern)$/.test(declarator.type) ||
      (isVariable && childOf(declarator, "name") !== node);
    const isImplicit = [written, written?.children.at(-1)].some((each) => each?.type === "implicit_type");
    if (written && !isImplicit && !isList) return this.#binder.typeOfNode(written);
    switch (declarator.type) {
      case "variable_declarator": {
        if (isList) return UNKNOWN;
        const value = declarator.children.at(-1);
        return value === node ? UNKNOWN : this.#binder.types.of(value);
      }
      case "tuple_pattern":
        return this.#deconstructed(node, declarator);
      case "foreach_statement":
        return this.elementsOf(this.#binder.types.of(childOf(declarator, "right")));
      case "from_clause":
      case "join_clause": {
        const source = declarator.children[declarator.children.findIndex((child) => child.type === "in") + 1];
        return this.elementsOf(this.#binder.types.of(source));
      }
      case "let_clause":
      case "select_clause":
        return this.#binder.types.of(declarator.children.at(-1));
      case "group_clause": {
        const [, element] = declarator.children;
        const args = [this.#binder.types.of(declarator.children.at(-1)), this.#binder.types.of(element)];
        return { is: "external", name: "IGrouping", args };
      }
      case "declaration_expression":
        return declarator.parent?.type === "argument" ? this.#binder.calls.outType(declarator.parent) : UNKNOWN;
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
        const before = declarator.children.slice(0, declarator.children.indexOf(node));
        return this.#binder.typeOfNode(before.findLast((child) => child.field === "type"));
      }
      case "accessor_declaration":
        // `value` has the type of its property, indexer or event
        return this.#binder.typeOfNode(childOf(declarator.parent?.parent, "type"));
      default:
        return UNKNOWN;
    }
  }

  /** A name in `var (a, b) = …` or `foreach (var (a, b) in …)` */
  #deconstructed(node: SyntaxNode, pattern: SyntaxNode): TypeRef {
    const at = pattern.children.filter((child) => !/^[(),]$/.test(child.type)).indexOf(node);
    const { parent } = pattern;
    const whole =
      parent?.type === "foreach_statement"
        ? this.elementsOf(this.#binder.types.of(childOf(parent, "right")))
        : parent?.type === "variable_declarator"
          ? this.#binder.types.of(parent.children.at(-1))
          : UNKNOWN;
    if (whole.is === "tuple") return whole.elements[at]?.type ?? UNKNOWN;
    if (whole.is === "external" && whole.name === "KeyValuePair") return whole.args[at] ?? UNKNOWN;
    return UNKNOWN;
  }

  elementsOf(of: TypeRef): TypeRef {
    const element = elementOf(of);
    if (of.is === "parameter") return of.bounds.map((bound) => this.elementsOf(bound)).find(isElement) ?? UNKNOWN;
    if (element || of.is !== "type") return element ?? this.#iterated(of);
    // For types of the workspace, we look at the enumerator or the collection base.
    const levels = ["GetEnumerator", "GetAsyncEnumerator"].flatMap(
      (name) => lookupMembers(this.#binder.model, of, name, this.#binder.enclosingTypes).levels,
    );
    for (const level of levels) {
      for (const member of level.members) {
        const enumerator = substitute(this.#binder.model.resultType(member), level.substitution);
        const inner = elementOf(enumerator) ?? this.#current(enumerator);
        if (inner && isElement(inner)) return inner;
      }
    }
    if (of.guessed) return of;
    for (const base of this.#binder.model.bases(of.type)) {
      const inner = elementOf(substitute(base, substitutionOf(of)));
      if (inner && isElement(inner)) return inner;
    }
    return UNKNOWN;
  }

  /** Returns the type argument of the only `IEnumerable<T>` that an external type implements. */
  #iterated(of: TypeRef): TypeRef {
    const bases = basesOfPackageType(this.#binder.model, of) ?? [];
    const given = bases.flatMap((base) =>
      base.is === "external" && /^I(?:Async)?Enumerable$/.test(base.name) ? base.args.slice(0, 1) : [],
    );
    return commonType(given) ?? UNKNOWN;
  }

  #current(enumerator: TypeRef): TypeRef | undefined {
    const level = lookupMembers(this.#binder.model, enumerator, "Current", this.#binder.enclosingTypes).levels[0];
    return level && substitute(this.#binder.model.resultType(level.members[0]!), level.substitution);
  }

  patternType(pattern: SyntaxNode): TypeRef {
    const type = childOf(pattern, "type");
    if (type && type.type !== "implicit_type") return this.#binder.typeOfNode(type);
    const input = this.#patternInput(pattern);
    return underlyingType(input) ?? input;
  }

  #patternInput(pattern: SyntaxNode): TypeRef {
    const { parent } = pattern;
    if (!parent) return UNKNOWN;
    switch (parent.type) {
      case "is_pattern_expression":
        return this.#binder.types.of(childOf(parent, "expression"));
      case "switch_expression_arm":
        return this.#binder.types.of(parent.parent?.children[0]);
      case "switch_section":
        return this.#binder.types.of(childOf(parent.parent?.parent, "value"));
      case "subpattern": {
        const name = parent.children[0];
        return name === pattern ? UNKNOWN : this.#binder.types.of(name);
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
    const assumed = this.#binder.assumed.get(lambda);
    const list = childOf(lambda, "parameters");
    const names = list?.type === "parameter_list" ? list.children.filter((child) => child.type === "parameter") : [];
    const own = names.findIndex((child) => child === declarator || childOf(child, "name") === node);
    const at = Math.max(0, own);
    if (assumed) return assumed[at] ?? UNKNOWN;
    const argument = lambda.parent;
    const invocation = argument?.type === "argument" ? argument.parent?.parent : undefined;
    const head = invocation && headOf(invocation);
    const called = head && this.#binder.value(head);
    const { model } = this.#binder;
    if (invocation && head && called?.is === "external" && !this.#hasKnownDelegate(argument!)) {
      const expected = delegateOf(model, this.#binder.calls.parameterType(argument!));
      const parameters = expected?.known
        ? expected.parameters
        : this.#externalLambda(invocation, head, called.name, argument!);
      return parameters?.[at] ?? UNKNOWN;
    }
    const target = this.#binder.calls.targetType(lambda);
    if (target.is !== "unknown" || argument?.type !== "argument")
      return delegateOf(model, target)?.parameters[at] ?? UNKNOWN;
    // Overloads with different results may have the same parameters for the lambda.
    const types = this.#binder.calls.parameterTypes(argument);
    return commonType(types.map((type) => delegateOf(model, type)?.parameters[at] ?? UNKNOWN)) ?? UNKNOWN;
  }

  /** Returns true if the signature of the called method is known from the assembly of a package. */
  #hasKnownDelegate(argument: SyntaxNode): boolean {
    return this.#binder.calls.parameterTypes(argument).some((type) => delegateOf(this.#binder.model, type)?.known);
  }

  /** Returns the type of a value, or of the result of a lambda. */
  #givenBy(node: SyntaxNode): TypeRef {
    return node.type === "lambda_expression"
      ? argumentOfExpression(this.#binder, node).result([])
      : this.#binder.types.of(node);
  }

  /**
   * Returns the parameters that an external method passes to a lambda. They are elements of the receiver or of the first
   * argument, and never an unrelated type of the workspace.
   */
  #externalLambda(
    invocation: SyntaxNode,
    head: SyntaxNode,
    method: string,
    argument: SyntaxNode,
  ): readonly TypeRef[] | undefined {
    const receiver = head.type === "member_access_expression" ? head.children[0] : childOf(head, "condition");
    const nodes = argumentNodes(invocation);
    const given = nodes.map((each) => each.children.at(-1)!);
    const values = given.filter((node) => node.type !== "lambda_expression").map((node) => this.#binder.types.of(node));
    const of = receiver ? [this.#binder.types.of(receiver)] : [];
    const element = of[0] && elementOf(this.#binder.types.asExternal(of[0]));
    if (element) {
      const at = nodes.indexOf(argument);
      const before = given.slice(0, at).map((each) => () => this.#givenBy(each));
      const { parameters } = argumentOfExpression(this.#binder, argument.children.at(-1)!);
      const queried = queryParameters(element, method, at, before, parameters);
      if (queried) return queried;
    }
    // This covers `list.ForEach(…)` as well as `Array.ForEach(list, …)`.
    for (const source of [...of, ...values.slice(0, 1)]) {
      const parameters = elementLambdaParameters(this.#binder.types.asExternal(source), method);
      if (parameters && parameters[0] !== OPAQUE) return parameters;
    }
    const all = [...values, ...of, ...this.#binder.typeArgs(headName(head))];
    return all.every(isFullyExternal) ? EXTERNAL_PARAMETERS : undefined;
  }
}

/** Returns true if the type can be that of an element, which is everything except for a plain object. */
function isElement(type: TypeRef): boolean {
  return type.is !== "unknown" && !(type.is === "external" && (type.name === "object" || type.name === "?"));
}
