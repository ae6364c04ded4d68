/** Resolves names and types in TypeScript and JavaScript across the files of a workspace. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Import, NameResolver, ParsedFile } from "../uses-rules.ts";
import { typeOfArgument, typeOfBound, typeOfPattern, typeWanted } from "./bindings.ts";
import { resultOfCall } from "./calls.ts";
import { WHOLE } from "./commonjs.ts";
import { TypeScriptExports } from "./exports.ts";
import { typeOfExpression } from "./expressions.ts";
import { memberOf, valueType } from "./members.ts";
import { TypeScriptProjects } from "./projects.ts";
import {
  type Entity,
  type Env,
  EXTERNAL,
  type Known,
  type Member,
  type Part,
  type T,
  type Types,
  type Wanted,
} from "./type-model.ts";
import { writtenType } from "./written-types.ts";

export class TypeScriptEngine implements Types {
  readonly resolver: NameResolver;
  readonly exports: TypeScriptExports;
  readonly #projects: TypeScriptProjects;
  readonly #expressions = new Map<LightNode, Known>();
  /** Expressions whose type is currently being resolved. An expression that depends on itself has no type. */
  readonly #open = new Set<LightNode>();

  constructor(resolver: NameResolver) {
    this.resolver = resolver;
    this.#projects = new TypeScriptProjects(resolver);
    this.exports = new TypeScriptExports(resolver, this.#projects);
  }

  modulesOf(written: string, from: string): Promise<readonly string[] | undefined> {
    return this.#projects.modulesOf(written, from);
  }

  wordsOfModule(path: string, isWhole: boolean): Promise<string[]> {
    return isWhole ? this.exports.wordsOfWhole(path) : this.#projects.wordsOfModule(path);
  }

  imported(by: Import, from: string): Promise<Entity | undefined> {
    return this.exports.imported(by, from);
  }

  exported(modules: readonly string[], name: string): Promise<Entity | undefined> {
    return this.exports.exported(modules, name);
  }

  entity(name: LightNode, file: ParsedFile): Promise<Entity | undefined> {
    return this.exports.entity(name, file);
  }

  async required(written: string, from: string, depth: number): Promise<Known> {
    const modules = await this.modulesOf(written, from);
    if (!modules) return undefined;
    if (modules.length === 0) return EXTERNAL;
    const module: T = { is: "module", modules };
    const whole = await this.exported(modules, WHOLE);
    const value = whole && !("modules" in whole) ? await valueType(whole.declarations, depth + 1, this) : undefined;
    return value && value.is !== "external" ? { is: "intersection", of: [value, module] } : module;
  }

  async expression(node: LightNode, file: ParsedFile, depth: number): Promise<Known> {
    if (this.#expressions.has(node)) return this.#expressions.get(node);
    if (this.#open.has(node)) return undefined;
    this.#open.add(node);
    try {
      const type = await typeOfExpression(node, file, depth, this);
      // If a type was cut off deep in a chain, it may still be resolved when starting closer to it.
      if (type || depth < 8) this.#expressions.set(node, type);
      return type;
    } finally {
      this.#open.delete(node);
    }
  }

  written(node: LightNode | undefined, file: ParsedFile, env: Env, depth: number): Promise<Known> {
    return writtenType(node, file, env, depth, this);
  }

  member(type: T, name: string, depth: number): Promise<Member | undefined> {
    return memberOf(type, name, depth, this);
  }

  wanted(node: LightNode, file: ParsedFile, depth: number): Promise<Wanted> {
    return typeWanted(node, file, depth, this);
  }

  bound(name: LightNode, by: LightNode, file: ParsedFile, depth: number): Promise<Known> {
    return typeOfBound(name, by, file, depth, this);
  }

  pattern(pattern: LightNode, file: ParsedFile): Promise<Known> {
    return typeOfPattern(pattern, file, 0, this);
  }

  /** Returns the type of the first parameter of a function, which for a component contains its properties. */
  firstParameter(type: T): Promise<Known> {
    return typeOfArgument(type, 0, 0, this);
  }

  result(callee: T, call: LightNode | undefined, file: ParsedFile, depth: number): Promise<Known> {
    return resultOfCall(callee, call, file, depth, this);
  }

  async parts(declarations: readonly IndexedDeclaration[]): Promise<Part[]> {
    const parts: Part[] = [];
    for (const { path, name, nameLine, column } of declarations) {
      const file = await this.resolver.file(path);
      const offset = file?.lines.offset(nameLine, column);
      const found = file?.place(name, offset);
      const node = found?.parent;
      if (!file || !node) continue;
      const value = node.type === "variable_declarator" ? childOf(node, "value") : undefined;
      parts.push({ node: value?.type === "class" ? value : node, file });
    }
    return parts;
  }
}
