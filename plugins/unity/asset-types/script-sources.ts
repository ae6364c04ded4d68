/**
 * Looks up classes, fields and enums in the project's C# sources. A worker can't load symbols by itself, so if symbols are
 * missing we make a note of it and throw NeedsSources. The handler then loads them and runs the job again. To keep the number of
 * rounds small, callers should let all edits report their needs before giving up.
 */
import path from "node:path";
import type { Capabilities, FileSymbol } from "../../../core/host/plugin-api.ts";
import type { OpenAssets } from "../assets/open-assets.ts";
import { isUnityClass, unityAncestors } from "../assets/unity-classes.ts";
import { type EnumMembers, enumsIn, sameMembers } from "./enum-members.ts";
import { type DeclaredTypes, declaredTypes, elementType, unsaved } from "./field-types.ts";
import { type ClassHead, classHead } from "./script-class.ts";
import { isValueType, partType } from "./value-types.ts";

/** Thrown to ask for another run as soon as the missing symbols and files have been loaded. */
export class NeedsSources extends Error {}

export interface KnownSources {
  /** The symbols of each script, by absolute path. */
  symbols: Record<string, FileSymbol[]>;
  /** The absolute paths of the files that declare each type name. */
  declaring: Record<string, string[]>;
}

export interface DeclaredField {
  /** For a list, this is the type of its elements. It is empty if the field isn't declared in any source that we can read. */
  type: string;
  /** The reason why the field isn't serialized, or "" if it is. */
  unsaved: string;
  /** The members, if the type is an enum. */
  members: EnumMembers | undefined;
  /** Files that declare an enum with the same name but different members. */
  rivals: string[];
  isList: boolean;
}

const UNDECLARED: DeclaredField = { type: "", unsaved: "", members: undefined, rivals: [], isList: false };

export interface ClassChain {
  /** The names of the classes, starting with the most derived one. */
  names: string[];
  /** The headers of those classes that are part of the project. */
  heads: ClassHead[];
  /** True if the chain is complete, so that there can't be any more base classes. */
  isWhole: boolean;
}

const MAX_STEPS = 30;

export interface ScriptClass {
  /**
   * Unity doesn't accept a component as an asset, or an asset as a component. The kind is unknown if the chain leaves the
   * project's sources.
   */
  kind: "component" | "asset" | "neither" | "unknown";
  isAbstract: boolean;
  /** The last base class that we found. */
  base: string;
}

interface Access {
  assets: Pick<OpenAssets, "guids">;
  files: Pick<Capabilities, "files">;
}

export class ScriptSources {
  /** Collects the scripts whose symbols are needed and the type names for which we need to find files. */
  readonly scripts = new Set<string>();
  readonly names = new Set<string>();
  readonly #access: Access;
  readonly #known: KnownSources;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #fields = new Map<string, DeclaredTypes>();
  readonly #enums = new Map<string, Map<string, EnumMembers>>();

  constructor(access: Access, known: KnownSources) {
    this.#access = access;
    this.#known = known;
  }

