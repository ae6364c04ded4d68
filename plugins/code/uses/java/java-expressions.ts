/** Determines the types of Java expressions. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { Meaning, ParsedFile } from "../uses-rules.ts";
import { type JavaType, type JavaTypes, NO_ARGUMENTS, typeOf } from "./java-types.ts";

const MAX_STEPS = 12;
const OUTSIDE: JavaType = { of: undefined, args: [] };
const STRING: JavaType = { ...OUTSIDE, name: "String" };
const GIVES_STRING =
  /^(?:toString|trim|substring|replace|replaceAll|toLowerCase|toUpperCase|getName|getSimpleName|strip|concat|format|toExternalForm)$/;
/** Methods of the standard library that return the first or the second type argument of their container. */
const FIRST_ARGUMENT =
  /^(?:get|getFirst|getLast|next|previous|remove|poll|peek|pop|take|element|first|last|orElse|orElseThrow|orElseGet|call|join)$/;
const SECOND_ARGUMENT = /^(?:get|getOrDefault|put|remove|computeIfAbsent|putIfAbsent)$/;

/** Resolves the names in expressions. */
export interface JavaNames {
  bare(name: LightNode, file: ParsedFile, depth?: number): Promise<Meaning>;
  memberOf(
    object: LightNode,
    name: LightNode,
    file: ParsedFile,
    depth: number,
  ): Promise<{ meant: Meaning; owner?: JavaType } | undefined>;
  /** Returns the type whose members are visible inside a node, or "none" for a node that is not a body. */
  typeOfBody(at: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined | "none">;
}

export class JavaExpressions {
  readonly #types: JavaTypes;
  readonly #names: JavaNames;
  readonly #open = new Set<LightNode>();

  constructor(types: JavaTypes, names: JavaNames) {
    this.#types = types;
    this.#names = names;
  }

  /** Returns the type of an expression. For the name of a type, that can be the type itself. */
  async type(node: LightNode | undefined, file: ParsedFile, depth: number): Promise<JavaType | undefined> {
    if (!node || depth > MAX_STEPS || this.#open.has(node)) return undefined;
    this.#open.add(node);
    try {
      return await this.#expression(node, file, depth);
    } finally {
      this.#open.delete(node);
    }
  }

  async #expression(node: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined> {
    const inner = (field: string) => this.type(childOf(node, field), file, depth + 1);
    switch (node.type) {
      case "identifier":
      case "type_identifier":
        return await this.#name(node, file, depth);
      case "generic_type":
      case "array_type":
      case "scoped_type_identifier":
        return await this.#types.written(node, file, NO_ARGUMENTS, depth + 1);
      case "this":
        return await this.#self(node, file, depth);
      case "super": {
        const self = await this.#self(node, file, depth);
        const bases = self ? await this.#types.bases(self, depth + 1) : [];
        return bases.length > 0 ? bases[0] : self && OUTSIDE;
      }
      case "parenthesized_expression":
        return await this.type(node.children[0], file, depth + 1);
      case "cast_expression":
      case "object_creation_expression":
        return await this.#types.written(childOf(node, "type"), file, NO_ARGUMENTS, depth + 1);
      case "assignment_expression":
        return await inner("left");
      case "ternary_expression":
        return (await inner("consequence")) ?? (await inner("alternative"));
      case "array_access":
        return (await inner("array"))?.args[0];
      case "array_creation_expression": {
        const element = await this.#types.written(childOf(node, "type"), file, NO_ARGUMENTS, depth + 1);
        return { of: undefined, args: [element] };
      }
      case "field_access": {
        const [object, name] = [childOf(node, "object"), childOf(node, "field")];
        if (name?.type === "this") return await this.type(object, file, depth + 1);
        const found = object && name && (await this.#names.memberOf(object, name, file, depth + 1));
        return await this.#typeOfMeant(found?.meant, found?.owner, depth);
      }
      case "method_invocation":
        return await this.#call(node, file, depth);
      case "string_literal":
        return STRING;
      case "character_literal":
        return { ...OUTSIDE, name: "char" };
      case "class_literal":
        return { ...OUTSIDE, name: "Class" };
      case "binary_expression":
        return OUTSIDE;
      case "decimal_integer_literal":
        return { ...OUTSIDE, name: /l$/i.test(file.textOf(node)) ? "long" : "int" };
      case "decimal_floating_point_literal":
        return { ...OUTSIDE, name: /f$/i.test(file.textOf(node)) ? "float" : "double" };
      case "true":
      case "false":
        return { ...OUTSIDE, name: "boolean" };
      default:
        return undefined;
    }
  }

  async #call(node: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined> {
    const [object, name] = [childOf(node, "object"), childOf(node, "name")];
    if (!name) return undefined;
    if (!object) return await this.#typeOfMeant(await this.#names.bare(name, file, depth + 1), undefined, depth);
    const receiver = await this.type(object, file, depth + 1);
    if (receiver && !receiver.of) {
      const text = file.textOf(name);
      const { args } = receiver;
      if (args.length === 1 && FIRST_ARGUMENT.test(text)) return args[0];
      if (args.length === 2 && SECOND_ARGUMENT.test(text)) return args[1];
      if (
        args.length > 0 &&
        /^(?:iterator|listIterator|stream|values|descendingIterator|subList|of|filter)$/.test(text)
      )
        return { of: undefined, args: args.slice(-1) };
      if (GIVES_STRING.test(text)) return STRING;
      if (/^(?:length|size|isEmpty|hashCode|equals|valueOf|indexOf|append)$/.test(text)) return OUTSIDE;
      return undefined;
    }
    const found = await this.#names.memberOf(object, name, file, depth + 1);
    return await this.#typeOfMeant(found?.meant, found?.owner ?? receiver, depth);
  }

