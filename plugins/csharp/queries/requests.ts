/** What the main thread asks of the index thread, and what it answers: plain data both ways. */
import type { Json, JsonObject } from "../../../core/host/plugin-api.ts";
import type { AssemblyGraph } from "../project/assembly-graph.ts";
import type { FileScope } from "../project/scopes.ts";
import type { PageLimits } from "../search/search-pages.ts";
import type { DeclarationChanges, DeclarationChangesRequest } from "./change-requests.ts";
import type { EditFileAnswer, EditFileRequest, EditTarget, EditTargetRequest } from "./edit-requests.ts";
import type { EventTarget, EventTargetsRequest, SavedField, SavedFieldsRequest } from "./project-requests.ts";
import type { LocalName, Reference, ReferenceQuery, SubscribedEvent } from "./reference-query.ts";
import type { RenameSet, RenameSetRequest } from "./rename-requests.ts";
import type { SetUsesAnswer, SetUsesRequest } from "./set-requests.ts";

export type * from "./change-requests.ts";
export type * from "./edit-requests.ts";
export type * from "./project-requests.ts";
export type { LocalName, Reference, ReferenceQuery, SubscribedEvent } from "./reference-query.ts";
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
  /** Files that hold the text of the name: asked for by the answer `needText` while the index is not whole. */
  candidates?: string[];
}

export interface RefsRequest {
  op: "refs";
  query: ReferenceQuery;
  page: PageLimits;
  /** Lines around each use in its snippet. */
  snippetContext: number;
  /** Files that hold the text of the name: asked for by the answer `needText`. */
  candidates?: string[];
}

export type SymbolAtAnswer = { symbolPath: string } | { local: LocalName };

/** What stands above and below the declarations that are meant. */
export interface HierarchyRequest {
  op: "hierarchy";
  query: ReferenceQuery;
  depth: number;
  up: boolean;
  down: boolean;
  /** Rows of types tell their members. */
  members?: boolean;
}

export interface HierarchyRow {
  relation: string;
  /** Steps away from what was asked. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** Whose base, or derived from which: where this one was met. */
  of?: string;
  kind: string;
  path?: string;
  line?: number;
  /** No script of the workspace declares it. */
  outside?: boolean;
  abstract?: boolean;
  declares?: string[];
  overrides?: string[];
  /** Keys are the types that they are inherited from. */
  inherits?: Record<string, string[]>;
}

/** What is related to the declarations that are meant. */
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
  /** Lines of the calls in the caller's file. */
  calls: number[];
  via?: string;
  /** The kinds of its uses, unless all are plain calls: get, set, raise, read … */
  how?: string;
  /** It subscribes the method to this event, whose raisers are callers. */
  event?: SubscribedEvent;
  /** Who calls it that no script names. */
  unity?: string;
  /** The attribute by which a runner of tests finds it. */
  test?: string;
}

/** One step of a walk along calls, from many declarations at once; answered a part at a time. */
export interface CallStepRequest {
  op: "callStep";
  direction: "callers" | "callees";
  scope: FileScope;
  nodes: readonly CallNode[];
  /** Of callers: files that hold the text of a node's name, asked for by the answer `needText`. */
  candidates?: readonly string[];
  /** Where the part before ended: a file of callers, a node of callees. */
  from: number;
}

/** The declaration of that name on that line. */
export interface CallNode {
  name: string;
  path: string;
  line: number;
  /** An event or delegate, of which raisers are wanted alone. */
  isRaised?: boolean;
}

export interface CallStepAnswer {
  /** With the node that they call, or that calls them. */
  rows: { node: number; row: CallRow }[];
  /** To go on with: nothing is left where it is `total`. */
  next: number;
  total: number;
}

export interface Role {
  /** "" where no declaration's name stands there any more. */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** What Unity makes of it, `rpc`, or "". */
  unity: string;
  /** A runner of tests calls it: the attribute by which it is found. */
  test?: string;
}

