/** Resolves Rust crates and modules. Files are found by `mod`, crates by Cargo.toml, and names by `use`. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";
import { importsOf, type UsedName } from "./rust-imports.ts";
import type { RustEntity, RustModule } from "./rust-model.ts";

interface Crate {
  folder: string;
  /** The name of the crate in paths. */
  name: string;
  library: string;
  /** The names that its manifest gives to other crates. */
  renamed: Map<string, string>;
  dependencies: Set<string>;
}

const STANDARD = /^(?:std|core|alloc|proc_macro|test)$/;

export class RustModules {
  readonly #resolver: NameResolver;
  readonly #parents = new Map<string, RustModule | undefined>();
  readonly #imports = new Map<LightNode, readonly UsedName[]>();
  readonly #items = new Map<string, RustEntity>();
  #crates: Promise<Crate[]> | undefined;

  constructor(resolver: NameResolver) {
    this.#resolver = resolver;
  }

  /** Returns the module that contains a node. */
  moduleAt(node: LightNode, file: ParsedFile): RustModule {
    const within: string[] = [];
    for (let at = node.parent; at; at = at.parent) {
      const name = at.type === "mod_item" ? childOf(at, "name") : undefined;
      if (name && name !== node) within.unshift(file.textOf(name));
    }
    return { path: file.path, within };
  }

  async parent({ path, within }: RustModule): Promise<RustModule | undefined> {
    return within.length > 0 ? { path, within: within.slice(0, -1) } : await this.#parentOfFile(path);
  }

  async root(module: RustModule): Promise<RustModule> {
    let at: RustModule = { path: module.path, within: [] };
    for (let steps = 0; steps < 50; steps++) {
      const parent = await this.#parentOfFile(at.path);
      if (!parent) return { path: at.path, within: [] };
      at = { path: parent.path, within: [] };
    }
    return at;
  }

  async #parentOfFile(path: string): Promise<RustModule | undefined> {
    if (this.#parents.has(path)) return this.#parents.get(path);
    this.#parents.set(path, undefined);
    const found = await this.#findParent(path);
    this.#parents.set(path, found);
    return found;
  }

  /** Returns the module that declares a file by `mod name;`. */
  async #findParent(path: string): Promise<RustModule | undefined> {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const file = path.slice(folder.length + 1).replace(/\.rs$/, "");
    const name = file === "mod" ? folder.slice(folder.lastIndexOf("/") + 1) : file;
    const home = file === "mod" ? folder.slice(0, folder.lastIndexOf("/")) : folder;
    const crates = await this.crates();
    if (crates.some(({ library }) => library === path)) return undefined;
    const siblings = this.#resolver.folders.get(home) ?? [];
    const first = [`${home}/lib.rs`, `${home}/main.rs`, `${home}/mod.rs`, `${home}.rs`];
    for (const each of [...first, ...siblings]) {
      if (each === path || !each.endsWith(".rs") || !this.#resolver.has(each)) continue;
      const declared = this.#resolver
        .declarationsOf(each)
        .find((one) => one.kind === "module" && one.name === name && one.nameLine === one.endLine);
      if (declared) return { path: each, within: declared.containers };
    }
    // The declaration may be inside a macro, as in `cfg_rt! { mod name; }`.
    for (const each of first) {
      const text =
        /^\w+$/.test(name) && each !== path && this.#resolver.has(each)
          ? (await this.#resolver.file(each))?.text
          : undefined;
      if (text !== undefined && declaresModule(text, name)) return { path: each, within: [] };
    }
    // Inline modules correspond to folders. For example, `mod a { mod b; }` refers to a/b.rs.
    const above = home.slice(0, home.lastIndexOf("/"));
    for (const each of this.#resolver.folders.get(above) ?? []) {
      const declared = each.endsWith(".rs")
        ? this.#resolver
            .declarationsOf(each)
            .find(
              (one) =>
                one.kind === "module" && one.name === name && one.containers.at(-1) === home.slice(above.length + 1),
            )
        : undefined;
      if (declared) return { path: each, within: declared.containers };
    }
    return undefined;
  }

  /** Returns the file of `mod name;`, or the inline module. */
  async #child(module: RustModule, declared: IndexedDeclaration): Promise<RustModule | undefined> {
    const { path, within } = module;
    const inner = this.#resolver
      .declarationsOf(path)
      .some((each) => each.containers.join("/") === [...within, declared.name].join("/"));
    const file = await this.#resolver.file(path);
    const offset = file?.lines.offset(declared.nameLine, declared.column);
    const node = file?.place(declared.name, offset)?.parent;
    if (inner || childOf(node, "body")) return { path, within: [...within, declared.name] };
    const before = file?.text.slice(Math.max(0, (node?.start ?? 0) - 200), node?.start) ?? "";
    const written = /#\[path\s*=\s*"([^"]+)"\]\s*(?:pub(?:\([^)]*\))?\s+)?$/.exec(before)?.[1];
    return await this.#fileOf(module, declared.name, written);
  }

