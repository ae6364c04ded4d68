/** Resolves names by scope, import and module. Members are resolved by the type of their receiver if it is known. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type LightNode, lightTree } from "../grammar/light-tree.ts";
import type { Parsers } from "../grammar/parsers.ts";
import type { CodeIndex } from "../index/code-index.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { MAX_SOURCE_BYTES } from "../index/source-files.ts";
import { languageOfText } from "../outline/languages.ts";
import { guestRules } from "./guest-rules.ts";
import { ScopedFile } from "./scoped-file.ts";
import { usesTree } from "./tree-batch.ts";
import type { TreeStore } from "./tree-store.ts";
import { familyOf, partnersOf, usesRulesOf } from "./uses-languages.ts";
import type { Import, Meaning, NameResolver, ParsedFile, Type, UsesRules } from "./uses-rules.ts";

const TYPE_KINDS = /^(?:class|interface|struct|enum|type|namespace|module)$/;

/** The maximum number of steps to follow the types of expressions. */
const MAX_STEPS = 12;

/** Greater than the length of any line, because files in the index have at most 1 MB. */
const LONGEST_LINE = 1 << 21;

function placeKey(line: number, column: number): number {
  return line * LONGEST_LINE + column;
}

export class Resolver implements NameResolver {
  readonly index: CodeIndex;
  readonly #reader: WorkerContext["files"];
  readonly #parsers: Parsers;
  readonly #trees: TreeStore | undefined;
  readonly #held: ScopedFile[] = [];
  readonly #files = new Map<string, Promise<ScopedFile | undefined>>();
  readonly #declarations = new Map<string, IndexedDeclaration[]>();
  readonly #places = new Map<string, Map<number, IndexedDeclaration[]>>();
  readonly #rules = new Map<string, UsesRules>();
  readonly #byName = new Map<string, readonly IndexedDeclaration[]>();
  readonly #byWord = new Map<string, readonly string[]>();
  readonly #kept = new Map<string, Promise<ReadonlyMap<string, string>>>();
  readonly #packages = new Map<string, string[]>();
  #folders: ReadonlyMap<string, string[]> | undefined;

  constructor(index: CodeIndex, reader: WorkerContext["files"], parsers: Parsers, trees?: TreeStore) {
    this.index = index;
    this.#reader = reader;
    this.#parsers = parsers;
    this.#trees = trees;
  }

  /** The number of characters in those parts of trees that are in memory. */
  get size(): number {
    return this.#held.reduce((sum, { size }) => sum + size, 0);
  }

  /** The files in the workspace, grouped by folder. */
  get folders(): ReadonlyMap<string, string[]> {
    this.#folders ??= Map.groupBy(this.index.places.keys(), (path) => path.slice(0, path.lastIndexOf("/")));
    return this.#folders;
  }

