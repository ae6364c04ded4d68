/** How names work in a language: scopes, imports, receivers. */

import type { LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import type { LineTable } from "../outline/line-table.ts";

/** The target of an import. */
export interface Import {
  /** The module's name in the text. */
  module: string;
  /** The name there; `*` for the module itself. */
  name: string;
}

export interface Binding {
  name: LightNode;
  /** The node that binds it, such as a parameter. */
  by: LightNode;
  /** Names in front of this offset mean something further out. */
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
  /** The places of a name, in the order of the text. */
  named(name: string): readonly LightNode[];
  /** A name that starts at an offset. */
  place(name: string, offset: number | undefined): LightNode | undefined;
  scopeOf(node: LightNode): Scope;
  lookup(text: string, at: LightNode): Binding | undefined;
}

/** Decides the meaning of names across files. */
export interface NameResolver {
  /** Files of the workspace by folder. */
  readonly folders: ReadonlyMap<string, string[]>;
  /** All declarations of a name; those of a language and its partners alone (`partnersOf`). */
  declared(name: string, partners?: string): readonly IndexedDeclaration[];
  /** Files that have a word. */
  filesWith(word: string): readonly string[];
  /** Manifests of packages, such as package.json. */
  readonly manifests: readonly string[];
  /** The text of a manifest. */
  text(path: string): Promise<string | undefined>;
  has(path: string): boolean;
  /** The family of a file's language; "" for none. */
  familyOf(path: string): string;
  /** A table that rules make once from the files, by a key. */
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

/** How a name is used at a place. */
export type Role =
  | { is: "bare" }
  /** A name and a key at once: `{ name }`. */
  | { is: "shorthand" }
  /** A member of an expression, or an export of a module. `isNamespace`: the object may be a namespace. */
  | { is: "member"; object: LightNode; isNamespace?: boolean }
  /** A key of a literal: a member of a type that may be written. */
  | { is: "key"; type?: LightNode }
  /** A name of another module, as an import or export writes it. */
  | { is: "imported"; module: string }
  /** Another name of one that is written at a place. */
  | { is: "alias"; of: LightNode }
  /** Nothing is known of it. */
  | { is: "unknown" }
  /** A declaration, label or argument name of its own. */
  | { is: "none" };

/** The type of an expression: a text in a file, the type's own declaration, or a module. */
export type Type =
  | { text: string; file: ParsedFile; at: LightNode }
  | { declarations: readonly IndexedDeclaration[] }
  | { modules: readonly string[] };

/** Files of a module; empty if it is outside the workspace, undefined if that is not certain. */
export type Modules = readonly string[] | undefined;

/** Declarations that a name means; `undefined` if that cannot be known. Empty: something else. */
export type Meaning = readonly IndexedDeclaration[] | undefined;

/** Meanings by the type of a receiver, which signatures and single expressions tell. */
export interface ReceiverRules {
  typeOf(node: LightNode, file: ParsedFile, resolver: NameResolver, depth: number): Promise<Type | undefined>;
  /** Names in a written type, outermost first: `["pkg", "T"]`. Empty: a type without members of ours; undefined: unknown. */
  namesOfType(text: string): readonly string[] | undefined;
  /** The written type of a declaration, from its signature; undefined if it has none. */
  typeOfDeclaration(declaration: IndexedDeclaration): string | undefined;
  /** The type of a declaration by its name's node, if its signature does not tell. */
  typeOfDeclared?(name: LightNode, file: ParsedFile, resolver: NameResolver, depth: number): Promise<Type | undefined>;
  /** Bases of a type, from its signature: names that may have its members; undefined if one is not to be known. */
  basesOf(declaration: IndexedDeclaration, file: ParsedFile): readonly string[];
  modulesOf(written: string, from: string, resolver: NameResolver): Promise<Modules> | Modules;
  /** Finds an export that a module does not declare; undefined if that cannot be known. */
  exportedAgain?(file: ParsedFile, name: string, resolver: NameResolver, seen: Set<string>): Promise<Meaning>;
}

/** Meanings by the language's own types, for languages whose receivers need more than the rules above. */
export interface TypedMeanings {
  /** A name without a receiver, for languages that do not find it by the scopes of its file first. */
  bare?(file: ParsedFile, name: LightNode): Promise<Meaning>;
  imported(file: ParsedFile, by: Import): Promise<Meaning>;
  member(file: ParsedFile, object: LightNode, name: LightNode): Promise<Meaning>;
  /** A key of a literal or pattern. */
  key(file: ParsedFile, name: LightNode): Promise<Meaning>;
  /** A name that nothing in its file binds. */
  unbound(file: ParsedFile, name: LightNode): Promise<Meaning>;
  /** Declarations of other types that a declaration implements. */
  implemented?(declaration: IndexedDeclaration): Promise<readonly IndexedDeclaration[]>;
  /** Whether the name of a declaration may be a use of these too, as of a macro that renames a function. */
  mayRename?(targets: readonly IndexedDeclaration[]): boolean;
  /** Whether several declarations that a call may mean are overloads, of which it means one. */
  hasOverloads?: boolean;
  /** Whether a declaration of the name can be meant at a place, such as a type in an expression. */
  fits(declaration: IndexedDeclaration, name: LightNode, file: ParsedFile): boolean;
}

export interface UsesRules extends Partial<ReceiverRules> {
  /** In place of the rules for receivers. */
  meanings?: TypedMeanings;
  names: ReadonlySet<string>;
  scopes: ReadonlySet<string>;
  /** Scopes that functions inside do not see, such as the body of a class in Python. */
  hidden?: ReadonlySet<string>;
  /** Notes the names that a node binds. `outer` is the scope around it, `inner` its own, if it has one. */
  bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void;
  roleOf(node: LightNode, file: ParsedFile): Role;
  kindOf(node: LightNode, file: ParsedFile): UseKind;
  /** Whether a member is the same as one of its name in a base, such as an attribute that is set there too. */
  isSharedWithBases?(declaration: IndexedDeclaration): boolean;
  /** A statement by which a function's name is the file's. */
  isGlobal?(binding: Binding): boolean;
  /** Whether a node of these types is a name; default: each is. */
  isName?(node: LightNode): boolean;
  /** Other names under which a file exports a name that it imports or declares. */
  exportedAs?(node: LightNode, file: ParsedFile): readonly string[];
  /** Words of which a file that imports an export by this name has one; undefined: the name itself. */
  wordsOfImports?(name: string, file: ParsedFile): Promise<string[] | undefined>;
  /** Whether a shorthand's key is the name that a module exports: `const { name } = require("m")`. */
  isExportedKey?(node: LightNode, file: ParsedFile): boolean;
  /** A word near every import inside a function. */
  importWord?: string;
  /** Names inside a node for which the grammar has no node. */
  hiddenNames?(node: LightNode, file: ParsedFile): readonly LightNode[];
  /** Parts of comments with names that count as uses. */
  namesInComments?: RegExp;
  /** Whether a word that is not a name in the tree is a place of it too, as in the arguments of a macro. */
  hasOtherWords?: boolean;
  /** Whether a key of a literal may be a name, as in that of a map. */
  hasNamesAsKeys?: boolean;
  /** Whether files of a folder see each other's declarations. */
  isPackage: boolean;
}

/** `base`: a type that another extends, implements or embeds. */
export type UseKind = "declaration" | "call" | "read" | "write" | "type" | "base" | "import";

export function bindName(scope: Scope, text: string, binding: Binding): void {
  const known = scope.names.get(text);
  if (known) known.push(binding);
  else scope.names.set(text, [binding]);
}
