/** Names across modules: imports, exports, exports again, namespaces of a module. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Import, NameResolver, ParsedFile } from "../uses-rules.ts";
import { moduleOf } from "./names.ts";
import type { TypeScriptProjects } from "./projects.ts";
import type { Entity } from "./type-model.ts";

const NONE: Entity = { declarations: [] };

export class TypeScriptExports {
  readonly #resolver: NameResolver;
  readonly #projects: TypeScriptProjects;
  /** Names that files without imports and exports declare for all. */
  #globals: Map<string, IndexedDeclaration[]> | undefined;

  #modules: Map<string, IndexedDeclaration[]> | undefined;

  constructor(resolver: NameResolver, projects: TypeScriptProjects) {
    this.#resolver = resolver;
    this.#projects = projects;
  }

  async imported({ module, name }: Import, from: string): Promise<Entity | undefined> {
    const ambient =
      name === "*" || module.startsWith(".") ? [] : this.#ambient(module).filter((each) => each.name === name);
    if (ambient.length > 0) return { declarations: ambient };
    const modules = await this.#projects.modulesOf(module, from);
    if (!modules) return undefined;
    return name === "*" ? { modules } : await this.exported(modules, name);
  }

  /** Decides a name by its scope. */
  async entity(name: LightNode, file: ParsedFile, text = file.textOf(name)): Promise<Entity | undefined> {
    const binding = file.lookup(text, name);
    if (binding?.import) return await this.imported(binding.import, file.path);
    if (!binding) return { declarations: this.global(text) };
    const declared = this.#resolver.declaredAt(file, binding.name);
    const [first] = declared;
    if (!first) return NONE;
    const within = first.containers.join("/");
    const same = this.#resolver
      .declarationsOf(file.path)
      .filter((each) => each.name === text && each.containers.join("/") === within);
    return { declarations: same.length > 0 ? same : declared };
  }

  /** Declarations in `declare module "name"`. */
  #ambient(module: string): readonly IndexedDeclaration[] {
    this.global(module);
    return this.#modules?.get(module) ?? [];
  }

  global(text: string): readonly IndexedDeclaration[] {
    if (!this.#globals) {
      const files = [...this.#resolver.folders.values()].flat().filter((path) => /\.d\.[mc]?ts$/.test(path));
      const all = files
        .flatMap((path) => this.#resolver.declarationsOf(path))
        .filter((each) => each.containers.length === 0);
      this.#modules = Map.groupBy(
        files.flatMap((path) => this.#resolver.declarationsOf(path)).filter((each) => each.containers.length === 1),
        ({ containers: [module = ""] }) => module,
      );
      this.#globals = Map.groupBy(all, ({ name }) => name);
    }
    return this.#globals.get(text) ?? [];
  }

  /** Finds an export of modules; undefined if it cannot be known. */
  async exported(modules: readonly string[], name: string, seen = new Set<string>()): Promise<Entity | undefined> {
    const found: IndexedDeclaration[] = [];
    let isKnown = true;
    for (const path of modules) {
      if (seen.has(`${path} ${name}`)) continue;
      seen.add(`${path} ${name}`);
      const own = this.#resolver
        .declarationsOf(path)
        .filter((each) => each.name === name && each.containers.length === 0);
      const isDeclared = name !== "default" && own.length > 0;
      const file = await this.#resolver.file(path);
      if (isDeclared && !(file && isHiddenBehindAlias(file, name))) {
        found.push(...own);
        continue;
      }
      if (!file) {
        isKnown = false;
        continue;
      }
      const again = await this.#again(file, name, seen);
      if (again && "modules" in again) return again;
      if (again) found.push(...again.declarations);
      else isKnown = false;
    }
    return found.length > 0 || isKnown ? { declarations: found } : undefined;
  }

  async #again(file: ParsedFile, name: string, seen: Set<string>): Promise<Entity | undefined> {
    const stars: LightNode[] = [];
    for (const statement of file.root.children) {
      if (statement.type !== "export_statement") continue;
      const named = await this.#named(statement, file, name, seen);
      if (named !== "no") return named;
      const isStar = !statement.children.some(({ type }) => /^(?:export_clause|namespace_export)$/.test(type));
      if (isStar && moduleOf(statement, file) !== undefined) stars.push(statement);
    }
    const found: IndexedDeclaration[] = [];
    let isKnown = true;
    for (const star of name === "default" ? [] : stars) {
      const modules = await this.#projects.modulesOf(moduleOf(star, file) ?? "", file.path);
      const inner = modules && (await this.exported(modules, name, seen));
      if (inner && "modules" in inner) return inner;
      if (inner) found.push(...inner.declarations);
      else isKnown = false;
    }
    return found.length > 0 || isKnown ? { declarations: found } : undefined;
  }

  /** The export of one statement by a name; "no" if it has none. */
  async #named(
    statement: LightNode,
    file: ParsedFile,
    name: string,
    seen: Set<string>,
  ): Promise<Entity | undefined | "no"> {
    const module = moduleOf(statement, file);
    const modules = module === undefined ? undefined : await this.#projects.modulesOf(module, file.path);
    const whole = statement.children.find(({ type }) => type === "namespace_export")?.children[0];
    if (whole && file.textOf(whole) === name) return modules && { modules };
    const clause = statement.children.find(({ type }) => type === "export_clause");
    for (const each of clause?.children ?? []) {
      const own = childOf(each, "name");
      const shown = childOf(each, "alias") ?? own;
      if (!own || !shown || file.textOf(shown) !== name) continue;
      if (module === undefined) return await this.entity(own, file);
      return modules && (await this.exported(modules, file.textOf(own), seen));
    }
    const head = file.text.slice(statement.start, statement.start + 40);
    if (name === "default" && /^export\s+default\b|^export\s*=/.test(head)) {
      const value = childOf(statement, "value") ?? childOf(statement, "declaration") ?? statement.children[0];
      const own = value?.type === "identifier" ? value : childOf(value, "name");
      return own ? await this.entity(own, file) : NONE;
    }
    return "no";
  }
}

/** `export { own as name }` hides a declaration of that name which is not exported. */
function isHiddenBehindAlias(file: ParsedFile, name: string): boolean {
  return file.root.children.some(
    (statement) =>
      statement.type === "export_statement" &&
      statement.children
        .find(({ type }) => type === "export_clause")
        ?.children.some((each) => {
          const alias = childOf(each, "alias");
          return alias !== undefined && file.textOf(alias) === name;
        }),
  );
}
