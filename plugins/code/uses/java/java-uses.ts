/**
 * Rules for names in Java. These resolve locals, members of enclosing types, imports and packages, and members by the
 * type of their receiver.
 */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Binding, Meaning, NameResolver, ParsedFile, UsesRules } from "../uses-rules.ts";
import { JavaExpressions, type JavaNames } from "./java-expressions.ts";
import { importsOf, partsOf } from "./java-imports.ts";
import { bind, kindOf, roleOf, SCOPES, TYPE_DECLARATIONS } from "./java-names.ts";
import { fittingOverloads } from "./java-overloads.ts";
import { parameterTypes, takes } from "./java-signatures.ts";
import { type JavaType, JavaTypes, NO_ARGUMENTS, type Wanted } from "./java-types.ts";

const MAX_STEPS = 12;
export function javaUses(resolver: NameResolver): UsesRules {
  const java = new JavaMeanings(resolver);
  return {
    names: new Set(["identifier", "type_identifier"]),
    scopes: SCOPES,
    bind,
    roleOf,
    kindOf,
    isPackage: false,
    meanings: {
      bare: (file, name) => java.bare(name, file),
      member: (file, object, name) => java.member(object, name, file, 0),
      key: (file, name) => java.key(name, file),
      imported: () => Promise.resolve(undefined),
      unbound: () => Promise.resolve([]),
      fits: ({ kind }, { type }) => type !== "type_identifier" || /^(?:class|interface|enum|constructor)$/.test(kind),
      hasOverloads: true,
      implemented: (declaration) => java.implemented(declaration),
    },
  };
}

class JavaMeanings implements JavaNames {
  readonly #types: JavaTypes;
  readonly #resolver: NameResolver;
  readonly #expressions: JavaExpressions;

  constructor(resolver: NameResolver) {
    this.#resolver = resolver;
    this.#types = new JavaTypes(resolver);
    this.#expressions = new JavaExpressions(this.#types, this);
  }

  async bare(name: LightNode, file: ParsedFile, depth = 0): Promise<Meaning> {
    const text = file.textOf(name);
    const wanted = wantedAt(name);
    const binding = wanted === "method" ? undefined : file.lookup(text, name);
    if (binding) return TYPE_DECLARATIONS.has(binding.by.type) ? this.#at(binding, file) : [];
    if (wanted === "type") return await this.#created(await this.#types.named(text, file, name, depth), name, file);
    if (name.parent?.type === "switch_label") {
      const constants = await this.#inSwitch(name, file, depth);
      if (!constants || constants.length > 0) return constants;
    }
    let isKnown = true;
    for (let at: LightNode | undefined = name; at; at = at.parent) {
      if (isInAnonymous(at, text, file)) return [];
      const around = await this.typeOfBody(at, file, depth);
      if (around === "none") continue;
      if (!around) isKnown = false;
      else {
        const members = await this.#types.members(around, text, wanted, depth + 1, countOf(name));
        if (members.found.length > 0) return await this.#meant(members.found, name, file, depth);
        isKnown &&= members.isKnown && around.of !== undefined;
      }
    }
    const imported = await this.#staticallyImported(text, wanted, file, depth);
    if (!imported || imported.length > 0) return imported;
    if (wanted === "field") {
      const type = await this.#types.named(text, file, name, depth);
      if (!type || type.length > 0) return type;
    }
    return isKnown ? [] : undefined;
  }

  /** In a switch over an enum, a label is one of its constants. */
  async #inSwitch(name: LightNode, file: ParsedFile, depth: number): Promise<Meaning> {
    let at: LightNode | undefined = name;
    while (at && !/^switch_(?:expression|statement)$/.test(at.type)) at = at.parent;
    const type = await this.#expressions.type(childOf(at, "condition"), file, depth + 1);
    return type && (await this.#types.members(type, file.textOf(name), "field", depth + 1)).found;
  }

