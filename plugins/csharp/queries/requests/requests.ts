/** The messages between the main thread and the index thread. They are plain data. */
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
  /** The files that contain the name. They are passed after a `needText` answer, while the index is incomplete. */
  candidates?: string[];
}

export interface RefsRequest {
  op: "refs";
  query: ReferenceQuery;
  page: PageLimits;
  /** Number of lines around each use in a snippet. */
  snippetContext: number;
  /** The files that contain the name, passed after a `needText` answer. */
  candidates?: string[];
}

export type SymbolAtAnswer = { symbolPath: string } | { local: LocalName };

/** Requests the bases and derived declarations of the targets. */
export interface HierarchyRequest {
  op: "hierarchy";
  query: ReferenceQuery;
  depth: number;
  up: boolean;
  down: boolean;
  /** Whether the rows of types include their members. */
  members?: boolean;
}

export interface HierarchyRow {
  relation: string;
  /** Number of steps from the target. */
  depth: number;
  symbol: string;
  symbol_path: string;
  /** The declaration that led to this one: its base, or a type derived from it. */
  of?: string;
  kind: string;
  path?: string;
  line?: number;
  /** True if the declaration is external. */
  outside?: boolean;
  abstract?: boolean;
  declares?: string[];
  overrides?: string[];
  /** Inherited members, grouped by the type that declares them. */
  inherits?: Record<string, string[]>;
}

/** The declarations that are related to the targets. */
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
  /** The lines of the calls, in the file of the caller. */
  calls: number[];
  via?: string;
  /** The kinds of uses, such as get, set, raise or read. Omitted if all of them are plain calls. */
  how?: string;
  /** The event that the method is subscribed to. Code that raises it counts as a caller. */
  event?: SubscribedEvent;
  /** Describes the caller outside the scripts, such as Unity. */
  unity?: string;
  /** The attribute that makes a test runner find it. */
  test?: string;
}

/** Requests one step of a walk along calls, which starts from many declarations at once. The answer comes in parts. */
export interface CallStepRequest {
  op: "callStep";
  direction: "callers" | "callees";
  scope: FileScope;
  nodes: readonly CallNode[];
  /** For callers, the files that contain the name of a node. They are passed after a `needText` answer. */
  candidates?: readonly string[];
  /** The end of the previous part, counted in files for callers and in nodes for callees. */
  from: number;
}

/** A declaration, identified by its name and line. */
export interface CallNode {
  name: string;
  path: string;
  line: number;
  /** True for an event or delegate if only the code that raises it is requested. */
  isRaised?: boolean;
}

export interface CallStepAnswer {
  /** Each row with the index of the node that it calls or that calls it. */
  rows: { node: number; row: CallRow }[];
  /** The position at which to continue. It is `total` at the end. */
  next: number;
  total: number;
}

export interface Role {
  /** "" if the place no longer contains a declaration. */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** The role of the declaration in Unity, `rpc`, or "". */
  unity: string;
  /** The attribute by which a test runner finds it. */
  test?: string;
  /** True if Unity serializes it as part of objects of its type. */
  isInside?: boolean;
}

/** Requests the unused declarations in a scope. */
export interface UnusedRequest {
  op: "unused";
  scope: FileScope;
  /** The names that events and animations in assets call. */
  bound: string[];
  /** The guids of the scripts that assets use. */
  carried: string[];
  /** True if some assets could not be read, since those may use anything. */
  isBlind: boolean;
}

export interface UnusedAnswer {
  rows: UnusedRow[];
  /** Number of declarations whose files changed during the analysis. */
  unjudged: number;
}

export type UnusedRow = {
  path: string;
  line: number;
  kind: string;
  symbol: string;
  symbol_path: string;
  certainty: "certain" | "possible";
  /** A reason why it might be used after all. */
  why?: string;
};

export interface AssembliesOf {
  /** One assembly name per file; "" if it is unknown. */
  names: string[];
  /** The paths of the assembly definitions, keyed by name. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  /** Requests the declarations in a file. */
  | { op: "symbols"; path: string }
  /** Requests only the ranges of the declarations, which do not require the index. */
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
  /** Requests the callees of the targets. */
  | { op: "callees"; query: ReferenceQuery }
  | CallStepRequest
  /** Requests the kinds of the declarations at these places. */
  | { op: "roles"; places: { path: string; line: number; name?: string }[] }
  | UnusedRequest
  | { op: "assemblies" }
  /** Requests the assemblies that contain the files. */
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

/** Requests the local function for a symbol path. */
export interface LocalFunctionRequest {
  op: "localFunction";
  symbol: string;
}

/** `local` is missing if the path refers to something else. */
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

/** Answers that the caller has to search for `words` in these folders first. */
export interface NeedText extends Directories {
  needText: true;
  words: string[];
}

/** The folders of all scripts, and a string that changes whenever a script or the index changes. */
export interface Directories {
  directories: string[];
  skip: string[];
  generation: string;
}

/** Reports the paths that could not be read, along with an answer. */
export interface Unread {
  unread: { folders: string[]; files: string[] };
}

/** The lines of one part of a declaration, including its documentation comment. */
export interface DeclarationLines {
  /** The absolute path. */
  path: string;
  startLine: number;
  endLine: number;
  symbol_path: string;
  /** The other parts, in the form `path:first-last`. */
  parts: string[];
}

/** The scripts in a scope, sorted by their displayed path. */
export interface ScriptFiles {
  paths: string[];
  displays: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  directories: string[];
  skip: string[];
}

/** The uses `[from, to)` in one file, each with a snippet. */
export interface FileReferences {
  display: string;
  absolute: string;
  from: number;
  references: Reference[];
  snippets: string[];
}

/** One page of uses. The index thread keeps the others. */
export interface ReferencePage {
  files: FileReferences[];
  /** The absolute paths of all files with uses, not only those on this page. */
  paths: string[];
  /** True if there are more uses after this page. */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** The declarations that the query refers to. */
  targets: JsonObject[];
  targetCount: number;
  /** If there are no targets, the symbol paths of other declarations with the name. */
  candidates?: string[];
  /** If there are no targets, a hint on what to try instead. */
  hint?: string;
  /** A note about the external declaration, if no script declares the name. */
  note?: string;
  /** The files that could not be resolved, with the reasons. */
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
