/** Defines the rules for names in a language, which cover scopes, imports and receivers. */

import type { LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import type { LineTable } from "../outline/line-table.ts";

/** The target of an import. */
export interface Import {
  /** The name of the module in the text. */
  module: string;
  /** The name in that module. `*` means the module itself. */
  name: string;
}

export interface Binding {
  name: LightNode;
  /** The node that binds the name, such as a parameter. */
  by: LightNode;
  /** Before this offset, the name refers to an outer declaration. */
  from: number;
  import?: Import;
}

export interface Scope {
  node: LightNode;
  parent: Scope | undefined;
  names: Map<string, Binding[]>;
}

/** A source file with its tree and scopes. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly root: LightNode;
  readonly top: Scope;
  readonly lines: LineTable;
  readonly rules: UsesRules;
  textOf(node: LightNode): string;
  /** Returns the places of a name in text order. */
  named(name: string): readonly LightNode[];
  /** Returns the name that starts at an offset. */
  place(name: string, offset: number | undefined): LightNode | undefined;
  scopeOf(node: LightNode): Scope;
  lookup(text: string, at: LightNode): Binding | undefined;
}

/** Resolves names across files. */
export interface NameResolver {
  /** The files in the workspace, grouped by folder. */
  readonly folders: ReadonlyMap<string, string[]>;
  /**
   * Returns all declarations with a name. With `partners`, only those in a language and its partners (`partnersOf`).
   */
  declared(name: string, partners?: string): readonly IndexedDeclaration[];
  /** Returns the files that contain a word. */
  filesWith(word: string): readonly string[];
  /** The manifests of packages, such as package.json. */
  readonly manifests: readonly string[];
  /** Returns the text of a manifest. */
  text(path: string): Promise<string | undefined>;
  has(path: string): boolean;
  /** Returns the family of a file's language, or "". */
  familyOf(path: string): string;
  /** Returns a table that rules create once from the files. It is identified by a key. */
  keep(key: string, make: () => Promise<ReadonlyMap<string, string>>): Promise<ReadonlyMap<string, string>>;
  file(path: string): Promise<ParsedFile | undefined>;
  declarationsOf(path: string): IndexedDeclaration[];
  declaredAt(file: ParsedFile, node: LightNode): IndexedDeclaration[];
  bare(file: ParsedFile, node: LightNode): Promise<Meaning>;
  imported(file: ParsedFile, by: Import): Promise<Meaning>;
  exported(modules: readonly string[], name: string, seen?: Set<string>): Promise<Meaning>;
  member(file: ParsedFile, object: LightNode, name: string, depth: number): Promise<Meaning>;
  memberOf(type: Type, name: string, depth: number): Promise<Meaning>;
  owners(type: Type, depth: number): Promise<Meaning>;
  typeOfDeclaration(declarations: readonly IndexedDeclaration[], depth: number): Promise<Type | undefined>;
}

/** The role of a name at a place. */
export type Role =
  | { is: "bare" }
  /** A name that is also a key, as in `{ name }`. */
  | { is: "shorthand" }
  /** A member of an expression, or an export of a module. `isNamespace` is set if the object may be a namespace. */
  | { is: "member"; object: LightNode; isNamespace?: boolean }
  /** A key in a literal, which is a member of its type. The type may be written. */
  | { is: "key"; type?: LightNode }
  /** A name from another module in an import or export. */
  | { is: "imported"; module: string }
  /** Another name for the one at a different place. */
  | { is: "alias"; of: LightNode }
  /** Nothing is known about the name. */
  | { is: "unknown" }
  /** A declaration, a label or an argument name. */
  | { is: "none" };

/** The type of an expression, given as source code, as its declaration, or as a module. */
export type Type =
  | { text: string; file: ParsedFile; at: LightNode }
  | { declarations: readonly IndexedDeclaration[] }
  | { modules: readonly string[] };

/** The files of a module. Empty if it is outside the workspace, and undefined if that is not certain. */
export type Modules = readonly string[] | undefined;

/**
 * The declarations that a name refers to. Undefined if they cannot be known, and empty if the name refers to something
 * else.
 */
export type Meaning = readonly IndexedDeclaration[] | undefined;

/** Resolves members by the type of their receiver, which is found in signatures and simple expressions. */
export interface ReceiverRules {
  typeOf(node: LightNode, file: ParsedFile, resolver: NameResolver, depth: number): Promise<Type | undefined>;
  /**
   * Returns the names in a written type, outermost first, such as `["pkg", "T"]`. Empty if the type has no members in
   * the workspace, and undefined if it is unknown.
   */
  namesOfType(text: string): readonly string[] | undefined;
  /** Returns the written type in the signature of a declaration, if there is one. */
  typeOfDeclaration(declaration: IndexedDeclaration): string | undefined;
  /** Returns the type of a declaration from the node of its name, if the signature does not contain it. */
  typeOfDeclared?(name: LightNode, file: ParsedFile, resolver: NameResolver, depth: number): Promise<Type | undefined>;
  /** Resolves a member of a written type that has no name. Returns undefined for other types. */
  memberOfText?(
    type: Extract<Type, { text: string }>,
    name: string,
    resolver: NameResolver,
    depth: number,
  ): Promise<{ meant: Meaning } | undefined>;
  /** Returns the bases in the signature of a type, whose members it may have. */
  basesOf(declaration: IndexedDeclaration, file: ParsedFile): readonly string[];
  modulesOf(written: string, from: string, resolver: NameResolver): Promise<Modules> | Modules;
  /** Finds an export that a module does not declare itself. Returns undefined if it cannot be known. */
  exportedAgain?(file: ParsedFile, name: string, resolver: NameResolver, seen: Set<string>): Promise<Meaning>;
}