  /** Returns the file of `mod name;`. */
  async #fileOf({ path, within }: RustModule, name: string, written?: string): Promise<RustModule | undefined> {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const stem = path.slice(folder.length + 1).replace(/\.rs$/, "");
    const isRoot = /^(?:lib|main|mod|build)$/.test(stem) || !(await this.#parentOfFile(path));
    const home = [isRoot ? folder : `${folder}/${stem}`, ...within].join("/");
    const candidates = [
      ...(written === undefined ? [] : [`${folder}/${written}`]),
      ...[`${home}/${name}.rs`, `${home}/${name}/mod.rs`, `${folder}/${name}.rs`],
    ];
    const found = candidates.find((each) => this.#resolver.has(each));
    return found === undefined ? undefined : { path: found, within: [] };
  }

  /** Finds a name in a module, which may be declared, imported or imported by a glob. Returns undefined if it cannot be known. */
  async item(module: RustModule, name: string, seen = new Set<string>()): Promise<RustEntity | undefined> {
    const key = `${module.path}/${module.within.join("/")}/${name}`;
    const known = this.#items.get(key);
    if (known) return known;
    // If globs form a cycle, they import nothing.
    if (seen.has(key)) return { is: "external", name };
    seen.add(key);
    try {
      const found = await this.#find(module, name, seen);
      if (found && (found.is !== "external" || seen.size === 1)) this.#items.set(key, found);
      return found;
    } finally {
      seen.delete(key);
    }
  }

  /** The names that the `use` declarations of a module import. */
  importsOf(body: LightNode, file: ParsedFile): readonly UsedName[] {
    const imports = this.#imports.get(body) ?? importsOf(body, file);
    this.#imports.set(body, imports);
    return imports;
  }

  async #find(module: RustModule, name: string, seen: Set<string>): Promise<RustEntity | undefined> {
    const within = module.within.join("/");
    const declared = this.#resolver
      .declarationsOf(module.path)
      .filter((each) => each.name === name && each.containers.join("/") === within);
    const inner = declared.find(({ kind }) => kind === "module");
    if (inner) {
      const child = await this.#child(module, inner);
      // A function can have the same name as a module.
      const others = declared.filter((each) => each !== inner);
      if (others.length > 0)
        return { is: "declared", declarations: [...others, inner], ...(child ? { module: child } : {}) };
      return child && { is: "module", module: child, declaration: inner };
    }
    if (declared.length > 0) return { is: "declared", declarations: declared };
    const file = await this.#resolver.file(module.path);
    if (!file) return undefined;
    let isKnown = true;
    const body = moduleNode(file, module.within);
    const imports = this.importsOf(body, file);
    const named = imports.filter((each) => each.name === name);
    const found: IndexedDeclaration[] = [];
    for (const each of named) {
      const entity = await this.resolve(each.path, module, seen);
      if (entity?.is === "declared") found.push(...entity.declarations);
      else if (entity) return entity;
      else isKnown = false;
    }
    if (found.length > 0) return { is: "declared", declarations: found };
    if (named.length > 0) return isKnown ? { is: "external", name } : undefined;
    for (const each of imports) {
      if (each.name !== "*") continue;
      const from = await this.resolve(each.path, module, seen);
      if (from && "module" in from && from.module) {
        const entity = await this.item(from.module, name, seen);
        if (entity && entity.is !== "external") return entity;
        if (!entity) isKnown = false;
      } else if (from?.is === "declared") {
        const variants = from.declarations.flatMap((one) => this.#variants(one, name));
        if (variants.length > 0) return { is: "declared", declarations: variants };
      } else if (!from) isKnown = false;
    }
    const macros = this.#macros(name, module);
    if (macros.length > 0) return { is: "declared", declarations: macros };
    // Items in the arguments of a macro are not in the index.
    if (!/^\w+$/.test(name)) return undefined;
    const hidden = body.children.filter(({ type }) => type === "macro_invocation" || type === "expression_statement");
    const text = hidden
      .map((each) => file.textOf(each))
      .find((each) => each.includes(name) && new RegExp(`\\b${name}\\b`).test(each));
    if (text !== undefined) {
      const inner = declaresModule(text, name) ? await this.#fileOf(module, name) : undefined;
      return inner && { is: "module", module: inner };
    }
    return isKnown ? { is: "external", name } : undefined;
  }

  #variants(of: IndexedDeclaration, name: string): IndexedDeclaration[] {
    const within = [...of.containers, of.name].join("/");
    return this.#resolver
      .declarationsOf(of.path)
      .filter((each) => each.kind === "enumMember" && each.name === name && each.containers.join("/") === within);
  }

