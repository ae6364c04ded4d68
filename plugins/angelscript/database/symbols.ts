/** Defines the symbols for declarations in scripts and in the engine. */
import { Flag } from "../parser/syntax.ts";
import type { Declaration, Parameter } from "./declaration.ts";

/** `root` is the index of the file's workspace root. */
export interface ScriptFile {
  path: string;
  root: number;
  size: number;
  mtimeMs: number;
  declarations: Declaration[];
}

/** The part of the symbol table that generated members need. */
export interface TypeHierarchy {
  /** True if the data of the engine is incomplete. */
  readonly native: { hasGaps?: boolean };
  /** Returns the type and its bases, starting with the nearest. */
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

/** Only set for native and generated members. */
export interface NativeFacts {
  /** True for a getter or setter that scripts can use like a property. */
  accessor?: boolean;
  doc?: string;
  /** True if the compiler generates the member for each type, like `StaticClass`. */
  generated?: boolean;
  /** The argument whose class determines the return type. */
  outputArgument?: number;
  /** True for functions like `AddUFunction`, which take an object and the name of a method. */
  bindsNames?: boolean;
  /** The C++ header, if it is known. */
  header?: string;
}

export interface MemberParts {
  kind: MemberKind;
  name: string;
  /** The return type, or the type of the value. */
  type: string;
  parameters?: Parameter[] | undefined;
  flags?: number;
  owner?: TypeSymbol | undefined;
  /** The namespace in which the types of this declaration are resolved. It is "" for the global one. */
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
  /** We use two fields and not a `Place`, because with a quarter of a million symbols the additional object matters. */
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

  /** The index of the workspace root, or -1 for native members. */
  get root(): number {
    return this.owner?.root ?? this.#file?.root ?? -1;
  }

  get isCallable(): boolean {
    return this.parameters !== undefined;
  }

  get isMixin(): boolean {
    return (this.flags & Flag.mixin) !== 0;
  }

  /** Set for methods that can be used like a property. */
  get accessor(): "get" | "set" | undefined {
    if (this.kind !== "method" || this.parameters === undefined || this.name.length < 4) return undefined;
    if (!this.native?.accessor && (this.flags & Flag.property) === 0) return undefined;
    const required = requiredParameters(this);
    if (this.name.startsWith("Get") && required === 0) return "get";
    return this.name.startsWith("Set") && this.parameters.length > 0 && required <= 1 ? "set" : undefined;
  }

  /** True if another file declares a global with the same signature. */
  get hasTwin(): boolean {
    return this.#hasTwin;
  }

  /** This must be called before `key` is read for the first time, since the key of a twin includes the file. */
  markTwin(): void {
    this.#hasTwin = true;
  }

  /** This key is the same for all twins. */
  get sharedKey(): string {
    const owner = this.owner?.key ?? scopeKey(this.namespace, this.root);
    return memberKey(
      owner,
      this.name,
      this.parameters?.map((parameter) => parameter.type),
    );
  }

  /** The key doesn't change between runs. References are stored under it. */
  get key(): string {
    return this.#hasTwin ? `${this.sharedKey}@${this.#file?.path}` : this.sharedKey;
  }

  /** The result is cached, so this must always be called with the same `keys`. There is one instance per process. */
  numberIn(keys: { number(key: string): number }): number {
    if (this.#number < 0) this.#number = keys.number(this.key);
    return this.#number;
  }
}

/** Returns the number of parameters that have no default value. */
export function requiredParameters(member: MemberSymbol): number {
  return (member.parameters ?? []).filter((parameter) => parameter.value === undefined).length;
}

export type TypeKind = "class" | "struct" | "enum" | "delegate" | "event" | "primitive";

/** Creates the members of a type when they are first used. */
export type MemberSource = (type: TypeSymbol) => MemberSymbol[];
/** Returns a text that contains the names of all members, among other words. */
export type NameSource = (type: TypeSymbol) => string;

export interface TypeParts {
  kind: TypeKind;
  name: string;
  namespace: string;
  /** The base class in its written form, or "". */
  base: string;
  /** True if the base is only assumed. It can be used to look up members but shouldn't be reported. */
  isBaseAssumed?: boolean;
  /** True if the type isn't declared and scripts only use it as a base class. */
  isUnknown?: boolean;
  /** The index of the workspace root, or -1 for native types. */
  root: number;
  templateParameters?: string[];
  members: MemberSource;
  /** Much faster than `members`. */
  memberNames?: NameSource | undefined;
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
  /** The places at which scripts declare the type. The list is empty for native types. */
  readonly places: Place[] = [];
  readonly #source: MemberSource;
  readonly #names: NameSource | undefined;
  #members: MemberSymbol[] | undefined;
  #byName: Map<string, MemberSymbol[]> | undefined;
  /** The script members by the offset of their name. */
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
    this.#names = parts.memberNames;
  }

  /** Creates the members again for another symbol of the same type. */
  membersFor(type: TypeSymbol): MemberSymbol[] {
    return this.#source(type);
  }

  /** Returns a copy that has additional members at the end, whose names are part of the text `names`. */
  withMembers(more: MemberSource, names: string): TypeSymbol {
    const members = (type: TypeSymbol): MemberSymbol[] => [...this.membersFor(type), ...more(type)];
    const own = this.#names;
    const memberNames = own && ((type: TypeSymbol): string => `${own(type)} ${names}`);
    const { kind, name, namespace, base, isBaseAssumed, isUnknown, root, doc, header } = this;
    const parts = { kind, name, namespace, base, isBaseAssumed, isUnknown, root, members, memberNames };
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

  /** The members in the order of their declaration, except that properties come first. */
  get members(): MemberSymbol[] {
    this.#members ??= this.#source(this);
    return this.#members;
  }

  /** A text that contains the names of all members, except for generated ones. It is undefined if only `members` tells them. */
  get memberNames(): string | undefined {
    return this.#names?.(this);
  }

  /** Frees the members until they are needed again, since most types are only used once. */
  forgetMembers(): void {
    this.#members = undefined;
    this.#byName = undefined;
    this.#byStart = undefined;
  }

  /** Finds the member declared at `nameStart`. */
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
/** Types with up to this number of members are searched linearly, and larger ones have a map. */
const FEW = 16;

export function qualify(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}::${name}`;
}

export function typeKey(qualifiedName: string, root: number): string {
  return root < 0 ? `T:${qualifiedName}` : `T:${qualifiedName}@${root}`;
}

/** Returns the key of a namespace that owns globals. */
export function scopeKey(namespace: string, root: number): string {
  return root < 0 ? `N:${namespace}` : `N:${namespace}@${root}`;
}

/** Returns the key of a parameter, under which the uses of argument labels are stored. */
export function parameterKey(callable: string, name: string): string {
  return `${callable}#${name}`;
}

export function memberKey(owner: string, name: string, parameterTypes: string[] | undefined): string {
  return parameterTypes ? `${owner}.${name}(${parameterTypes.join(",")})` : `${owner}.${name}`;
}