  file(path: string): Promise<ScopedFile | undefined> {
    const file = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, file);
    return file;
  }

  async #read(path: string): Promise<ScopedFile | undefined> {
    const read = await this.#reader.readText(path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
    const { guests } = this.index;
    const language = read && (languageOfText(path, read.text) ?? guests?.languages.language(path));
    if (!language || !read) return undefined;
    const { text, size, mtimeMs } = read;
    const flat = guests?.languages.of(path)
      ? guests.tree(path, size, mtimeMs)
      : (this.#trees?.tree(path, size, mtimeMs) ?? (await usesTree(text, language, this.#parsers)));
    const file = flat && new ScopedFile(path, text, language, this.#rulesOf(language.id), lightTree(flat));
    if (file) this.#held.push(file);
    return file;
  }

  /**
   * Returns the rules of a language. Languages in the same family share them, as well as the modules that they have
   * read.
   */
  #rulesOf(language: string): UsesRules {
    const family = familyOf(language);
    const guest = this.index.guests?.languages.all.find((each) => each.family === language);
    const rules = this.#rules.get(family) ?? (guest ? guestRules(guest, this) : usesRulesOf(family, this));
    this.#rules.set(family, rules);
    return rules;
  }

  declared(name: string, partners?: string): readonly IndexedDeclaration[] {
    const key = `${partners ?? ""} ${name}`;
    let all = this.#byName.get(key);
    if (!all) {
      const found = this.index.declared(name);
      all = partners === undefined ? found : found.filter(({ path }) => this.partnersOf(path) === partners);
      this.#byName.set(key, all);
    }
    return all;
  }

  filesWith(word: string): readonly string[] {
    let files = this.#byWord.get(word);
    if (!files) {
      files = this.index.filesWith(word.replace(/^#/, ""));
      this.#byWord.set(word, files);
    }
    return files;
  }

  get manifests(): readonly string[] {
    return this.index.files.manifests;
  }

  async text(path: string): Promise<string | undefined> {
    const read = await this.#reader.readText(path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
    return read?.text;
  }

  has(path: string): boolean {
    return this.index.places.has(path);
  }

  familyOf(path: string): string {
    return familyOf(this.index.languageOf(path)?.id ?? "");
  }

  /** Returns the languages whose names a file can use. */
  partnersOf(path: string): string {
    return partnersOf(this.index.languageOf(path)?.id ?? "");
  }

  declarationsOf(path: string): IndexedDeclaration[] {
    let all = this.#declarations.get(path);
    if (!all) {
      const place = this.index.places.get(path);
      all = place?.segment.declarations(place.file, path) ?? [];
      this.#declarations.set(path, all);
    }
    return all;
  }

  /** Returns the declarations whose name is at a place. */
  declaredAt(file: ParsedFile, node: LightNode): IndexedDeclaration[] {
    let places = this.#places.get(file.path);
    if (!places) {
      places = Map.groupBy(this.declarationsOf(file.path), ({ nameLine, column }) => placeKey(nameLine, column));
      this.#places.set(file.path, places);
    }
    const { line, column } = file.lines.at(node.start);
    return places.get(placeKey(line, column)) ?? [];
  }

  /** Resolves a name without a receiver. */
  async bare(file: ParsedFile, node: LightNode, text = file.textOf(node)): Promise<Meaning> {
    if (file.rules.meanings?.bare) return await file.rules.meanings.bare(file, node);
    const binding = file.lookup(text, node);
    if (binding?.import) {
      const meant = await this.imported(file, binding.import);
      const own = [...this.declaredAt(file, binding.name), ...this.declaredBeside(file, text)];
      return own.length > 0 ? [...(meant ?? []), ...own] : meant;
    }
    if (binding) {
      // The first assignment of a variable declares it.
      const first = file.scopeOf(binding.name).names.get(text)?.[0] ?? binding;
      const own = this.declaredAt(file, binding.name);
      const declared = own.length > 0 || first.import ? own : this.declaredAt(file, first.name);
      // The parts of a symbol, such as overloads, count as one.
      return declared.length > 0 ? this.#topLevel(file.path, text, declared) : [];
    }
    if (file.rules.meanings) return await file.rules.meanings.unbound(file, node);
    // If nothing here binds the name, it can come from a module all of whose names are imported.
    if (!file.rules.isPackage) return (await file.rules.exportedAgain?.(file, text, this, new Set())) ?? [];
    const own = this.packageFiles(file.path).flatMap((path) => this.topLevel(path, text));
    return own.length > 0 ? own : await this.#fromWholePackages(file, text);
  }

  /** Resolves a name from a Go package that is imported with a dot. */
  async #fromWholePackages(file: ParsedFile, text: string): Promise<Meaning> {
    const found: IndexedDeclaration[] = [];
    for (const { import: from } of file.top.names.get(".") ?? []) {
      const modules = from && (await file.rules.modulesOf?.(from.module, file.path, this));
      found.push(...((modules && (await this.exported(modules, text))) ?? []));
    }
    return found;
  }

  /**
   * Returns the top-level declarations of a name that the file also imports, as with `json = None` if the import fails.
   */
  declaredBeside(file: ParsedFile, text: string): IndexedDeclaration[] {
    const bindings = file.top.names.get(text) ?? [];
    if (!bindings.some((each) => each.import)) return [];
    return bindings.filter((each) => !each.import).flatMap(({ name }) => this.declaredAt(file, name));
  }

  #topLevel(path: string, name: string, declared: readonly IndexedDeclaration[]): Meaning {
    const [first] = declared;
    if (!first) return [];
    const same = this.declarationsOf(path).filter(
      (each) => each.name === name && each.containers.join("/") === first.containers.join("/"),
    );
    return same.length > 0 ? same : declared;
  }

  keep(key: string, make: () => Promise<ReadonlyMap<string, string>>): Promise<ReadonlyMap<string, string>> {
    const known = this.#kept.get(key) ?? make();
    this.#kept.set(key, known);
    return known;
  }

  topLevel(path: string, name: string): IndexedDeclaration[] {
    return this.declarationsOf(path).filter((each) => each.name === name && each.containers.length === 0);
  }

  /** Returns the files in the same folder whose language can refer to the same declarations. */
  packageFiles(path: string): string[] {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const partners = this.partnersOf(path);
    const key = `${folder} ${partners}`;
    let files = this.#packages.get(key);
    if (!files) {
      files = (this.folders.get(folder) ?? []).filter((each) => this.partnersOf(each) === partners);
      this.#packages.set(key, files);
    }
    return files;
  }

  async imported(file: ParsedFile, { module, name }: Import): Promise<Meaning> {
    if (file.rules.meanings) return await file.rules.meanings.imported(file, { module, name });
    const modules = await file.rules.modulesOf?.(module, file.path, this);
    if (!modules) return undefined;
    if (name === "*") return [];
    return await this.exported(modules, name);
  }

  /** Finds the exports of modules by name. Modules that they export again are followed. */
  async exported(modules: readonly string[], name: string, seen = new Set<string>()): Promise<Meaning> {
    const found: IndexedDeclaration[] = [];
    let isKnown = true;
    for (const path of modules) {
      if (seen.has(`${path} ${name}`)) continue;
      seen.add(`${path} ${name}`);
      const own = this.topLevel(path, name);
      found.push(...own);
      if (own.length > 0) continue;
      const file = await this.file(path);
      const again = file ? await file.rules.exportedAgain?.(file, name, this, seen) : undefined;
      if (again) found.push(...again);
      else if (file?.rules.exportedAgain) isKnown = false;
    }
    return found.length > 0 || isKnown ? found : undefined;
  }

  /** Resolves a member of an expression. */
  async member(file: ParsedFile, object: LightNode, name: string, depth = 0): Promise<Meaning> {
    if (depth > MAX_STEPS) return undefined;
    const type = await file.rules.typeOf?.(object, file, this, depth + 1);
    return type ? await this.memberOf(type, name, depth + 1) : undefined;
  }

  async memberOf(type: Type, name: string, depth: number): Promise<Meaning> {
    if ("modules" in type) return await this.exported(type.modules, name);
    const unnamed = "text" in type && (await type.file.rules.memberOfText?.(type, name, this, depth));
    if (unnamed) return unnamed.meant;
    const owners = await this.owners(type, depth);
    if (!owners) return undefined;
    const found: IndexedDeclaration[] = [];
    for (const owner of owners) {
      const members = await this.#inherited(owner, name, depth, new Set());
      if (!members) return undefined;
      found.push(...members);
    }
    return found;
  }

  /** Returns the declarations of a type. The result is empty if it has no members in the workspace. */
  async owners(type: Type, depth: number): Promise<Meaning> {
    if ("modules" in type || depth > MAX_STEPS) return undefined;
    if ("declarations" in type) return type.declarations;
    const names = type.file.rules.namesOfType?.(type.text);
    if (!names) return undefined;
    const [first, second] = names;
    if (first === undefined) return [];
    if (second === undefined) return await this.#named(type.file, type.at, first);
    const binding = type.file.lookup(first, type.at);
    if (!binding?.import) return undefined;
    const modules = await type.file.rules.modulesOf?.(binding.import.module, type.file.path, this);
    return modules ? await this.exported(modules, second) : undefined;
  }

  /** Resolves a type by its name. A type parameter can be any type. */
  async #named(file: ParsedFile, at: LightNode, name: string): Promise<Meaning> {
    const binding = file.lookup(name, at);
    const isLocal = binding && !binding.import && this.declaredAt(file, binding.name).length === 0;
    return isLocal ? undefined : await this.bare(file, at, name);
  }

  async #inherited(owner: IndexedDeclaration, name: string, depth: number, seen: Set<string>): Promise<Meaning> {
    const key = `${owner.path}:${owner.nameLine}`;
    if (seen.has(key) || depth > MAX_STEPS) return [];
    // A variable that is used as a type can be any type.
    if (!TYPE_KINDS.test(owner.kind)) return undefined;
    seen.add(key);
    const file = await this.file(owner.path);
    if (!file) return undefined;
    const paths = file.rules.isPackage ? this.packageFiles(owner.path) : [owner.path];
    const within = [...owner.containers, owner.name].join("/");
    const own = paths.flatMap((path) =>
      this.declarationsOf(path).filter((each) => each.name === name && each.containers.join("/") === within),
    );
    if (own.length > 0 && !own.every((each) => file.rules.isSharedWithBases?.(each))) return own;
    if (file.rules.hasLocalMember?.(owner, name, file)) return [];
    let isKnown = true;
    for (const base of file.rules.basesOf?.(owner, file) ?? []) {
      const names = file.rules.namesOfType?.(base);
      const bases = names ? await this.owners({ text: base, file, at: file.root }, depth + 1) : undefined;
      // A base outside the sources can have any member.
      if (!bases || bases.length === 0) {
        isKnown = false;
        continue;
      }
      // An embedded type can be accessed by its name.
      if (file.rules.isPackage && bases.some((each) => each.name === name)) return bases;
      for (const each of bases) {
        const inherited = await this.#inherited(each, name, depth + 1, seen);
        if (!inherited) isKnown = false;
        else if (inherited.length > 0) return [...own, ...inherited];
      }
    }
    if (own.length > 0) return own;
    return isKnown ? [] : undefined;
  }

  /** Returns the type with which a declaration is written. For a type, this is the type itself. */
  async typeOfDeclaration(declarations: readonly IndexedDeclaration[], depth: number): Promise<Type | undefined> {
    const [declaration] = declarations;
    if (!declaration || depth > MAX_STEPS) return undefined;
    const file = await this.file(declaration.path);
    const text = file?.rules.typeOfDeclaration?.(declaration);
    if (!file) return undefined;
    if (text !== undefined) return { text, file, at: file.root };
    const offset = file.lines.offset(declaration.nameLine, declaration.column);
    const name = file.place(declaration.name, offset);
    return name && (await file.rules.typeOfDeclared?.(name, file, this, depth + 1));
  }
}