  /** Finds macros. A macro is visible after its definition, even in other files. One in the same file takes precedence. */
  #macros(name: string, { path }: RustModule): readonly IndexedDeclaration[] {
    const all = this.#resolver.declared(name, "rust").filter(({ kind }) => kind === "macro");
    const own = all.filter((each) => each.path === path);
    return own.length > 0 ? own : all;
  }

  /** Resolves the parts of a path, starting at a module. */
  async resolve(path: readonly string[], from: RustModule, seen = new Set<string>()): Promise<RustEntity | undefined> {
    const [first = "", ...rest] = path;
    let at = await this.#first(first, from, rest.length > 0, seen);
    for (const name of rest) {
      const module: RustModule | undefined = at && "module" in at ? at.module : undefined;
      if (!module) return at?.is === "declared" ? this.#inside(at.declarations, name) : at;
      at = name === "self" ? at : name === "super" ? await this.#above(module) : await this.item(module, name, seen);
    }
    return at;
  }

  async #above(module: RustModule): Promise<RustEntity | undefined> {
    const parent = await this.parent(module);
    return parent && { is: "module", module: parent };
  }

  #inside(of: readonly IndexedDeclaration[], name: string): RustEntity | undefined {
    const variants = of.flatMap((each) => this.#variants(each, name));
    return variants.length > 0 ? { is: "declared", declarations: variants } : undefined;
  }

  async #first(name: string, from: RustModule, isPrefix: boolean, seen: Set<string>): Promise<RustEntity | undefined> {
    if (name === "crate" || name === "$crate") return { is: "module", module: await this.root(from) };
    if (name === "self") return { is: "module", module: from };
    if (name === "super") return await this.#above(from);
    if (name === "") return undefined;
    const own = await this.item(from, name, seen);
    if (own && own.is !== "external") return own;
    const crate = await this.crate(name, from);
    return crate ?? (own && isPrefix && !STANDARD.test(name) ? await this.#unknown(name, from) : own);
  }

  /** Decides about a name that is not declared here. It is only external if a manifest says so. */
  async #unknown(name: string, from: RustModule): Promise<RustEntity | undefined> {
    const own = await this.crateOf(from.path);
    return !own || own.dependencies.has(name) || /^[A-Z]|^[iuf]\d|^(?:str|char|bool|usize|isize)$/.test(name)
      ? { is: "external", name }
      : undefined;
  }

  /** Returns a crate in the workspace by its name in paths. */
  async crate(name: string, from: RustModule): Promise<RustEntity | undefined> {
    const own = await this.crateOf(from.path);
    const actual = own?.renamed.get(name) ?? name;
    const found = (await this.crates()).find((each) => each.name === actual && this.#resolver.has(each.library));
    return found && { is: "module", module: { path: found.library, within: [] } };
  }

  async crateOf(path: string): Promise<Crate | undefined> {
    let best: Crate | undefined;
    for (const each of await this.crates())
      if (path.startsWith(`${each.folder}/`) && (best?.folder.length ?? -1) < each.folder.length) best = each;
    return best;
  }

  crates(): Promise<Crate[]> {
    this.#crates ??= this.#load();
    return this.#crates;
  }

  async #load(): Promise<Crate[]> {
    const crates: Crate[] = [];
    for (const path of this.#resolver.manifests) {
      if (!/\/cargo\.toml$/i.test(path)) continue;
      const text = (await this.#resolver.text(path)) ?? "";
      const folder = path.slice(0, path.lastIndexOf("/"));
      const section = (name: string) =>
        new RegExp(`^\\[${name}\\]([\\s\\S]*?)(?=^\\[|(?![\\s\\S]))`, "m").exec(text)?.[1] ?? "";
      const value = (of: string, key: string) => new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, "m").exec(of)?.[1];
      const name = value(section("lib"), "name") ?? value(section("package"), "name");
      if (name === undefined) continue;
      const renamed = new Map(
        [...text.matchAll(/^([\w-]+)\s*=\s*\{[^}\n]*\bpackage\s*=\s*"([^"]+)"/gm)].map(([, own = "", other = ""]) => [
          inPath(own),
          inPath(other),
        ]),
      );
      const listed = [...text.matchAll(/^\[(?:.*\.)?(?:dev-|build-)?dependencies\]([\s\S]*?)(?=^\[|(?![\s\S]))/gm)];
      const dependencies = new Set(
        listed.flatMap(([, body = ""]) => [...body.matchAll(/^([\w-]+)/gm)].map(([, one = ""]) => inPath(one))),
      );
      crates.push({
        folder,
        name: inPath(name),
        library: `${folder}/${value(section("lib"), "path") ?? "src/lib.rs"}`,
        renamed,
        dependencies,
      });
    }
    return crates;
  }
}

function declaresModule(text: string, name: string): boolean {
  return text.includes(name) && new RegExp(`\\bmod\\s+${name}\\s*;`).test(text);
}

function inPath(name: string): string {
  return name.replaceAll("-", "_");
}

/** Returns the body of an inline module, or the file. */
function moduleNode(file: ParsedFile, within: readonly string[]): LightNode {
  let at = file.root;
  for (const name of within) {
    const inner = (childOf(at, "body") ?? at).children.find(
      (each) => each.type === "mod_item" && file.textOf(childOf(each, "name") ?? each) === name,
    );
    if (!inner) break;
    at = inner;
  }
  return childOf(at, "body") ?? at;
}
