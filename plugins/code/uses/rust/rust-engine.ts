/** Resolves Rust names and types across the crates of a workspace. */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";
import { typeOfExpression } from "./rust-expressions.ts";
import { segments } from "./rust-imports.ts";
import { RustMembers } from "./rust-members.ts";
import {
  MAX_STEPS,
  NO_ENV,
  type RustEntity,
  type RustEnv,
  type RustKnown,
  type RustType,
  type RustTypes,
  type Wanted,
} from "./rust-model.ts";
import { RustModules } from "./rust-modules.ts";
import { declaredType, envOf, writtenType } from "./rust-written.ts";

const IMPLS = new Set(["impl_item", "trait_item"]);

export class RustEngine implements RustTypes {
  readonly resolver: NameResolver;
  readonly modules: RustModules;
  readonly #members: RustMembers;
  readonly #expressions = new Map<LightNode, RustKnown>();
  /** Expressions whose type is currently being resolved. An expression that depends on itself has no type. */
  readonly #open = new Set<LightNode>();

  constructor(resolver: NameResolver) {
    this.resolver = resolver;
    this.modules = new RustModules(resolver);
    this.#members = new RustMembers(this);
  }

  async expression(node: LightNode | undefined, file: ParsedFile, depth: number): Promise<RustKnown> {
    if (!node) return undefined;
    if (this.#expressions.has(node)) return this.#expressions.get(node);
    if (this.#open.has(node)) return undefined;
    this.#open.add(node);
    try {
      const type = await typeOfExpression(node, file, depth, this);
      if (type || depth < 8) this.#expressions.set(node, type);
      return type;
    } finally {
      this.#open.delete(node);
    }
  }

  written(node: LightNode | undefined, file: ParsedFile, env: RustEnv, depth: number): Promise<RustKnown> {
    return writtenType(node, file, env, depth, this);
  }

  member(
    type: RustType,
    name: string,
    depth: number,
    want?: Wanted,
  ): Promise<readonly IndexedDeclaration[] | undefined> {
    return this.#members.member(type, name, depth, want);
  }

  implemented(declaration: IndexedDeclaration): Promise<readonly IndexedDeclaration[]> {
    return this.#members.implemented(declaration);
  }

  async selfAt(node: LightNode, file: ParsedFile, depth: number): Promise<RustKnown> {
    const owner = around(node, IMPLS);
    if (!owner || depth > MAX_STEPS) return undefined;
    if (owner.type === "impl_item") return await this.written(childOf(owner, "type"), file, NO_ENV, depth + 1);
    const name = childOf(owner, "name");
    const [of] = name ? this.resolver.declaredAt(file, name) : [];
    return of && { is: "named", of, args: [] };
  }

  async node(declaration: IndexedDeclaration): Promise<{ node: LightNode; file: ParsedFile } | undefined> {
    const file = await this.resolver.file(declaration.path);
    const offset = file?.lines.offset(declaration.nameLine, declaration.column);
    const name = file?.place(declaration.name, offset);
    return file && name?.parent ? { node: name.parent, file } : undefined;
  }

  async valueOf(declaration: IndexedDeclaration, owner: RustKnown, depth: number): Promise<RustKnown> {
    const found = await this.node(declaration);
    if (!found || depth > MAX_STEPS) return undefined;
    const { node, file } = found;
    const args = owner?.is === "named" ? owner.args : [];
    switch (declaration.kind) {
      case "field": {
        const item = around(node, new Set(["struct_item", "enum_item", "union_item"]));
        return item && (await this.written(childOf(node, "type"), file, envOf(item, args), depth + 1));
      }
      case "constant":
      case "variable":
        return await this.written(childOf(node, "type"), file, NO_ENV, depth + 1);
      case "struct":
        return { is: "named", of: declaration, args: [] };
      case "enumMember": {
        const item = around(node, new Set(["enum_item"]));
        const name = childOf(item, "name");
        const [of] = name ? this.resolver.declaredAt(file, name) : [];
        return of && { is: "named", of, args };
      }
      case "function":
      case "method": {
        const impl = around(node.parent, IMPLS);
        const type = childOf(impl, "type");
        // The type arguments of `impl<T> X<T>` are those of the receiver.
        const names = childOf(type, "type_arguments")?.children.filter((each) => each.type !== "lifetime") ?? [];
        const given = names.flatMap((each, at): [LightNode, RustType][] => {
          const by = file.lookup(file.textOf(each), each)?.by;
          const arg = args[at];
          return by?.type === "type_parameter" && arg ? [[by, arg]] : [];
        });
        return { is: "callable", node, file, env: { parameters: new Map(given), ...(owner ? { self: owner } : {}) } };
      }
      default:
        return undefined;
    }
  }

  /** Resolves a name or a path. */
  async path(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined> {
    if (depth > MAX_STEPS) return undefined;
    const [path, name] = [childOf(node, "path"), childOf(node, "name")];
    if (!/^scoped_/.test(node.type) || !name) return await this.name(node, file, depth);
    if (!path) return await this.#resolved([file.textOf(name)], node, file);
    return await this.#inside(await this.#prefix(path, file, depth), file.textOf(name), depth);
  }

  /** Resolves a name in a module, enum or type. */
  async #inside(outer: RustEntity | undefined, name: string, depth: number): Promise<RustEntity | undefined> {
    if (!outer) return undefined;
    if (outer.is === "external") return { is: "external", name };
    if ("module" in outer && outer.module) return await this.modules.resolve(["self", name], outer.module);
    if (outer.is === "module") return undefined;
    const type = outer.is === "type" ? outer.type : await declaredType(outer.declarations, [], depth, this);
    const members = type && (await this.member(type, name, depth + 1, "method"));
    if (!type || !members) return undefined;
    return members.length > 0
      ? { is: "declared", declarations: members, owner: type }
      : { is: "external", name, owner: type };
  }

  async #prefix(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined> {
    if (
      /^(?:crate|self|super)$/.test(node.type) ||
      /^(?:identifier|scoped_identifier|type_identifier|scoped_type_identifier)$/.test(node.type)
    )
      return await this.path(node, file, depth + 1);
    if (node.type === "bracketed_type") {
      const qualified = node.children[0];
      const trait = childOf(qualified, "alias");
      const type = await this.written(trait ?? qualified, file, NO_ENV, depth + 1);
      return type && { is: "type", type };
    }
    const type = await this.written(node, file, NO_ENV, depth + 1);
    return type && { is: "type", type };
  }

  /** Resolves a name without a path. */
  async name(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined> {
    const text = file.textOf(node);
    if (text === "Self") {
      const type = await this.selfAt(node, file, depth + 1);
      return type && { is: "type", type };
    }
    const inUse = around(node, new Set(["use_declaration"]));
    const binding = inUse ? undefined : file.lookup(text, node);
    if (binding && !this.#isOfModule(binding.name, node, file)) return await this.#resolved([text], node, file);
    if (binding?.by.type === "type_parameter") {
      const type = await this.written(node, file, NO_ENV, depth + 1);
      return type && { is: "type", type };
    }
    if (binding?.import && binding.name !== node) {
      const module = this.modules.moduleAt(binding.name, file);
      const prefix = binding.import.module === "" ? [] : binding.import.module.split("::");
      return await this.modules.resolve([...prefix, binding.import.name], module);
    }
    if (binding) return { is: "external", name: text };
    if (node.parent?.type === "token_tree" && file.text.startsWith("::", node.start - 2))
      return await this.#pathInTokens(node, file, depth);
    return (await this.#globsAround(node, file)) ?? (await this.#resolved([text], node, file));
  }

  /** Resolves a path in the arguments of a macro, which have no structure. */
  async #pathInTokens(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined> {
    const before = node.parent?.children[node.parent.children.indexOf(node) - 1];
    if (!before || before.end !== node.start - 2) return undefined;
    return await this.#inside(await this.path(before, file, depth + 1), file.textOf(node), depth);
  }

  /** Follows `use Kind::*;` inside a function. */
  async #globsAround(node: LightNode, file: ParsedFile): Promise<RustEntity | undefined> {
    for (let at = node.parent; at; at = at.parent) {
      if (at.type !== "block") continue;
      for (const each of this.modules.importsOf(at, file)) {
        if (each.name !== "*") continue;
        const from = await this.#resolved(each.path, node, file);
        const entity = from && from.is !== "external" ? await this.#inside(from, file.textOf(node), 0) : undefined;
        if (entity && entity.is !== "external") return entity;
      }
    }
    return undefined;
  }

  /** A name inside a module does not see the names that the outer module binds. */
  #isOfModule(binding: LightNode, node: LightNode, file: ParsedFile): boolean {
    return this.modules.moduleAt(binding, file).within.join("/") === this.modules.moduleAt(node, file).within.join("/");
  }

  async #resolved(path: readonly string[], node: LightNode, file: ParsedFile): Promise<RustEntity | undefined> {
    return await this.modules.resolve(path, this.modules.moduleAt(node, file));
  }

  /** Resolves a name at the end of a path in a `use` tree. */
  async used(node: LightNode, file: ParsedFile): Promise<RustEntity | undefined> {
    const parts: string[] = [];
    let at: LightNode | undefined = node;
    let child = node;
    if (node.parent?.type === "scoped_identifier" && node.field === "name") {
      parts.push(...segments(node.parent, file));
      child = node.parent;
    } else parts.push(file.textOf(node));
    for (at = child.parent; at && at.type !== "use_declaration"; child = at, at = at.parent) {
      if (at.type === "scoped_use_list" && child.field !== "path")
        parts.unshift(...segments(childOf(at, "path"), file));
      // The name is in the middle of a path, and the nodes after it are not its own.
    }
    return await this.#resolved(parts[0] === "self" && parts.length === 1 ? ["self"] : parts, node, file);
  }
}
