/** Messages between the main thread and the index thread. Plain data. */
import type { Json, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { AssemblyGraph } from "../../project/assembly-graph.ts";
import type { FileScope } from "../../project/scopes.ts";
import type { PageLimits } from "../../search/search-pages.ts";
import type { LocalName, Reference, ReferenceQuery, SubscribedEvent } from "../reference-query.ts";
import type { DeclarationChanges, DeclarationChangesRequest } from "./change-requests.ts";
import type { EditFileAnswer, EditFileRequest, EditTarget, EditTargetRequest } from "./edit-requests.ts";
import type { EventTarget, EventTargetsRequest, SavedField, SavedFieldsRequest } from "./project-requests.ts";
import type { RenameSet, RenameSetRequest } from "./rename-requests.ts";
import type { SetUsesAnswer, SetUsesRequest } from "./set-requests.ts";

export type { LocalName, Reference, ReferenceQuery, SubscribedEvent } from "../reference-query.ts";
export type * from "./change-requests.ts";
export type * from "./edit-requests.ts";
export type * from "./project-requests.ts";
export type * from "./rename-requests.ts";
export type * from "./set-requests.ts";

export interface FindRequest {
  op: "find";
  name: string;
  exact: boolean;
  kinds: string[];
  scope: FileScope;
  pageSize: number;
  startAfter: string;
  /** Files with the name in them. Passed in response to `needText`, i.e. while the index is incomplete. */
  candidates?: string[];
}

export interface FindAnswer {
  results: JsonObject[];
  /** Cursor of each result. `files` are those they are in. */
  cursors: string[];
  files: string[];
  total: number;
  hint?: string;
  unread?: string;
  candidates?: string[];
  /** Set if there are more results. */
  cursor?: string | undefined;
}

export interface RefsRequest {
  op: "refs";
  query: ReferenceQuery;
  page: PageLimits;
  /** Context lines per snippet */
  snippetContext: number;
  /** Files with the name in them, in response to `needText`. */
  candidates?: string[];
}

/** `word` is the word at the position. */
export type SymbolAtAnswer = ({ symbolPath: string } | { local: LocalName }) & { word?: string };

/** A request for the bases and the derived declarations of the targets. */
export interface HierarchyRequest {
  op: "hierarchy";
  query: ReferenceQuery;
  depth: number;
  up: boolean;
  down: boolean;
  /** Include the members of types */
  members?: boolean;
}

export interface HierarchyRow {
  relation: string;
  /** The distance from the target. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** The declaration that led here, i.e. its base or a type derived from it */
  of?: string;
  kind: string;
  path?: string;
  line?: number;
  /** Declared outside of the scripts */
  outside?: boolean;
  abstract?: boolean;
  declares?: string[];
  overrides?: string[];
  /** Inherited members, by declaring type */
  inherits?: Record<string, string[]>;
}

/** The answer to a request for declarations that are related to the targets. */
export interface RelationAnswer<Row> {
  targets: JsonObject[];
  targetCount: number;
  candidates?: string[];
  rows: Row[];
  hint?: string;
  note?: string;
}

export type HierarchyAnswer = RelationAnswer<HierarchyRow>;
export type CalleesAnswer = RelationAnswer<CallRow>;

export interface CallRow {
  symbol: string;
  symbol_path: string;
  kind: string;
  path: string;
  absolute: string;
  line: number;
  certainty: "certain" | "possible";
  /** Lines with the calls, in the caller's file */
  calls: number[];
  via?: string;
  /** Kinds of use, e.g. get, set, raise or read. Left out if they're all plain calls. */
  how?: string;
  /** The event the method is subscribed to. Raising the event counts as calling the method. */
  event?: SubscribedEvent;
  /** A caller outside of the scripts, e.g. Unity */
  unity?: string;
  /** Attribute by which a test runner finds it */
  test?: string;
}

/** One step of a walk along calls, from many declarations at once. Answered in parts. */
export interface CallStepRequest {
  op: "callStep";
  direction: "callers" | "callees";
  scope: FileScope;
  nodes: readonly CallNode[];
  /** For callers: files with the name of a node in them, in response to `needText`. */
  candidates?: readonly string[];
  /** The end of the previous part. Counts files for callers, nodes for callees. */
  from: number;
}

/** A declaration in a call graph, identified by its name and line. */
export interface CallNode {
  name: string;
  path: string;
  line: number;
  /** Event or delegate, and we only want the code that raises it */
  isRaised?: boolean;
}

export interface CallStepAnswer {
  /** Rows, along with the index of the node on the other end of the call */
  rows: { node: number; row: CallRow }[];
  /** Continue from here. Equal to `total` at the end. */
  next: number;
  total: number;
}

export interface Role {
  /** "" if there's no declaration at this place anymore */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** Role in Unity, `rpc`, or "" */
  unity: string;
  /** Attribute by which a test runner finds it */
  test?: string;
  /** Unity serializes this as part of objects of its type */
  isInside?: boolean;
}

export interface UnusedRequest {
  op: "unused";
  scope: FileScope;
  /** Names that events and animations in assets call */
  bound: string[];
  /** Guids of scripts used by assets */
  carried: string[];
  /** Some assets couldn't be read. For all we know, those use everything. */
  isBlind: boolean;
}

export interface UnusedAnswer {
  rows: UnusedRow[];
  /** Declarations we couldn't judge, as their files changed under us */
  unjudged: number;
}

export type UnusedRow = {
  path: string;
  line: number;
  kind: string;
  symbol: string;
  symbol_path: string;
  certainty: "certain" | "possible";
  /** Why it may be in use after all */
  why?: string;
};

export interface AssembliesOf {
  /** Assembly per file, "" if unknown */
  names: string[];
  /** Maps names to the path of the assembly definition. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  | { op: "symbols"; path: string }
  /** Just ranges. Doesn't take an index. */
  | { op: "structure"; path: string }
  | { op: "files"; scope: FileScope }
  | RefsRequest
  | RenameSetRequest
  | EditTargetRequest
  | EditFileRequest
  | DeclarationChangesRequest
  | EventTargetsRequest
  | SavedFieldsRequest
  | { op: "declarationLines"; query: ReferenceQuery }
  | HierarchyRequest
  | LocalFunctionRequest
  | { op: "callees"; query: ReferenceQuery }
  | CallStepRequest
  /** Kinds of the declarations at these places */
  | { op: "roles"; places: { path: string; line: number; name?: string }[] }
  | UnusedRequest
  | { op: "assemblies" }
  | { op: "assembliesOf"; paths: string[] }
  | SetUsesRequest
  | SuggestRequest
  | SymbolAtRequest
  | { op: "directories" };

export interface SymbolAtRequest {
  op: "symbolAt";
  path: string;
  line: number;
  column: number;
}

export interface LocalFunctionRequest {
  op: "localFunction";
  symbol: string;
}

/** `local` is missing if the path turns out to be something else. */
export interface LocalFunctionAnswer {
  local?: LocalName;
}

/** A request for suggestions, for a name that does not exist. */
export interface SuggestRequest {
  op: "suggest";
  name: string;
  containers: readonly string[];
  kinds: readonly string[];
}

/** "Search these folders for `words` first, then ask again." */
export interface NeedText extends Directories {
  needText: true;
  words: string[];
}

/** Folders of all scripts. The string changes along with any script, or with the index. */
export interface Directories {
  directories: string[];
  skip: string[];
  generation: string;
}

/** Goes with an answer: paths that couldn't be read */
export interface Unread {
  unread: { folders: string[]; files: string[] };
}

/** Lines of a declaration (one part of it), including its doc comment */
export interface DeclarationLines {
  /** Absolute */
  path: string;
  startLine: number;
  endLine: number;
  symbol_path: string;
  /** Other parts, as `path:first-last` */
  parts: string[];
}

/** The scripts in a scope. These are sorted by displayed path. */
export interface ScriptFiles {
  paths: string[];
  displays: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  directories: string[];
  skip: string[];
}

/** The uses `[from, to)` in a single file, each with its snippet. */
export interface FileReferences {
  display: string;
  absolute: string;
  from: number;
  references: Reference[];
  snippets: string[];
}

/** A page of uses. The rest stays on the index thread. */
export interface ReferencePage {
  files: FileReferences[];
  /** Absolute paths of every file with uses, whether on this page or not */
  paths: string[];
  /** There's another page */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** Declarations the query refers to */
  targets: JsonObject[];
  targetCount: number;
  /** If there are no targets, the symbol paths of others by that name */
  candidates?: string[];
  /** If there are no targets, a hint at something else to try */
  hint?: string;
  /** About an external declaration, if no script declares the name */
  note?: string;
  /** Unresolved files, with reasons */
  warnings: string[];
}

export type IndexAnswer =
  | Json
  | FindAnswer
  | NeedText
  | Directories
  | AssembliesOf
  | ScriptFiles
  | ReferencePage
  | HierarchyAnswer
  | CalleesAnswer
  | CallStepAnswer
  | SetUsesAnswer
  | Role[]
  | SymbolAtAnswer
  | LocalFunctionAnswer
  | RenameSet
  | EditTarget
  | EditFileAnswer
  | DeclarationChanges
  | EventTarget[]
  | SavedField[]
  | DeclarationLines
  | UnusedAnswer
  | AssemblyGraph;
