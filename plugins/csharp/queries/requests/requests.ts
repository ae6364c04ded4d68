/** Contains the messages that the main thread and the index thread exchange. All of them are plain data. */
import type { Json, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { AssemblyGraph } from "../../project/assembly-graph.ts";
import type { FileScope } from "../../project/scopes.ts";
import type { PageLimits } from "../../search/search-pages.ts";
import type { LocalName, Reference, ReferenceQuery, SubscribedEvent } from "../reference-query.ts";
import type { DeclarationChanges, DeclarationChangesRequest } from "./change-requests.ts";
import type { EditFileAnswer, EditFileRequest, EditTarget, EditTargetRequest } from "./edit-requests.ts";
import type { EventTarget, EventTargetsRequest, SavedField, SavedFieldsRequest } from "./project-requests.ts";
import type { RenameSet, RenameSetRequest } from "./rename-requests.ts";
import type { HierarchyRow, SetUsesAnswer, SetUsesRequest } from "./set-requests.ts";

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
  /** Only set if there are more results. */
  cursor?: string | undefined;
}

export interface RefsRequest {
  op: "refs";
  query: ReferenceQuery;
  page: PageLimits;
  /** The number of context lines around each snippet. */
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
  /** True if the members of types should be included. */
  members?: boolean;
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
  /** The lines that contain the calls. All of them are in the caller's file. */
  calls: number[];
  via?: string;
  /** The kinds of use, for example get, set, raise or read. This is left out if all of them are plain calls. */
  how?: string;
  /** The event that the method is subscribed to, since raising the event counts as calling the method. */
  event?: SubscribedEvent;
  /** The caller if it is outside of the scripts, for example Unity. */
  unity?: string;
  /** The attribute by which a test runner finds the method. */
  test?: string;
}

/** A request for one step along the calls, which starts at many declarations at once. The answer arrives in parts. */
export interface CallStepRequest {
  op: "callStep";
  direction: "callers" | "callees";
  scope: FileScope;
  nodes: readonly CallNode[];
  /** The files that contain the name of a node, which callers need. They are sent in response to `needText`. */
  candidates?: readonly string[];
  /** The end of the previous part. It counts files if we look for callers, and nodes if we look for callees. */
  from: number;
}

/** A declaration in a call graph, identified by its name and line. */
export interface CallNode {
  name: string;
  path: string;
  line: number;
  /** True for an event or a delegate of which we only want the code that raises it. */
  isRaised?: boolean;
}

export interface CallStepAnswer {
  /** The rows, each with the index of the node on the other end of the call. */
  rows: { node: number; row: CallRow }[];
  /** The place to continue from. It is equal to `total` at the end. */
  next: number;
  total: number;
}

export interface Role {
  /** The symbol path, or "" if there is no declaration at this place anymore. */
  symbol: string;
  symbol_path: string;
  kind: string;
  /** The role in Unity, `rpc`, or "" if it has none. */
  unity: string;
  /** The attribute by which a test runner finds the method. */
  test?: string;
  /** True if Unity serializes the type as part of the objects that have a field of it. */
  isInside?: boolean;
}

export interface UnusedRequest {
  op: "unused";
  scope: FileScope;
  /** The names that events and animations in assets call. */
  bound: string[];
  /** The guids of the scripts that are used by assets. */
  carried: string[];
  /** True if some assets couldn't be read, because for all we know those use everything. */
  isBlind: boolean;
}

export interface UnusedAnswer {
  rows: UnusedRow[];
  /** The number of declarations that we couldn't judge because their files changed in the meantime. */
  unjudged: number;
}

export type UnusedRow = {
  path: string;
  line: number;
  kind: string;
  symbol: string;
  symbol_path: string;
  certainty: "certain" | "possible";
  /** The reason why it may be in use after all. */
  why?: string;
};

export interface AssembliesOf {
  /** The name of the assembly of each file, or "" if it isn't known. */
  names: string[];
  /** Maps the names to the paths of the assembly definitions. */
  definitions: Record<string, string>;
}

export type IndexRequest =
  | { op: "status"; wait: boolean }
  | FindRequest
  | { op: "symbols"; path: string }
  /** This only returns ranges, so it doesn't need the index. */
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
  /** This returns the kinds of the declarations at these places. */
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

/** The answer for a local function. `local` is missing if the path turns out to mean something else. */
export interface LocalFunctionAnswer {
  local?: LocalName;
}

/** A request for suggestions in response to a name that does not exist. */
export interface SuggestRequest {
  op: "suggest";
  name: string;
  containers: readonly string[];
  kinds: readonly string[];
}

/** This answer means that the caller should search these folders for `words` first and then send the request again. */
export interface NeedText extends Directories {
  needText: true;
  words: string[];
}

/** The folders that contain scripts. The string changes whenever a script or the index changes. */
export interface Directories {
  directories: string[];
  skip: string[];
  generation: string;
}

/** This is added to an answer and lists the paths that couldn't be read. */
export interface Unread {
  unread: { folders: string[]; files: string[] };
}

/** The lines of a declaration, or of one part of it, including its doc comment. */
export interface DeclarationLines {
  /** The absolute path of the file. */
  path: string;
  startLine: number;
  endLine: number;
  symbol_path: string;
  /** The other parts, each written as `path:first-last`. */
  parts: string[];
}

/** The scripts in a scope, sorted by the path that we display. */
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

/** A page of uses. The remaining uses stay on the index thread. */
export interface ReferencePage {
  files: FileReferences[];
  /** The absolute paths of all files with uses, including those that are not on this page. */
  paths: string[];
  /** True if there is another page. */
  more: boolean;
  total: number;
  certain: number;
  possible: number;
  other: number;
  /** The declarations that the query refers to. */
  targets: JsonObject[];
  targetCount: number;
  /** The symbol paths of other declarations by that name. Only set if there are no targets. */
  candidates?: string[];
  /** A hint at something else to try. Only set if there are no targets. */
  hint?: string;
  /** A note about an external declaration, which is set if no script declares the name. */
  note?: string;
  /** The files that couldn't be resolved, with the reasons. */
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
