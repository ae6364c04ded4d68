/** Symbols: the possible meanings of a name in a script, declared by a script or the engine. */
import { Flag } from "../parser/syntax.ts";
import type { Declaration, Parameter } from "./declaration.ts";

/** A script file of the workspace. `root` is the number of its workspace root. */
export interface ScriptFile {
  path: string;
  root: number;
  size: number;
  mtimeMs: number;
  declarations: Declaration[];
}

/** The table of all symbols, as far as generated members need it. */
export interface TypeHierarchy {
  /** `hasGaps`: the source of native types does not list everything. */
  readonly native: { hasGaps?: boolean };
  /** The type, then its bases, nearest first. */
  chain(type: TypeSymbol): Iterable<TypeSymbol>;
  derivesFromNamed(type: TypeSymbol, name: string): boolean;
}

export interface Place {
  file: ScriptFile;
  declaration: Declaration;
}

export type MemberKind =
  | "method"
  | "constructor"
  | "destructor"
  | "property"
  | "enumValue"
  | "access"
  | "function"
  | "variable";

/** Fields of native and generated members only. */
export interface NativeFacts {
  /** A Get or Set that may be written as a property. */
  accessor?: boolean;
  doc?: string;
  /** Made by the compiler for each type, as `StaticClass`. */
  generated?: boolean;
  /** The result follows the class given as this argument. */
  outputArgument?: number;
  /** `AddUFunction` and its like: takes an object and the name of one of its methods. */
  bindsNames?: boolean;
  /** The C++ header, if known. */
  header?: string;
}

export interface MemberParts {
  kind: MemberKind;
  name: string;
  /** Return type or type of the value. */
  type: string;
  parameters?: Parameter[] | undefined;
  flags?: number;
  owner?: TypeSymbol | undefined;
  /** Namespace of the declaration, in which its types are looked up: "" for the global one. */
  namespace: string;
  place?: Place | undefined;
  native?: NativeFacts;
}

export class MemberSymbol {
  readonly kind: MemberKind;
  readonly name: string;
  readonly type: string;
  readonly parameters: Parameter[] | undefined;
  readonly flags: number;
  readonly owner: TypeSymbol | undefined;
  readonly namespace: string;
  readonly native: NativeFacts | undefined;
  /** Two fields instead of a `Place`: there are a quarter of a million of these. */
  readonly #file: ScriptFile | undefined;
  readonly #declaration: Declaration | undefined;
  #number = -1;
  #hasTwin = false;

  constructor(parts: MemberParts) {
    this.kind = parts.kind;
    this.name = parts.name;
    this.type = parts.type;
    this.parameters = parts.parameters;
    this.flags = parts.flags ?? 0;
    this.owner = parts.owner;
    this.namespace = parts.namespace;
    this.#file = parts.place?.file;
    this.#declaration = parts.place?.declaration;
    this.native = parts.native;
  }

  get place(): Place | undefined {
    return this.#file && this.#declaration ? { file: this.#file, declaration: this.#declaration } : undefined;
  }

  /** The number of the workspace root that declares it, or -1 for the engine's. */
  get root(): number {
    return this.owner?.root ?? this.#file?.root ?? -1;
  }

  get isCallable(): boolean {
    return this.parameters !== undefined;
  }

  get isMixin(): boolean {
    return (this.flags & Flag.mixin) !== 0;
  }

  /** `get` or `set` where uses may write this method as a property. */
  get accessor(): "get" | "set" | undefined {
    if (this.kind !== "method" || this.parameters === undefined || this.name.length < 4) return undefined;
    if (!this.native?.accessor && (this.flags & Flag.property) === 0) return undefined;
    const required = requiredParameters(this);
    if (this.name.startsWith("Get") && required === 0) return "get";
    return this.name.startsWith("Set") && this.parameters.length > 0 && required <= 1 ? "set" : undefined;
  }

  /** A global that another file declares too, with the same parameters. */
  get hasTwin(): boolean {
    return this.#hasTwin;
  }

  /** Before anybody asks for the key, which then names the file too. */
  markTwin(): void {
    this.#hasTwin = true;
  }

  /** The part of the key that twins share. */
  get sharedKey(): string {
    const owner = this.owner?.key ?? scopeKey(this.namespace, this.root);
    return memberKey(
      owner,
      this.name,
      this.parameters?.map((parameter) => parameter.type),
    );
  }

  /** The same for the same declaration in every run: what references are stored under. */
  get key(): string {
    return this.#hasTwin ? `${this.sharedKey}@${this.#file?.path}` : this.sharedKey;
  }

