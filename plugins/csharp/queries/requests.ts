/** Requests of the main thread to the index thread, and its answers: plain data both ways. */
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
  /** Files that contain the name's text: requested by the answer `needText` while the index is incomplete. */
  candidates?: string[];
}

export interface RefsRequest {
  op: "refs";
  query: ReferenceQuery;
  page: PageLimits;
  /** Lines around each use in its snippet. */
  snippetContext: number;
  /** Files that contain the name's text: requested by the answer `needText`. */
  candidates?: string[];
}

export type SymbolAtAnswer = { symbolPath: string } | { local: LocalName };

/** Bases and derived declarations of the targets. */
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
  /** Number of steps from the target. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** The declaration through which it was found: its derived type, or its base. */
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

/** Declarations related to the targets. */
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
  /** For callers: files that contain a node's name, requested by the answer `needText`. */
  candidates?: readonly string[];
  /** The end of the previous part: a file for callers, a node for callees. */
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
  /** The position to continue from: at `total` nothing is left. */
  next: number;
  total: number;
}

export interface Role {
  /** "" if no declaration's name is at that place any more. */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** Its role in Unity, `rpc`, or "". */
  unity: string;
  /** A runner of tests calls it: the attribute by which it is found. */
  test?: string;
  /** Unity saves it inside the objects that hold its type. */
  isInside?: boolean;
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
  /** File by file; "" if unknown. */
  names: string[];
  /** Keyed by name, the paths of their definitions. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  /** Declarations of a file. */
  | { op: "symbols"; path: string }
  /** No more than where each begins and ends, by the file alone. */
  | { op: "structure"; path: string }
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
  | LocalFunctionRequest
  /** Callees of the targets. */
  | { op: "callees"; query: ReferenceQuery }
  | CallStepRequest
  /** Kinds of the declarations whose names are at these places. */
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

/** The local function that a symbol path means. */
export interface LocalFunctionRequest {
  op: "localFunction";
  symbol: string;
}

/** Without one if the path means something else. */
export interface LocalFunctionAnswer {
  local?: LocalName;
}

/** Suggestions for a name without a match. */
export interface SuggestRequest {
  op: "suggest";
  name: string;
  containers: readonly string[];
  kinds: readonly string[];
}

/** Instead of an answer: the text of `words` must be searched for first, below these folders. */
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
  /** More uses follow the last one of this page. */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** The target declarations. */
  targets: JsonObject[];
  targetCount: number;
  /** Without any: symbol paths of other declarations of the name. */
  candidates?: string[];
  /** Without any: what to ask instead. */
  hint?: string;
  /** The external declaration, if no script declares it. */
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
