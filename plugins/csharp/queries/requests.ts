/** Messages between the main thread and the index thread, as plain data. */
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
  /** Context lines in each snippet. */
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
  /** Whether rows of types include members. */
  members?: boolean;
}

export interface HierarchyRow {
  relation: string;
  /** Number of steps from the target. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** The declaration through which it was found: its derived type or base. */
  of?: string;
  kind: string;
  path?: string;
  line?: number;
  /** True if it is external. */
  outside?: boolean;
  abstract?: boolean;
  declares?: string[];
  overrides?: string[];
  /** Inherited members by declaring type. */
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
  /** The event to which it subscribes the method, whose raisers are callers. */
  event?: SubscribedEvent;
  /** Its caller outside scripts. */
  unity?: string;
  /** The attribute by which a test runner finds it. */
  test?: string;
}

/** One step of a walk along calls, from many declarations at once. Answered in parts. */
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

/** A declaration, by name and line. */
export interface CallNode {
  name: string;
  path: string;
  line: number;
  /** True for an event or delegate of which only raisers are requested. */
  isRaised?: boolean;
}

export interface CallStepAnswer {
  /** Rows with the index of the node that they call, or that calls them. */
  rows: { node: number; row: CallRow }[];
  /** The position to continue from; `total` at the end. */
  next: number;
  total: number;
}

export interface Role {
  /** "" if there is no longer a declaration at that place. */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** Its role in Unity, `rpc`, or "". */
  unity: string;
  /** The attribute by which a test runner finds it. */
  test?: string;
  /** True if Unity serialises it inside objects of its type. */
  isInside?: boolean;
}

/** Requests unused declarations of a scope. */
export interface UnusedRequest {
  op: "unused";
  scope: FileScope;
  /** Names that events and animations in assets call. */
  bound: string[];
  /** Guids of scripts used in assets. */
  carried: string[];
  /** True if some assets are unreadable, so that they may use anything. */
  isBlind: boolean;
}

export interface UnusedAnswer {
  rows: UnusedRow[];
  /** Declarations whose files changed during the analysis. */
  unjudged: number;
}

export type UnusedRow = {
  path: string;
  line: number;
  kind: string;
  symbol: string;
  symbol_path: string;
  certainty: "certain" | "possible";
  /** Why it may be used anyway. */
  why?: string;
};

export interface AssembliesOf {
  /** One name for each file; "" if unknown. */
  names: string[];
  /** Paths of definitions, by name. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  /** Requests the declarations of a file. */
  | { op: "symbols"; path: string }
  /** Requests only the range of each declaration, from the file alone. */
  | { op: "structure"; path: string }
  | { op: "files"; scope: FileScope }
  | RefsRequest
  | RenameSetRequest
  | EditTargetRequest
  | EditFileRequest
  | DeclarationChangesRequest
  | EventTargetsRequest
  | SavedFieldsRequest
  /** Requests the lines of a declaration. */
  | { op: "declarationLines"; query: ReferenceQuery }
  | HierarchyRequest
  | LocalFunctionRequest
  /** Requests callees of the targets. */
  | { op: "callees"; query: ReferenceQuery }
  | CallStepRequest
  /** Requests kinds of the declarations at these places. */
  | { op: "roles"; places: { path: string; line: number; name?: string }[] }
  | UnusedRequest
  | { op: "assemblies" }
  /** Requests the assemblies of files. */
  | { op: "assembliesOf"; paths: string[] }
  | SetUsesRequest
  | SuggestRequest
  | SymbolAtRequest
  | { op: "directories" };

/** Requests the symbol at a position. */
export interface SymbolAtRequest {
  op: "symbolAt";
  path: string;
  line: number;
  column: number;
}

/** Requests the local function of a symbol path. */
export interface LocalFunctionRequest {
  op: "localFunction";
  symbol: string;
}

/** Without a function if the path means something else. */
export interface LocalFunctionAnswer {
  local?: LocalName;
}

/** Requests suggestions for an unknown name. */
export interface SuggestRequest {
  op: "suggest";
  name: string;
  containers: readonly string[];
  kinds: readonly string[];
}

/** Returned if `words` must first be searched for in these folders. */
export interface NeedText extends Directories {
  needText: true;
  words: string[];
}

/** The folders of all scripts, and a text that changes whenever a script or the index does. */
export interface Directories {
  directories: string[];
  skip: string[];
  generation: string;
}

/** A message with answers: paths that could not be read. */
export interface Unread {
  unread: { folders: string[]; files: string[] };
}

/** Lines of one part of a declaration, including documentation. */
export interface DeclarationLines {
  /** Absolute. */
  path: string;
  startLine: number;
  endLine: number;
  symbol_path: string;
  /** Other parts, as `path:first-last`. */
  parts: string[];
}

/** Scripts of a scope, sorted by printed path. */
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

/** One page of uses; the index thread keeps the rest. */
export interface ReferencePage {
  files: FileReferences[];
  /** Absolute paths of the files with uses, of all pages. */
  paths: string[];
  /** True if there are more uses after this page. */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** The target declarations. */
  targets: JsonObject[];
  targetCount: number;
  /** If there are no targets: symbol paths of other declarations of the name. */
  candidates?: string[];
  /** If there are no targets: advice. */
  hint?: string;
  /** A note on the external declaration, if there is no script's. */
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