/** Resolves names by the language's types, for languages whose receivers require more than the rules above. */
export interface TypedMeanings {
  /** Resolves a name without a receiver, for languages that do not look it up in the scopes of the file first. */
  bare?(file: ParsedFile, name: LightNode): Promise<Meaning>;
  imported(file: ParsedFile, by: Import): Promise<Meaning>;
  member(file: ParsedFile, object: LightNode, name: LightNode): Promise<Meaning>;
  /** Resolves a key in a literal or pattern. */
  key(file: ParsedFile, name: LightNode): Promise<Meaning>;
  /** Resolves a name that is not bound in its file. */
  unbound(file: ParsedFile, name: LightNode): Promise<Meaning>;
  /** Returns the declarations of other types that a declaration implements. */
  implemented?(declaration: IndexedDeclaration): Promise<readonly IndexedDeclaration[]>;
  /** Returns true if the name of a declaration may also be a use of these, as with a macro that renames a function. */
  mayRename?(targets: readonly IndexedDeclaration[]): boolean;
  /** True if the declarations that a call could refer to may be overloads, of which it uses one. */
  hasOverloads?: boolean;
  /** Returns true if the key of a literal probably has the meaning that its place suggests, but not certainly. */
  isLikely?(file: ParsedFile, name: LightNode): Promise<boolean>;
  /**
   * Returns true if a place can refer to a declaration with the name. For example, an expression does not refer to a
   * type.
   */
  fits(declaration: IndexedDeclaration, name: LightNode, file: ParsedFile): boolean;
}

export interface UsesRules extends Partial<ReceiverRules> {
  /** Replaces the rules for receivers. */
  meanings?: TypedMeanings;
  names: ReadonlySet<string>;
  scopes: ReadonlySet<string>;
  /** Scopes that functions inside them do not see, such as the body of a class in Python. */
  hidden?: ReadonlySet<string>;
  /**
   * Records the names that a node binds. `outer` is the scope around it, and `inner` is its own scope if it has one.
   */
  bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void;
  roleOf(node: LightNode, file: ParsedFile): Role;
  kindOf(node: LightNode, file: ParsedFile): UseKind;
  /** Resolves the key of a literal, or the name of an argument, for languages without `meanings`. */
  meaningOfKey?(name: LightNode, file: ParsedFile, resolver: NameResolver): Promise<Meaning>;
  /** Returns true if a class that is not in the index, because it is in a function, has a member of its own. */
  hasLocalMember?(owner: IndexedDeclaration, name: string, file: ParsedFile): boolean;
  /** Returns true if a member is the same as the member of a base, such as an attribute that both set. */
  isSharedWithBases?(declaration: IndexedDeclaration): boolean;
  /** Returns true for a statement that makes a name in a function refer to the file's top level. */
  isGlobal?(binding: Binding): boolean;
  /** Returns true if a node of one of these types is a name. By default, every such node is. */
  isName?(node: LightNode): boolean;
  /** Returns other names under which a file exports a name that it imports or declares. */
  exportedAs?(node: LightNode, file: ParsedFile): readonly string[];
  /**
   * Returns words, at least one of which occurs in every file that imports an export with this name. Undefined
   * means the name itself.
   */
  wordsOfImports?(name: string, file: ParsedFile): Promise<string[] | undefined>;
  /**
   * Returns true if the key of a shorthand is the name that a module exports, as in `const { name } = require("m")`.
   */
  isExportedKey?(node: LightNode, file: ParsedFile): boolean;
  /** A word that occurs near every import inside a function. */
  importWord?: string;
  /** Returns names inside a node that have no node of their own in the grammar. */
  hiddenNames?(node: LightNode, file: ParsedFile): readonly LightNode[];
  /** Matches the parts of comments that contain names that count as uses. */
  namesInComments?: RegExp;
  /** True if a word that is not a name in the tree can be a use as well, as in the arguments of a macro. */
  hasOtherWords?: boolean;
  /** True if the key of a literal can be a name, as in a map. */
  hasNamesAsKeys?: boolean;
  /** True if files in the same folder see each other's declarations. */
  isPackage: boolean;
}

/** `base` is a type that another type extends, implements or embeds. */
export type UseKind = "declaration" | "call" | "read" | "write" | "type" | "base" | "import";

export function bindName(scope: Scope, text: string, binding: Binding): void {
  const known = scope.names.get(text);
  if (known) known.push(binding);
  else scope.names.set(text, [binding]);
}
