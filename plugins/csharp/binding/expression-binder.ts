/** Determines the types of expressions by the declarations that they use. */
import { KIND } from "../outline/declaration-table.ts";
import { underlyingType } from "../semantics/conversions.ts";
import { awaitedType, elementOf, indexedType } from "../semantics/external-types.ts";
import { isNumber, promotedNumber } from "../semantics/framework-types.ts";
import { baseClass, lookupMembers } from "../semantics/member-lookup.ts";
import { substitute, substitutionOf } from "../semantics/substitution.ts";
import {
  anonymous,
  commonType,
  external,
  externalName,
  isNull,
  OPAQUE,
  pointee,
  pointerTo,
  type TypeRef,
  UNKNOWN,
} from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { argumentFrom } from "./applicability.ts";
import { type Binder, type BoundValue, type ExpressionTypes, typed, typeOf } from "./bound-value.ts";
import { argumentsOf } from "./call-arguments.ts";
import { constantValue, literalType, negatedLiteralType, realLiteralType } from "./constants.ts";
import { conditionalReceiver, initializerTarget } from "./implicit-receivers.ts";
import { resolveOverload } from "./overload-resolution.ts";
import { packageIndexer } from "./package-members.ts";

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

export class ExpressionBinder implements ExpressionTypes {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  of(node: SyntaxNode | undefined): TypeRef {
    if (!node) return UNKNOWN;
    const type = typeOf(this.#binder.value(node));
    const pointed = pointee(type);
    // This dereferences a pointer. Its star is masked for the grammar (grammar-mask.ts).
    return pointed && /\*\s*$/.test(this.#binder.file.text.slice(Math.max(0, node.start - 8), node.start))
      ? pointed
      : type;
  }

  asExternal(type: TypeRef): TypeRef {
    if (type.is !== "type" && type.is !== "parameter") return type;
    const element = this.#binder.localTypes.elementsOf(type);
    return element.is === "unknown" ? type : external("IEnumerable", [element]);
  }

  evaluate(node: SyntaxNode): BoundValue {
    const literal = LITERALS[node.type];
    if (literal) return typed(external(literal));
    const { children } = node;
    switch (node.type) {
      case "integer_literal":
        return typed(external(literalType(this.#binder.file.textOf(node))));
      case "real_literal":
        return typed(external(realLiteralType(this.#binder.file.textOf(node))));
      case "this":
      case "base":
        return typed(this.#instance(node.type));
      case "predefined_type":
        return { is: "type", type: external(this.#binder.file.textOf(node)) };
      case "qualified_name":
      case "alias_qualified_name":
      case "member_access_expression":
        return this.#binder.value(childOf(node, "name") ?? children.at(-1)!);
      case "conditional_access_expression":
        return this.#binder.value(children.at(-1)!);
      case "member_binding_expression":
        return this.#binder.value(childOf(node, "name")!);
      case "element_binding_expression":
        return typed(this.#index(this.#bound(node), node));
      case "element_access_expression":
        return typed(this.#index(this.of(childOf(node, "expression")), childOf(node, "subscript")));
      case "invocation_expression":
        return this.#binder.calls.invocation(node);
      case "object_creation_expression":
      case "cast_expression":
      case "default_expression": {
        const type = childOf(node, "type");
        return typed(type ? this.#binder.typeOfNode(type) : this.#binder.calls.targetType(node));
      }
      case "array_creation_expression":
        return typed(this.#arrayType(childOf(node, "type")!));
      case "as_expression":
        return typed(this.#binder.typeOfNode(childOf(node, "right")));
      case "implicit_object_creation_expression":
      case "default_literal":
        return typed(this.#binder.calls.targetType(node));
      case "implicit_array_creation_expression": {
        let first = children.find((child) => child.type === "initializer_expression");
        // `new[,] { { 1, 2 } }` has braces for each dimension.
        while (first?.type === "initializer_expression")
          first = first.children.find((child) => !/^[{},]$/.test(child.type));
        return typed({ is: "array", element: this.of(first) });
      }
      case "parenthesized_expression":
      case "checked_expression":
      case "ref_expression":
        return this.#binder.value(
          children.find((child) => !/^(?:[()]|ref|checked|unchecked)$/.test(child.type)) ?? children[0]!,
        );
      case "await_expression":
        return typed(awaitedType(this.of(children.at(-1))));
      case "postfix_unary_expression":
        return typed(this.of(children[0]));
      case "prefix_unary_expression":
        if (children[0]?.type === "!") return typed(external("bool"));
        if (children[0]?.type === "&") return typed(pointerTo(this.of(children.at(-1))));
        return typed(this.#unary(children[0]?.type ?? "", children.at(-1)));
      case "assignment_expression":
        return typed(this.of(childOf(node, "left")));
      case "with_expression":
        return typed(this.of(children[0]));
      case "conditional_expression":
        return typed(this.#either(this.of(childOf(node, "consequence")), this.of(childOf(node, "alternative"))));
      case "switch_expression": {
        const arms = children.filter((child) => child.type === "switch_expression_arm");
        const types = arms.map((arm) => this.of(arm.children.at(-1)));
        return typed(types.find((type) => type.is !== "unknown" && !isNull(type)) ?? UNKNOWN);
      }
      case "binary_expression":
        return typed(this.#binary(node));
      case "anonymous_object_creation_expression":
        return typed(this.#anonymous(node));
      case "tuple_expression": {
        const items = children.filter((child) => child.type === "argument");
        const elements = items.map((item) => ({ name: this.#itemName(item), type: this.of(item.children.at(-1)) }));
        return typed({ is: "tuple", elements });
      }
      case "query_expression": {
        const select = children.find((child) => child.type === "select_clause");
        return typed(external("IEnumerable", [this.of(select?.children.at(-1))]));
      }
      case "declaration_expression":
        return typed(this.#binder.localTypes.of({ node: childOf(node, "name") ?? node, declarator: node }));
      case "throw_expression":
        return { is: "unknown" };
      default:
        return /_type$/.test(node.type) ? { is: "type", type: this.#binder.typeOfNode(node) } : { is: "unknown" };
    }
  }

  /** Binds `Foo[2][]`, in which the sizes don't matter for the type. */
  #arrayType(node: SyntaxNode): TypeRef {
    const element = childOf(node, "type");
    return node.type === "array_type" && element
      ? { is: "array", element: this.#arrayType(element) }
      : this.#binder.typeOfNode(node);
  }

  #itemName({ children }: SyntaxNode): string {
    if (children[1]?.type === ":") return this.#binder.text(children[0]!);
    const last = children.at(-1);
    const name = last?.type === "member_access_expression" ? childOf(last, "name") : last;
    return name && (name !== last || last.type === "identifier") ? this.#binder.text(name) : "";
  }

  /** Binds `new { Name = value, other.Name }`. */
  #anonymous({ children }: SyntaxNode): TypeRef {
    const members: { name: string; type: TypeRef }[] = [];
    children.forEach((child, at) => {
      if (/^(?:new|[{},=])$/.test(child.type) || children[at + 1]?.type === "=") return;
      const isNamed = children[at - 1]?.type === "=";
      const named = isNamed ? children[at - 2]! : (childOf(child, "name") ?? child.children.at(-1) ?? child);
      members.push({ name: this.#binder.nameOf(named), type: this.of(child) });
    });
    return anonymous(members);
  }

  /** Binds the implicit receiver of `[…]`. */
  #bound(node: SyntaxNode): TypeRef {
    const braces = node.parent?.type === "assignment_expression" ? node.parent.parent : undefined;
    if (braces?.type !== "initializer_expression") return this.of(conditionalReceiver(node));
    const owner = initializerTarget(this.#binder, braces);
    return owner ? typeOf(owner) : UNKNOWN;
  }

  #instance(word: "this" | "base"): TypeRef {
    const { model, enclosingTypes } = this.#binder;
    const [own] = enclosingTypes;
    if (!own) return UNKNOWN;
    // Without a base class, it is System.Object or System.ValueType.
    return word === "this" ? model.names.selfOf(own) : (baseClass(model, own) ?? external("object"));
  }

  /** Returns the result of calling an indexer. */
  #index(of: TypeRef, list: SyntaxNode | undefined): TypeRef {
    const pointed = pointee(of);
    if (pointed) return pointed;
    const call = { arguments: argumentsOf(this.#binder, list), typeArgs: [] };
    // A range of a string, span or array has the same type.
    if (of.is !== "type" && of.is !== "parameter" && isRange(list)) return of;
    if (of.is !== "type" && of.is !== "parameter") return packageIndexer(this.#binder, of, call) ?? indexedType(of);
    const { model, enclosingTypes } = this.#binder;
    const { levels, open } = lookupMembers(model, of, "this", enclosingTypes);
    const level = resolveOverload(model, levels, call) ?? levels[0];
    if (level) return substitute(model.resultType(level.members[0]!), level.substitution);
    const indexer = packageIndexer(this.#binder, of, call);
    if (indexer) return indexer;
    // If there is no indexer, this could be a span, `T*`, or a wrapper that was taken for its content.
    if (of.is === "parameter" || !open || of.guessed) return of.is === "type" ? of : UNKNOWN;
    const base = model.bases(of.type).find((each) => elementOf(each));
    return base ? indexedType(substitute(base, substitutionOf(of))) : UNKNOWN;
  }

  #either(a: TypeRef, b: TypeRef): TypeRef {
    return a.is === "unknown" || isNull(a) ? b : a;
  }

  /** Small integers become `int`. Negating a `uint` makes it a `long`, unless the result is the smallest `int` (C# §12.4.7.2). */
  #unary(operator: string, operand: SyntaxNode | undefined): TypeRef {
    const type = this.of(operand);
    if (!/^[-+~]$/.test(operator) || type.is !== "external" || !isNumber(externalName(type))) return type;
    const least = operator === "-" && operand ? negatedLiteralType(this.#binder.file.textOf(operand)) : undefined;
    const grown = promotedNumber(externalName(type), externalName(type));
    return external(least ?? (operator === "-" && grown === "uint" ? "long" : grown));
  }

  #binary(node: SyntaxNode): TypeRef {
    const operator = node.children[1]?.type ?? "";
    if (COMPARISONS.has(operator)) return external("bool");
    const left = this.of(childOf(node, "left"));
    const right = this.of(childOf(node, "right"));
    if (operator === "??") return this.#either(underlyingType(left) ?? left, right);
    const [a, b] = [underlyingType(left) ?? left, underlyingType(right) ?? right];
    const [one, two] = [this.#unsigned(childOf(node, "left"), a, b), this.#unsigned(childOf(node, "right"), b, a)];
    return one && two ? this.#operation(operator, one, two) : UNKNOWN;
  }

  /**
   * An `int` constant that isn't negative becomes a `uint` if the other operand is one. The result is undefined if the value
   * isn't known.
   */
  #unsigned(node: SyntaxNode | undefined, type: TypeRef, other: TypeRef): TypeRef | undefined {
    const is = (each: TypeRef, name: string) => each.is === "external" && externalName(each) === name;
    if (!node || !is(type, "int") || !is(other, "uint")) return type;
    const value = constantValue(this.#binder, node);
    if (value === undefined || value < 0) return type;
    return Number.isNaN(value) ? undefined : other;
  }

  #operation(operator: string, left: TypeRef, right: TypeRef): TypeRef {
    const { model, enclosingTypes } = this.#binder;
    const isEnum = (type: TypeRef) => type.is === "type" && type.type.kind === KIND.enum;
    const isString = (type: TypeRef) => type.is === "external" && externalName(type) === "string";
    if (operator === "+" && (isString(left) || isString(right))) return external("string");
    if (pointee(left)) return left;
    if (isEnum(left)) return operator === "-" && isEnum(right) ? external("int") : left;
    if (isEnum(right)) return right;
    const call = { arguments: [left, right].map(argumentFrom), typeArgs: [] };
    for (const side of [left, right]) {
      if (side.is !== "type") continue;
      const { levels } = lookupMembers(model, side, `operator ${operator}`, enclosingTypes);
      const { members = [], substitution = new Map() } = resolveOverload(model, levels, call) ?? {};
      const result = commonType(members.map((member) => substitute(model.resultType(member), substitution)));
      if (result) return result;
    }
    if (left.is !== "external" || right.is !== "external") return UNKNOWN;
    const [a, b] = [externalName(left), externalName(right)];
    if (isNumber(a) && isNumber(b)) return external(promotedNumber(a, /^(?:<<|>>>?)$/.test(operator) ? a : b));
    if (a === "DateTime" && b === "DateTime") return external("TimeSpan");
    if (isNumber(a)) return right;
    if (isNumber(b) || a === b || b === "TimeSpan") return left;
    // A quaternion rotates a vector.
    return a === "Quaternion" && b === "Vector3" ? right : OPAQUE;
  }
}

/** Returns true for an argument list that is a range, such as `[1..^1]`. */
function isRange(list: SyntaxNode | undefined): boolean {
  const given = list?.children.filter(({ type }) => type === "argument") ?? [];
  return given.length === 1 && given[0]?.children.at(-1)?.type === "range_expression";
}
