/**
 * Resolves names across modules, including imports, exports, exports from other modules, and the namespaces of modules.
 */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Import, NameResolver, ParsedFile } from "../uses-rules.ts";
import { assignedTo } from "./assigned-members.ts";
import { type CommonExports, commonExports, requiredBy, WHOLE } from "./commonjs.ts";
import { plainText } from "./declared-members.ts";
import { moduleOf, specifierOf } from "./names.ts";
import type { TypeScriptProjects } from "./projects.ts";
import type { Entity } from "./type-model.ts";

const NONE: Entity = { declarations: [] };

const AMBIENT = new Set(["ambient_declaration"]);

export class TypeScriptExports {
  readonly #resolver: NameResolver;
  readonly #projects: TypeScriptProjects;
  /** Names that files without imports and exports declare globally. */
  #globals: Map<string, IndexedDeclaration[]> | undefined;

  #modules: Map<string, IndexedDeclaration[]> | undefined;
  readonly #common = new Map<ParsedFile, CommonExports>();

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

  /** Returns the exports of a file that are created by assignment. */
  common(file: ParsedFile): CommonExports {
    const known = this.#common.get(file) ?? commonExports(file);
    this.#common.set(file, known);
    return known;
  }

  /**
   * Returns words by which a file can import the module. This includes the names of modules that export it as a whole
   * (`module.exports = require("./module")`).
   */
  async wordsOfWhole(path: string, seen = new Set<string>()): Promise<string[]> {
    if (seen.has(path)) return [];
    seen.add(path);
    const words = await this.#projects.wordsOfModule(path);
    // `require("..")` does not contain any word of the module.
    if (/\/index\.\w+$/.test(path) || (await this.#projects.isMain(path))) words.push("require");
    for (const other of new Set(words.flatMap((word) => this.#resolver.filesWith(word)))) {
      const file =
        this.#resolver.familyOf(other) === this.#resolver.familyOf(path) && (await this.#resolver.file(other));
      if (!file) continue;
      for (const value of this.common(file).whole) {
        const by = requiredBy(value, file);
        const modules = by?.name === WHOLE ? await this.#projects.modulesOf(by.module, other) : undefined;
        if (modules?.includes(path)) words.push(...(await this.wordsOfWhole(other, seen)));
      }
    }
    return words;
  }

  /** Resolves a name by its scope. */
  async entity(name: LightNode, file: ParsedFile, text = file.textOf(name)): Promise<Entity | undefined> {
    const binding = file.lookup(text, name);
    if (binding?.import) return await this.imported(binding.import, file.path);
    if (!binding) return { declarations: await this.global(text) };
    const declared = this.#resolver.declaredAt(file, binding.name);
    const [first] = declared;
    if (!first) return NONE;
    const within = first.containers.join("/");
    const same = this.#resolver
      .declarationsOf(file.path)
      .filter((each) => each.name === text && each.containers.join("/") === within);
    return { declarations: same.length > 0 ? same : declared };
  }

  /** Returns the declarations in `declare module "name"`. */
  #ambient(module: string): readonly IndexedDeclaration[] {
    this.#ofDeclarationFiles(module);
    return this.#modules?.get(module) ?? [];
  }

  /** Returns the declarations of a name that every file sees. */
  async global(text: string): Promise<readonly IndexedDeclaration[]> {
    const found = [...this.#ofDeclarationFiles(text)];
    const files = new Set(this.#resolver.filesWith("global"));
    for (const each of this.#resolver.declared(text)) {
      const isKnown = each.containers.length > 0 || !files.has(each.path) || found.includes(each);
      const file = isKnown ? undefined : await this.#resolver.file(each.path);
      const name = file?.place(text, file.lines.offset(each.nameLine, each.column));
      const block = around(name, AMBIENT);
      if (file && block && /^declare\s+global\b/.test(file.text.slice(block.start, block.start + 40))) found.push(each);
    }
    return found;
  }

  #ofDeclarationFiles(text: string): readonly IndexedDeclaration[] {
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

  /** Finds an export of modules. Returns undefined if it cannot be known. */
  async exported(modules: readonly string[], name: string, seen = new Set<string>()): Promise<Entity | undefined> {
    const found: IndexedDeclaration[] = [];
    let isKnown = true;
    for (const path of modules) {
      if (seen.has(`${path} ${name}`)) continue;
      seen.add(`${path} ${name}`);
      const file = await this.#resolver.file(path);
      const own = this.#resolver
        .declarationsOf(path)
        .filter((each) => each.name === name && each.containers.length === 0 && (!file || this.#isShown(each, file)));
      const isDeclared = name !== "default" && own.length > 0;
      const assigned = file && (await this.#assigned(file, name, seen));
      if (assigned && "modules" in assigned) return assigned;
      if (assigned) found.push(...assigned.declarations);
      if (isDeclared && !(file && isHiddenBehindAlias(file, name))) {
        found.push(...own);
        continue;
      }
      if (!file) {
        isKnown = false;
        continue;
      }
      if (assigned) continue;
      const again = await this.#again(file, name, seen);
      if (again && "modules" in again) return again;
      if (again) found.push(...again.declarations);
      else isKnown = false;
    }
    return found.length > 0 || isKnown ? { declarations: [...new Set(found)] } : undefined;
  }

  /** Returns true if a declaration can be an export. A CommonJS module only exports by assignment. */
  #isShown({ name, nameLine, column }: IndexedDeclaration, file: ParsedFile): boolean {
    const { whole, named } = this.common(file);
    if (whole.length === 0 && named.size === 0) return true;
    const node = file.place(name, file.lines.offset(nameLine, column));
    return !node || node.parent?.type === "member_expression" || file.root.children.some(isExport);
  }

  /** Returns an export by assignment, or undefined if the file has no export with the name. */
  async #assigned(file: ParsedFile, name: string, seen: Set<string>): Promise<Entity | undefined> {
    const { whole, named } = this.common(file);
    const isWhole = name === WHOLE || (name === "default" && whole.length > 0);
    if (name === WHOLE && whole.length === 0) return { modules: [file.path] };
    const values = isWhole ? whole : (named.get(name) ?? []);
    const found: IndexedDeclaration[] = [];
    for (const value of [...values, ...(isWhole ? [] : keysOf(whole, name, file))]) {
      const entity = await this.#valueOf(value, file);
      if (entity && "modules" in entity) return entity;
      found.push(...(entity?.declarations ?? []));
    }
    if (isWhole && found.length === 0) return { modules: [file.path] };
    for (const value of found.length > 0 || name === "default" ? [] : whole) {
      const inner = await this.#ofWhole(value, name, file, seen);
      if (inner && "modules" in inner) return inner;
      found.push(...(inner?.declarations ?? []));
    }
    return found.length > 0 ? { declarations: found } : undefined;
  }

  /**
   * Returns a member of the value that a module exports as a whole. It comes from another module, or is assigned to the
   * name of the value.
   */
  async #ofWhole(value: LightNode, name: string, file: ParsedFile, seen: Set<string>): Promise<Entity | undefined> {
    const binding = value.type === "identifier" ? file.lookup(file.textOf(value), value) : undefined;
    const by = requiredBy(value, file) ?? binding?.import;
    const modules = by?.name === WHOLE ? await this.#projects.modulesOf(by.module, file.path) : undefined;
    if (modules) return await this.exported(modules, name, seen);
    return binding ? { declarations: assignedTo(value, name, file, this.#resolver) } : undefined;
  }

  /** Returns the declarations that an exported value refers to. */
  async #valueOf(value: LightNode, file: ParsedFile): Promise<Entity | undefined> {
    if (/^(?:shorthand_property_)?identifier$/.test(value.type)) return await this.entity(value, file);
    const required = requiredBy(value, file);
    if (required) return await this.imported(required, file.path);
    const own = childOf(value, "name") ?? exportsBefore(value);
    const declared = own ? this.#resolver.declaredAt(file, own) : [];
    return declared.length > 0 ? { declarations: declared } : undefined;
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

  /** Returns the export of a statement with a name, or "no" if it has none. */
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
      const { name: own, alias: shown = own } = specifierOf(each, file);
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

/** `export { own as name }` hides a declaration called name that is not exported. */
function isHiddenBehindAlias(file: ParsedFile, name: string): boolean {
  return file.root.children.some(
    (statement) =>
      statement.type === "export_statement" &&
      statement.children
        .find(({ type }) => type === "export_clause")
        ?.children.some((each) => {
          const { alias } = specifierOf(each, file);
          return alias !== undefined && file.textOf(alias) === name;
        }),
  );
}

/** Returns the values of a key in literals that a module exports as a whole. */
function keysOf(whole: readonly LightNode[], name: string, file: ParsedFile): LightNode[] {
  return whole
    .filter(({ type }) => type === "object")
    .flatMap(({ children }) => children)
    .flatMap((each) => {
      if (each.type === "shorthand_property_identifier") return file.textOf(each) === name ? [each] : [];
      const key = childOf(each, "key");
      if (key) return plainText(file.textOf(key)) === name ? (childOf(each, "value") ?? []) : [];
      const own = each.type === "method_definition" ? childOf(each, "name") : undefined;
      return own && file.textOf(own) === name ? [each] : [];
    });
}

/** Returns the name `exports` before an anonymous value, which serves as the name of its declaration. */
function exportsBefore(value: LightNode): LightNode | undefined {
  const left = value.parent?.type === "assignment_expression" ? childOf(value.parent, "left") : undefined;
  return childOf(left, "property");
}

function isExport({ type }: LightNode): boolean {
  return type === "export_statement";
}