  /** The key's number among `keys`, of which there is one set in a process. */
  numberIn(keys: { number(key: string): number }): number {
    if (this.#number < 0) this.#number = keys.number(this.key);
    return this.#number;
  }
}

/** How many arguments a call cannot leave out. */
export function requiredParameters(member: MemberSymbol): number {
  return (member.parameters ?? []).filter((parameter) => parameter.value === undefined).length;
}

export type TypeKind = "class" | "struct" | "enum" | "delegate" | "event" | "primitive";

/** The source of a type's members, for their first use. */
export type MemberSource = (type: TypeSymbol) => MemberSymbol[];

export interface TypeParts {
  kind: TypeKind;
  name: string;
  namespace: string;
  /** Base class as written, or "" for none. */
  base: string;
  /** The base is assumed from the name: good for looking up members, but not to report. */
  isBaseAssumed?: boolean;
  /** Undeclared: scripts only name it as a base. */
  isUnknown?: boolean;
  /** The number of the workspace root that declares it, or -1 for native types. */
  root: number;
  templateParameters?: string[];
  members: MemberSource;
  doc?: string;
  header?: string;
}

export class TypeSymbol {
  readonly kind: TypeKind;
  readonly name: string;
  readonly namespace: string;
  readonly base: string;
  readonly isBaseAssumed: boolean;
  readonly isUnknown: boolean;
  readonly root: number;
  readonly templateParameters: readonly string[];
  readonly doc: string | undefined;
  readonly header: string | undefined;
  /** Script declarations, or empty for native types. */
  readonly places: Place[] = [];
  readonly #source: MemberSource;
  #members: MemberSymbol[] | undefined;
  #byName: Map<string, MemberSymbol[]> | undefined;
  /** Members that scripts declare, by the start of their name. */
  #byStart: Map<number, MemberSymbol> | undefined;

  constructor(parts: TypeParts) {
    this.kind = parts.kind;
    this.name = parts.name;
    this.namespace = parts.namespace;
    this.base = parts.base;
    this.isBaseAssumed = parts.isBaseAssumed ?? false;
    this.isUnknown = parts.isUnknown ?? false;
    this.root = parts.root;
    this.templateParameters = parts.templateParameters ?? [];
    this.doc = parts.doc;
    this.header = parts.header;
    this.#source = parts.members;
  }

  /** Its members made anew as those of another symbol for the same type. */
  membersFor(type: TypeSymbol): MemberSymbol[] {
    return this.#source(type);
  }

  /** The same type with more members, after its own. */
  withMembers(more: MemberSource): TypeSymbol {
    const members = (type: TypeSymbol): MemberSymbol[] => [...this.membersFor(type), ...more(type)];
    const { kind, name, namespace, base, isBaseAssumed, isUnknown, root, doc, header } = this;
    const parts = { kind, name, namespace, base, isBaseAssumed, isUnknown, root, members };
    return new TypeSymbol({
      ...parts,
      templateParameters: [...this.templateParameters],
      ...(doc ? { doc } : {}),
      ...(header ? { header } : {}),
    });
  }

  get isScript(): boolean {
    return this.root >= 0;
  }

  get qualifiedName(): string {
    return qualify(this.namespace, this.name);
  }

  get key(): string {
    return typeKey(this.qualifiedName, this.root);
  }

  /** Own members in order of declaration, properties first. */
  get members(): MemberSymbol[] {
    this.#members ??= this.#source(this);
    return this.#members;
  }

  /** Drops the members until their next use: most types are used once. */
  forgetMembers(): void {
    this.#members = undefined;
    this.#byName = undefined;
    this.#byStart = undefined;
  }

  /** The member whose name a script writes there. */
  declared(name: string, nameStart: number): MemberSymbol | undefined {
    const same = this.member(name);
    const isIt = (member: MemberSymbol): boolean => member.place?.declaration.nameStart === nameStart;
    if (same.length <= FEW) return same.find(isIt);
    this.#byStart ??= new Map(this.members.map((member) => [member.place?.declaration.nameStart ?? -1, member]));
    const found = this.#byStart.get(nameStart);
    return found?.name === name ? found : same.find(isIt);
  }

  member(name: string): readonly MemberSymbol[] {
    if (this.members.length <= FEW) return this.members.filter((member) => member.name === name);
    if (!this.#byName) {
      this.#byName = new Map();
      for (const member of this.members) {
        const known = this.#byName.get(member.name);
        if (known) known.push(member);
        else this.#byName.set(member.name, [member]);
      }
    }
    return this.#byName.get(name) ?? NONE;
  }
}

const NONE: readonly MemberSymbol[] = [];
/** Up to this many members are looked through; only larger types get a map of names. */
const FEW = 16;

export function qualify(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}::${name}`;
}

export function typeKey(qualifiedName: string, root: number): string {
  return root < 0 ? `T:${qualifiedName}` : `T:${qualifiedName}@${root}`;
}

/** The key of a namespace, as the owner of functions and variables. */
export function scopeKey(namespace: string, root: number): string {
  return root < 0 ? `N:${namespace}` : `N:${namespace}@${root}`;
}

/** The key of a parameter, under which the labels of arguments are kept. */
export function parameterKey(callable: string, name: string): string {
  return `${callable}#${name}`;
}

export function memberKey(owner: string, name: string, parameterTypes: string[] | undefined): string {
  return parameterTypes ? `${owner}.${name}(${parameterTypes.join(",")})` : `${owner}.${name}`;
}