  /** Returns the type whose members are visible inside a node, or "none" for a node that is not a body. */
  async typeOfBody(at: LightNode, file: ParsedFile, depth: number): Promise<JavaType | undefined | "none"> {
    if (TYPE_DECLARATIONS.has(at.type)) {
      const [of] = this.#types.around(at, file);
      return of && { of, args: [] };
    }
    const { parent } = at;
    if (at.type === "class_body" && parent?.type === "object_creation_expression")
      return await this.#types.written(childOf(parent, "type"), file, NO_ARGUMENTS, depth + 1);
    return "none";
  }

  #at({ name }: Binding, file: ParsedFile): Meaning {
    return this.#resolver.declaredAt(file, name);
  }

  async #staticallyImported(name: string, wanted: Wanted, file: ParsedFile, depth: number): Promise<Meaning> {
    for (const { path, all, isStatic } of importsOf(file)) {
      if (!isStatic || (!all && path.at(-1) !== name)) continue;
      const [of] = (await this.#types.qualified(all ? path : path.slice(0, -1), file)) ?? [];
      const { found } = await this.#types.members({ of, args: [] }, name, wanted, depth + 1);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** `new T()` refers to the type and to the constructors with this number of parameters. */
  async #created(types: Meaning, name: LightNode, file: ParsedFile): Promise<Meaning> {
    const [of] = types ?? [];
    let whole = name;
    while (/^(?:generic_type|scoped_type_identifier)$/.test(whole.parent?.type ?? "") && whole.parent)
      whole = whole.parent;
    const { parent } = whole;
    if (!of || parent?.type !== "object_creation_expression" || whole.field !== "type") return types;
    const within = [...of.containers, of.name].join("/");
    const constructors = this.#resolver
      .declarationsOf(of.path)
      .filter((each) => each.kind === "constructor" && each.containers.join("/") === within);
    const count = childOf(parent, "arguments")?.children.filter(isExpression).length;
    const fitting = constructors.filter((each) => takes(each, count));
    return [...(types ?? []), ...(await this.#overloads(fitting, childOf(parent, "arguments"), file, 1))];
  }

  /** Returns the overloads that a call can refer to. */
  async #meant(found: readonly IndexedDeclaration[], name: LightNode, file: ParsedFile, depth: number) {
    const call = name.parent?.type === "method_invocation" ? childOf(name.parent, "arguments") : undefined;
    return await this.#overloads(found, call, file, depth);
  }

  async #overloads(
    found: readonly IndexedDeclaration[],
    list: LightNode | undefined,
    file: ParsedFile,
    depth: number,
  ): Promise<readonly IndexedDeclaration[]> {
    if (found.length < 2 || !list) return found;
    const given: (JavaType | undefined)[] = [];
    for (const each of list.children.filter(isExpression))
      given.push(await this.#expressions.type(each, file, depth + 1));
    return await fittingOverloads(found, given, this.#types);
  }

  async member(object: LightNode, name: LightNode, file: ParsedFile, depth: number): Promise<Meaning> {
    const found = await this.memberOf(object, name, file, depth);
    return found && (name.type === "type_identifier" ? await this.#created(found.meant, name, file) : found.meant);
  }

  async memberOf(
    object: LightNode,
    name: LightNode,
    file: ParsedFile,
    depth: number,
  ): Promise<{ meant: Meaning; owner?: JavaType } | undefined> {
    if (depth > MAX_STEPS) return undefined;
    const text = file.textOf(name);
    const declaration = importAround(name);
    if (declaration) return { meant: await this.#imported(name, declaration, file, depth) };
    const type = await this.#expressions.type(object, file, depth + 1);
    if (!type?.of) {
      const path = name.parent?.type === "method_invocation" ? undefined : partsOf(name.parent ?? name, file);
      const types = path && (await this.#types.qualified(path, file));
      if (types && types.length > 0) return { meant: types };
      return type && { meant: [] };
    }
    const wanted = wantedAt(name);
    const orders: Wanted[] = wanted === "field" ? ["field", "type"] : [wanted];
    let isKnown = true;
    for (const each of orders) {
      const members = await this.#types.members(type, text, each, depth + 1, countOf(name));
      if (members.found.length > 0) {
        const meant = await this.#meant(members.found, name, file, depth);
        return { meant, ...(members.owner ? { owner: members.owner } : {}) };
      }
      isKnown &&= members.isKnown;
    }
    return { meant: isKnown ? [] : undefined };
  }

  /** Resolves a name in an import, which is a type or a statically imported member. */
  async #imported(name: LightNode, declaration: LightNode, file: ParsedFile, depth: number): Promise<Meaning> {
    const path = file.text.slice(name.parent?.start ?? name.start, name.end).split(/\s*\.\s*/);
    const types = (await this.#types.qualified(path, file)) ?? [];
    const isLast = name.parent?.parent === declaration;
    if (types.length > 0 || !isLast) return types;
    const [of] = (await this.#types.qualified(path.slice(0, -1), file)) ?? [];
    if (!of) return [];
    const members = await Promise.all(
      (["method", "field"] as const).map((each) =>
        this.#types.members({ of, args: [] }, path.at(-1) ?? "", each, depth + 1),
      ),
    );
    return members.flatMap(({ found }) => found);
  }

  /** The key in an annotation is one of its methods. */
  async key(name: LightNode, file: ParsedFile): Promise<Meaning> {
    const annotation = name.parent?.parent?.parent;
    const written = childOf(annotation, "name");
    const [of] = (written && (await this.bare(written, file))) ?? [];
    return of && (await this.#types.members({ of, args: [] }, file.textOf(name), "method", 1)).found;
  }

  /** Returns the methods in base types that a method overrides. */
  async implemented(declaration: IndexedDeclaration): Promise<readonly IndexedDeclaration[]> {
    // A static method hides the method of the base.
    if (declaration.kind !== "method" || /\bstatic\b/.test(declaration.signature)) return [];
    const found = await this.#types.node(declaration);
    const [of] = found ? this.#types.around(found.node, found.file) : [];
    const count = childOf(found?.node, "parameters")?.children.filter(isExpression).length;
    const bases = of ? await this.#types.bases({ of, args: [] }, 1) : [];
    const all = await Promise.all(
      bases.map((base) => base && this.#types.members(base, declaration.name, "method", 1, count)),
    );
    const own = parameterTypes(declaration);
    // If the type of a parameter is a type parameter, the overriding method declares another type.
    const isOverridden = (base: IndexedDeclaration) => {
      const types = parameterTypes(base).split(",");
      return own.split(",").every((type, at) => type === types[at] || /^[A-Z]\d?(?:\[\])*$/.test(types[at] ?? ""));
    };
    return all.flatMap((each) => each?.found ?? []).filter(isOverridden);
  }
}

/** Returns true if the name is declared in the body of an anonymous class, which has no symbol path. */
function isInAnonymous(body: LightNode, text: string, file: ParsedFile): boolean {
  if (body.type !== "class_body" || TYPE_DECLARATIONS.has(body.parent?.type ?? "")) return false;
  return body.children.some((member) => {
    const names = [member, ...member.children].map((each) => childOf(each, "name"));
    return names.some((name) => name && file.textOf(name) === text);
  });
}

function isExpression({ type }: LightNode): boolean {
  return !/comment$/.test(type) && type !== "receiver_parameter";
}

function wantedAt(node: LightNode): Wanted {
  const { parent, field, type } = node;
  if (type === "type_identifier" || /annotation$/.test(parent?.type ?? "")) return "type";
  if (parent?.type === "method_invocation" && field === "name") return "method";
  return parent?.type === "method_reference" && node !== parent.children[0] ? "method" : "field";
}

/** Returns the number of arguments in a call. */
function countOf(name: LightNode): number | undefined {
  const { parent } = name;
  if (parent?.type !== "method_invocation" || name.field !== "name") return undefined;
  return childOf(parent, "arguments")?.children.filter(isExpression).length;
}

function importAround(name: LightNode): LightNode | undefined {
  let at = name.parent;
  while (at?.type === "scoped_identifier") at = at.parent;
  return at?.type === "import_declaration" ? at : undefined;
}