  async #typeOfMeant(meant: Meaning, owner: JavaType | undefined, depth: number): Promise<JavaType | undefined> {
    if (!meant || meant.length === 0) return meant && undefined;
    const all = await Promise.all(meant.map((each) => this.#types.typeOfMember(each, owner, depth + 1)));
    const [first] = all;
    return all.every((each) => each?.of === first?.of) ? first : undefined;
  }

  async #self(node: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined> {
    for (let at: LightNode | undefined = node; at; at = at.parent) {
      const type = await this.#names.typeOfBody(at, file, depth);
      if (type !== "none") return type;
    }
    return undefined;
  }

  async #name(node: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined> {
    const binding = file.lookup(file.textOf(node), node);
    if (binding?.by.type === "type_parameter") return await this.#types.written(node, file, NO_ARGUMENTS, depth + 1);
    if (!binding) {
      const meant = await this.#names.bare(node, file, depth + 1);
      if (meant?.length === 0) return typeOf(await this.#types.named(file.textOf(node), file, node, depth + 1));
      return await this.#typeOfMeant(meant, undefined, depth);
    }
    const { by, name } = binding;
    const type =
      childOf(by, "type") ?? by.children.find((each) => /type/.test(each.type) && each.type !== "type_parameter");
    if (by.type === "catch_formal_parameter") {
      const written = by.children.find((each) => each.type === "catch_type")?.children ?? [];
      return written.length === 1 ? await this.#types.written(written[0], file, NO_ARGUMENTS, depth + 1) : undefined;
    }
    if (by.type === "instanceof_expression")
      return await this.#types.written(childOf(by, "right"), file, NO_ARGUMENTS, depth + 1);
    if (!type || by.type === "lambda_expression") return undefined;
    const declarator = name.parent?.type === "variable_declarator" ? name.parent : undefined;
    if (file.textOf(type) === "var") {
      if (by.type === "enhanced_for_statement") {
        const all = await this.type(childOf(by, "value"), file, depth + 1);
        return all && !all.of ? all.args[0] : undefined;
      }
      return await this.type(childOf(declarator ?? by, "value"), file, depth + 1);
    }
    const written = await this.#types.written(type, file, NO_ARGUMENTS, depth + 1);
    const isArray = by.type === "spread_parameter" || childOf(declarator, "dimensions") !== undefined;
    return isArray ? { of: undefined, args: [written] } : written;
  }
}