  /** Finds the declaration of a field, which may be nested, starting from the script's class. */
  async field(script: string, steps: readonly (string | number)[]): Promise<DeclaredField> {
    let owner = { file: script, name: path.basename(script, ".cs") };
    let found = UNDECLARED;
    for (const step of steps) {
      if (typeof step === "number") continue;
      if (found !== UNDECLARED) {
        if (isValueType(found.type)) return { ...UNDECLARED, type: partType(found.type) };
        const [file, other] = await this.#declaring(found.type, owner.file, "class|struct");
        if (file === undefined || other !== undefined) return UNDECLARED;
        owner = { file, name: found.type };
      }
      const member = await this.#member(owner, step);
      if (!member) return UNDECLARED;
      const { written } = member;
      const reason = unsaved(written);
      if (reason !== "") return { ...UNDECLARED, unsaved: reason };
      const type = elementType(written);
      owner = { file: member.file, name: owner.name };
      found = { ...UNDECLARED, type, isList: type !== written.split(".").at(-1) };
    }
    return { ...found, ...(await this.#enum(found.type, owner.file)) };
  }

  /** Follows the base classes as far as the sources and our table of Unity classes go. */
  async chain(file: string, name: string): Promise<ClassChain> {
    const chain: ClassChain = { names: [name], heads: [], isWhole: false };
    let at = { file, name };
    for (let step = 0; step < MAX_STEPS; step++) {
      const head = classHead(await this.#text(at.file), at.name);
      if (!head) return chain;
      chain.heads.push(head);
      const { base, isPartial } = head;
      if (base === "") return { ...chain, isWhole: !isPartial };
      if (isUnityClass(base)) {
        chain.names.push(...unityAncestors(base));
        return { ...chain, isWhole: true };
      }
      chain.names.push(base);
      const [next, other] = await this.#declaring(base, at.file, "class");
      if (next === undefined || other !== undefined) return chain;
      at = { file: next, name: base };
    }
    return chain;
  }

  /** Returns undefined if the name is unknown or ambiguous. */
  async chainOf(name: string): Promise<ClassChain | undefined> {
    const [file, other] = await this.#declaring(name, "", "class");
    return file === undefined || other !== undefined ? undefined : this.chain(file, name);
  }

  /** Determines whether a script is a component or an asset. This depends on the class that has the same name as the file. */
  async scriptClass(file: string): Promise<ScriptClass> {
    const { names, heads, isWhole } = await this.chain(file, path.basename(file, ".cs"));
    const known = names.includes("Component") ? "component" : names.includes("ScriptableObject") ? "asset" : "neither";
    const kind = known === "neither" && !isWhole ? "unknown" : known;
    return { kind, isAbstract: heads[0]?.isAbstract === true, base: names[heads.length] ?? "" };
  }

  async isDeclared(name: string): Promise<boolean> {
    return (await this.#declaring(name, "", "class|struct|interface|record|enum")).length > 0;
  }

  #text(file: string): Promise<string> {
    let text = this.#texts.get(file);
    if (!text) {
      text = this.#access.files.files.readText(file).then(
        (read) => read.text,
        () => "",
      );
      this.#texts.set(file, text);
    }
    return text;
  }

  /** This includes inherited fields. */
  async #member(owner: { file: string; name: string }, field: string) {
    let at = owner;
    for (let step = 0; step < MAX_STEPS; step++) {
      const types = await this.#typesIn(at.file, at.name);
      const written = types.get(field);
      if (written !== undefined) return { written, file: at.file };
      const base = classHead(await this.#text(at.file), at.name)?.base ?? "";
      if (base === "" || isUnityClass(base)) return undefined;
      const [next, other] = await this.#declaring(base, at.file, "class");
      if (next === undefined || other !== undefined) return undefined;
      at = { file: next, name: base };
    }
    return undefined;
  }

  async #typesIn(file: string, name: string): Promise<DeclaredTypes> {
    const key = `${name} ${file}`;
    const known = this.#fields.get(key);
    if (known) return known;
    const symbols = this.#known.symbols[file];
    if (!symbols) {
      this.scripts.add(file);
      throw new NeedsSources();
    }
    const types = declaredTypes(await this.#text(file), symbols, name);
    this.#fields.set(key, types);
    return types;
  }

  async #enum(type: string, from: string): Promise<Pick<DeclaredField, "members" | "rivals">> {
    const none = { members: undefined, rivals: [] };
    if (type === "" || isValueType(type) || isUnityClass(type)) return none;
    const files = await this.#declaring(type, from, "enum");
    const found = await Promise.all(files.map((file) => this.#enumIn(file, type)));
    const all = found.flatMap((each) => each ?? []);
    const [members] = all;
    if (!members) return none;
    if (all.some((each) => !sameMembers(each, members))) return { members: undefined, rivals: files };
    return { members, rivals: [] };
  }

  async #enumIn(file: string, name: string): Promise<EnumMembers | undefined> {
    let enums = this.#enums.get(file);
    if (!enums) {
      enums = enumsIn(await this.#text(file));
      this.#enums.set(file, enums);
    }
    return enums.get(name);
  }

  /** Searches this file first, then a file with that name, and finally all files that declare such a type. */
  async #declaring(name: string, from: string, kinds: string): Promise<string[]> {
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return [];
    const declares = async (file: string) =>
      new RegExp(`\\b(?:${kinds})\\s+${name}(?![\\p{L}\\p{N}_])`, "u").test(await this.#text(file));
    if (from !== "" && (await declares(from))) return [from];
    const named = this.#access.assets.guids.named(`${name}.cs`).map(([, file]) => file);
    const [only, other] = named;
    if (only !== undefined && other === undefined && (await declares(only))) return [only];
    const files = Object.hasOwn(this.#known.declaring, name) ? this.#known.declaring[name] : undefined;
    if (!files) {
      this.names.add(name);
      throw new NeedsSources();
    }
    const found: string[] = [];
    for (const file of files) if (await declares(file)) found.push(file);
    return found;
  }
}
