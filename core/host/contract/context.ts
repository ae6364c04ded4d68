/** Capabilities of handlers, services and workers. Each is limited to the plugin's declared permissions, and asynchronous with serialisable arguments, so that the same code runs in the host or in a child process. */
import type { Changes, PlanLog } from "./changes.ts";
import type { FileSymbol } from "./file-symbol.ts";
import type { Guests } from "./guest-language.ts";
import type { Json, JsonObject, Outcome } from "./outcome.ts";
import type { FetchedFolders, RemoteQuery } from "./remote-source.ts";

/** One workspace root: a real directory. `name` is unique among the roots (`game`, `game~2`). */
export interface Root {
  name: string;
  path: string;
}

/** A checked path. `absolute` is real (no links) and uses `/` on every system, `relative` is below `root`, `written` is the caller's own text. */
export interface ResolvedPath {
  written: string;
  absolute: string;
  relative: string;
  display: string;
  root: Root;
  kind: "file" | "directory" | "missing";
  size: number;
  mtimeMs: number;
}

export interface ResolveOptions {
  /** The expected kind; default `file`. `new` accepts a missing file whose parent is inside. */
  expect?: "file" | "directory" | "any" | "new";
}

export interface Workspace {
  readonly roots: readonly Root[];
  /** The one gate for path arguments: PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, INVALID_ARGUMENT (ambiguous: `details.candidates`). Never cached. */
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** How tools print an absolute path so that every tool accepts it again. */
  display(absolute: string): string;
}

export interface FileStat {
  path: string;
  kind: "file" | "directory" | "link" | "other";
  size: number;
  mtimeMs: number;
  /** The last change of its content, name or rights. Only entries of `list` have it. */
  ctimeMs?: number;
  /** True for an executable regular file. Only entries of `list` have it. */
  executable?: boolean;
}

/** Text as decoded: `replaced` tells that some bytes were not valid and became U+FFFD. `text` never starts with a BOM. */
export interface FileText {
  text: string;
  encoding: string;
  bom: boolean;
  replaced: boolean;
  size: number;
  mtimeMs: number;
}

export interface SweepOptions {
  /** Directories to walk (absolute, inside the workspace); default: the roots. */
  directories?: string[];
  /** Lower-case endings with the dot, e.g. `[".cs"]`; default: all files. */
  extensions?: string[];
  /** Directory names never entered, e.g. `["Library", "node_modules"]`; `.git` never is. */
  skip?: string[];
  /** Directories to skip next to a file, by the file's lower-case ending: `{ ".uproject": ["Saved"] }`. */
  skipSiblings?: Record<string, string[]>;
  /** The same tree is swept again and again: it may be watched in the meantime. For built-in plugins' workers. */
  watch?: boolean;
  signal?: AbortSignal;
}

/** The result of a walk, off the main thread, with one stat per file and without following links: parallel arrays, sorted by path. Do not modify: an unchanged tree may return the same object again. */
export interface Sweep {
  paths: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  /** Folders that could not be read completely. Absent if all could. */
  unreadable?: string[];
}

/** How a tree that is swept with `watch` is kept fresh. */
export interface SweepReport {
  directories: string[];
  /** So many folders are watched, and a sweep looks at nothing else than what changed. Absent while all files are checked. */
  watchedFolders?: number;
  /** Why it cannot be watched; absent before the second sweep too. */
  reason?: string;
}