/** Declarations of a scope that nothing names. */
export interface UnusedRequest {
  op: "unused";
  scope: FileScope;
  /** Names that events and animations of assets call. */
  bound: string[];
  /** Guids of the scripts that assets carry. */
  carried: string[];
  /** Some assets cannot be read: they may name or carry anything. */
  isBlind: boolean;
}

export interface UnusedAnswer {
  rows: UnusedRow[];
  /** Declarations whose files changed while they were judged. */
  unjudged: number;
}

export type UnusedRow = {
  path: string;
  line: number;
  kind: string;
  symbol: string;
  symbol_path: string;
  certainty: "certain" | "possible";
  /** Why it may be used all the same. */
  why?: string;
};

export interface AssembliesOf {
  /** File by file; "" where nobody can tell. */
  names: string[];
  /** By name, the paths of their definitions. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  /** Declarations of a file; "structure" gives no more than where each begins and ends. */
  | { op: "symbols" | "structure"; path: string }
  | { op: "files"; scope: FileScope }
  | RefsRequest
  | RenameSetRequest
  | EditTargetRequest
  | EditFileRequest
  | DeclarationChangesRequest
  | EventTargetsRequest
  | SavedFieldsRequest
  /** The first and last line of a declaration. */
  | { op: "declarationLines"; query: ReferenceQuery }
  | HierarchyRequest
  /** What the declarations that are meant call. */
  | { op: "callees"; query: ReferenceQuery }
  | CallStepRequest
  /** What the declarations are whose names stand there. */
  | { op: "roles"; places: { path: string; line: number; name?: string }[] }
  | UnusedRequest
  | { op: "assemblies" }
  /** Which assemblies compile files. */
  | { op: "assembliesOf"; paths: string[] }
  | SetUsesRequest
  | SuggestRequest
  | SymbolAtRequest
  | { op: "directories" };

/** The symbol that a position means. */
export interface SymbolAtRequest {
  op: "symbolAt";
  path: string;
  line: number;
  column: number;
}

/** What may have been meant by a name that nothing fits. */
export interface SuggestRequest {
  op: "suggest";
  name: string;
  containers: readonly string[];
  kinds: readonly string[];
}

/** Instead of an answer: the text of `words` must be looked for first, below these folders. */
export interface NeedText extends Directories {
  needText: true;
  words: string[];
}

/** The folders of all scripts, and a word that changes whenever a script or the state of the index does. */
export interface Directories {
  directories: string[];
  skip: string[];
  generation: string;
}

/** A message that comes with answers: paths that were refused. */
export interface Unread {
  unread: { folders: string[]; files: string[] };
}

/** Lines of one part of a declaration, documentation included. */
export interface DeclarationLines {
  /** Absolute. */
  path: string;
  startLine: number;
  endLine: number;
  symbol_path: string;
  /** Other parts, as `path:first-last`. */
  parts: string[];
}

/** Scripts of a scope, sorted by the path that answers print. */
export interface ScriptFiles {
  paths: string[];
  displays: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  directories: string[];
  skip: string[];
}

/** Uses `[from, to)` of one file, and a snippet for each. */
export interface FileReferences {
  display: string;
  absolute: string;
  from: number;
  references: Reference[];
  snippets: string[];
}

/** One page of all uses; the index thread keeps the rest. */
export interface ReferencePage {
  files: FileReferences[];
  /** Absolute paths of the files with uses, of all pages. */
  paths: string[];
  /** Uses come behind the last one of this page. */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** The declarations that were asked for. */
  targets: JsonObject[];
  targetCount: number;
  /** Without any: symbol paths of other declarations of the name. */
  candidates?: string[];
  /** Without any: what to ask instead. */
  hint?: string;
  /** What is meant, where no script declares it. */
  note?: string;
  /** Files not resolved, with the reason. */
  warnings: string[];
}

export type IndexAnswer =
  | Json
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
  | RenameSet
  | EditTarget
  | EditFileAnswer
  | DeclarationChanges
  | EventTarget[]
  | SavedField[]
  | DeclarationLines
  | UnusedAnswer
  | AssemblyGraph;