/** Files of the workspace (and what `permissions.read`/`write` add). Every path is checked on every call. */
export interface Files {
  stat(path: string): Promise<FileStat>;
  /** Bytes of a regular file; LIMIT_EXCEEDED over `maxBytes` (default 64 MB). */
  read(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<Uint8Array>;
  /** Decoded text: BOM, then UTF-8, then `encoding` or Windows-1252 (any label of the Encoding standard). */
  readText(path: string, options?: { maxBytes?: number; encoding?: string }): Promise<FileText>;
  stream(path: string, options?: { offset?: number; chunkBytes?: number }): AsyncIterable<Uint8Array>;
  /** The entries of a directory by name, links not followed; of `names` only those that are there. */
  list(directory: string, options?: { names?: string[] }): Promise<FileStat[]>;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Atomic (temporary file, rename). Needs permission `write`; `replace` is needed to overwrite. */
  write(path: string, data: Uint8Array | string, options?: { replace?: boolean }): Promise<void>;
}

export interface RunRequest {
  /** A name that `permissions.run` lists; one that is an embedded asset (`rg`) is taken from there, others from the PATH. */
  command: string;
  args: string[];
  /** Default: the first root. */
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Delivers stdout at once when the program ends, which is cheaper for output in many small pieces. */
  spool?: boolean;
  /** It writes to stdout, or reads from stdin, of this process itself. For commands of the command line; only heeded for built-in plugins. */
  shares?: { stdin?: boolean; stdout?: boolean };
  /** With more memory of its own than this it is ended, and `exit` says `outOfMemory` (Linux; elsewhere not watched). */
  maxMemoryBytes?: number;
  /** It looks at other programs or windows of this machine, which the kernel hides from one that is confined. Only heeded for built-in plugins. */
  seesMachine?: boolean;
  signal?: AbortSignal;
}

/** A child process, started without a shell. Cancelling the call, or `kill`, ends it and its children. */
export interface Running {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exit: Promise<{ code: number | null; signal: string | null; outOfMemory?: boolean }>;
  kill(): void;
}

/** A stream socket. `data` ends when the peer ends; it throws UNAVAILABLE when the connection breaks. */
export interface Connection {
  readonly data: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export interface Net {
  /** Connects by TCP `{host, port}` (`tls`: encrypted, certificate checked), or to a local socket or named pipe `{path}`. UNAVAILABLE without an answer within `timeoutMs` (default 2,000). */
  connect(
    to: { host: string; port: number; tls?: boolean } | { path: string },
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Connection>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Exclusive use of a cache entry across processes; it renews itself, and is free again when its process dies. */
export interface Lease {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A part of an index: bytes that never change once they are published, aligned to eight. Processes share them if the runtime can map files. */
export interface IndexPart {
  /** Another one for every part ever published. */
  readonly name: string;
  /** Not to be written to. */
  readonly bytes: Uint8Array;
}

/** The parts of an index that are published, in the order they came. */
export interface PublishedIndex {
  readonly parts: readonly IndexPart[];
  /** Parts that the manifest names but that are gone, torn or changed: their content is unknown. */
  readonly missing: number;
}

/** The content of a new part: bytes, or chunks that are written one after another. */
export type PartContent = Uint8Array | readonly Uint8Array[];

/** Exclusive right to publish parts of an index. */
export interface IndexBuild {
  /** Aborted when another process has taken over. */
  readonly lost: AbortSignal;
  /** Tells processes that wait how far the build is. */
  progress(done: number, total: number): Promise<void>;
  /**
   * Writes new parts, then names them and those of `keep` in one step. Throws UNAVAILABLE if the disk cannot be written to, or another
   * process has taken over.
   */
  publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex>;
  release(): Promise<void>;
}

/** An index that one process builds and all read. Its format belongs into its key: jigs of other formats have their own. */
export interface SharedIndex {
  /** Its folder, to tell a user. */
  readonly folder: string;
  /** The published parts; the same object until they change. Opens new parts, and costs a read of a small file otherwise. */
  current(): Promise<PublishedIndex>;
  /** The right to build; undefined while a living process has it. Throws UNAVAILABLE if the disk cannot be written to. */
  build(): Promise<IndexBuild | undefined>;
  /** The progress of the process that builds; undefined if none does. */
  builder(): Promise<{ done: number; total: number } | undefined>;
}

/** Files that jig may lose at any time, in a folder of this plugin, root set and format `version` (part of the path). Keys: `[a-z0-9._-]{1,80}`. */
export interface Cache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** Atomic: a reader sees the old entry or the new one. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Adds to the end; a torn end after a crash is the caller's to recognise (write lengths or checksums). */
  append(key: string, data: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<{ key: string; size: number; mtimeMs: number }[]>;
  /** Returns undefined while another process holds it. */
  lease(key: string): Promise<Lease | undefined>;
  /** The absolute path of an entry, for telling a user the location of a saved answer. */
  path(key: string): string;
}

/** Answers that a tool saves for its caller (`output_file`). */
export interface Outputs {
  /**
   * Where an answer is to be saved, checked before the work is done: `extension` (with the dot) is added unless the name has it. Throws what
   * `workspace.resolve` throws, and INVALID_ARGUMENT for a file that is not jig's own.
   */
  check(written: string, extension: string): Promise<ResolvedPath>;
  /** Writes a string unchanged, any other value as JSON or, with the tool's declared columns, as one TOON document. Atomic; needs permission `write`. Throws LIMIT_EXCEEDED over 256 MB. */
  save(target: ResolvedPath, value: Json, format?: "json" | "toon"): Promise<void>;
  /** Absolute paths of saved answers that are unchanged since: a search leaves them out. */
  list(): Promise<string[]>;
}

/** Files embedded in the binary (in a source run: from node_modules), by name. */
export interface Assets {
  bytes(name: string): Promise<Uint8Array>;
}

export interface Progress {
  /** Done so far, in any unit; with `total` a share. */
  done?: number;
  total?: number;
  message?: string;
}

/** How to reach a worker thread of the same plugin (`workers` in the manifest). */
export interface WorkerCall {
  /** Calls with the same key share a thread and the values it keeps. */
  key?: string;
  signal?: AbortSignal;
  /** Moved instead of copied. */
  transfer?: ArrayBuffer[];
  /** Receives the values that the worker passes to `emit`. */
  onMessage?: (message: unknown) => void;
}

/** The part that handlers, services and workers share. */
export interface Capabilities {
  readonly plugin: string;
  readonly workspace: Workspace;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache: Cache;
  readonly assets: Assets;
  /** True under `--read-only`. */
  readonly readOnly: boolean;
  /** Counts tokens (o200k). `sampled` if the text was too long to count to the end. The first call takes a second. */
  countTokens(text: string): Promise<{ tokens: number; sampled: boolean }>;
  /** An environment variable that `permissions.env` lists. */
  env(name: string): string | undefined;
  /** Runs a job on a worker thread of this plugin and gives its answer. */
  worker<Answer = unknown>(name: string, input: unknown, call?: WorkerCall): Promise<Answer>;
}

/** For values that outlive a call: passed to `open` of the plugin's service. */
export interface ServiceContext extends Capabilities {
  /** The root this service is for; undefined for the one of the whole workspace. */
  readonly root: Root | undefined;
  /** Aborted when the service is closed. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
}

/** A handler's second argument. */
export interface Context extends Capabilities {
  readonly tool: string;
  /** Aborted on cancel and on timeout. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
  readonly outputs: Outputs;
  /** Plans changes of files, for a tool that is declared with `plan`. */
  readonly changes: Changes;
  /** The plans that are kept. Only for plugins that came with jig: others throw PERMISSION_DENIED. */
  readonly plans: PlanLog;
  progress(progress: Progress): void;
  /** Reports rows early: as items of the list that is cut last, or as the module draws them. The outcome must still hold them all. */
  rows(rows: Json[]): void;
  /** Symbols of a file from the plugin that contributes its language; undefined without one. */
  symbols(file: string): Promise<FileSymbol[] | undefined>;
  /** Languages of third parties. */
  readonly guests: Guests;
  /** Fetches the remote files (`repo:…`) among those paths that may answer a question, as local folders. */
  fetchCandidates(paths: readonly string[], query: RemoteQuery): Promise<FetchedFolders>;
  /** Calls a tool that `permissions.invoke` lists. */
  invoke(tool: string, input: JsonObject): Promise<Outcome>;
  /** The plugin's service for a root (its absolute path), or for the whole workspace; opened on first use. */
  service<Service>(root?: string): Promise<Service>;
}

/** A worker job's second argument. A built-in's file reads block only its own thread; a third party's go through the host. */
export interface WorkerContext extends Capabilities {
  readonly signal: AbortSignal;
  /** The index of that name in the plugin's cache folder: one process builds it, all read it. Keys are those of `cache`. For built-in plugins. */
  sharedIndex(key: string): SharedIndex;
  /** The trees that this thread sweeps with `watch`. */
  sweepReports(): SweepReport[];
  /** To `onMessage` of the caller. */
  emit(message: unknown, transfer?: ArrayBuffer[]): void;
  /** A value made once per thread (a parser, an index) and kept until the plugin is reloaded. */
  keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}
