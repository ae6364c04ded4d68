/**
 * Capabilities of handlers, services and workers. Each is limited to the plugin's declared permissions, and asynchronous
 * with serialisable arguments, so that the same code runs in the host or in a child process.
 */
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

/**
 * A checked path. `absolute` is real (no links) and uses `/` on every system, `relative` is below `root`, `written` is the
 * caller's own text.
 */
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
  /** Throws PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, or INVALID_ARGUMENT if ambiguous (`details.candidates`). Never cached. */
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** Formats an absolute path so that every tool accepts it. */
  display(absolute: string): string;
}

export interface FileStat {
  path: string;
  kind: "file" | "directory" | "link" | "other";
  size: number;
  mtimeMs: number;
  /** Last change of its content, name or permissions. Only set by `list`. */
  ctimeMs?: number;
  /** True for an executable regular file. Only set by `list`. */
  executable?: boolean;
}

/** Decoded text. `replaced` is true if invalid bytes became U+FFFD. `text` never starts with a BOM. */
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
  /** Set for repeated sweeps of a tree, which may then be watched. For workers of built-in plugins. */
  watch?: boolean;
  signal?: AbortSignal;
}

/**
 * The result of a walk, off the main thread, with one stat per file and without following links: parallel arrays, sorted by
 * path. Do not modify: an unchanged tree may return the same object again.
 */
export interface Sweep {
  paths: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  /** Folders that could not be read completely. Absent if all could. */
  unreadable?: string[];
}

/** How a tree swept with `watch` is kept fresh. */
export interface SweepReport {
  directories: string[];
  /** Number of watched folders, if a sweep checks only changes. Absent while all files are checked. */
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
  /** Lists a directory by name, without following links; with `names`, only the existing ones of these. */
  list(directory: string, options?: { names?: string[] }): Promise<FileStat[]>;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Atomic (temporary file, rename). Needs permission `write`; `replace` is needed to overwrite. */
  write(path: string, data: Uint8Array | string, options?: { replace?: boolean }): Promise<void>;
}

export interface RunRequest {
  /** A name in `permissions.run`. An embedded asset (`rg`) is used if there is one, otherwise a program on the PATH. */
  command: string;
  args: string[];
  /** Default: the first root. */
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Delivers stdout at once when the program ends, which is cheaper for output in many small pieces. */
  spool?: boolean;
  /** Shares stdin or stdout of this process. For commands of the command line; ignored unless the plugin is built in. */
  shares?: { stdin?: boolean; stdout?: boolean };
  /** The process is ended if it uses more memory than this, and `exit` has `outOfMemory` (Linux only). */
  maxMemoryBytes?: number;
  /** Set if it must see other programs or windows, which are hidden from confined programs. Ignored unless the plugin is built in. */
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
  /**
   * Connects by TCP `{host, port}` (`tls`: encrypted, certificate checked), or to a local socket or named pipe `{path}`.
   * UNAVAILABLE without an answer within `timeoutMs` (default 2,000).
   */
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

/** Exclusive use of a cache entry across processes. Renews itself, and is released when its process dies. */
export interface Lease {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * A part of an index: bytes that never change once they are published, aligned to eight. Processes share them if the runtime
 * can map files.
 */
export interface IndexPart {
  /** Unique among all parts ever published. */
  readonly name: string;
  /** Must not be modified. */
  readonly bytes: Uint8Array;
}

/** The published parts of an index, in order of publication. */
export interface PublishedIndex {
  readonly parts: readonly IndexPart[];
  /** Number of parts in the manifest that are missing, truncated or changed. */
  readonly missing: number;
}

/** The content of a new part: bytes, or chunks that are written in order. */
export type PartContent = Uint8Array | readonly Uint8Array[];

/** Exclusive right to publish parts of an index. */
export interface IndexBuild {
  /** Aborted when another process has taken over. */
  readonly lost: AbortSignal;
  /** Reports the build's progress to waiting processes. */
  progress(done: number, total: number): Promise<void>;
  /**
   * Writes new parts, then names them and those of `keep` in one step. Throws UNAVAILABLE if the disk cannot be written to, or another
   * process has taken over.
   */
  publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex>;
  release(): Promise<void>;
}

/** An index that one process builds and all read. The key must include the format version. */
export interface SharedIndex {
  /** Its folder, for messages. */
  readonly folder: string;
  /** Returns the published parts, the same object until they change. Reads one small file, and opens new parts. */
  current(): Promise<PublishedIndex>;
  /** Acquires the right to build; undefined while a living process has it. Throws UNAVAILABLE if the disk is not writable. */
  build(): Promise<IndexBuild | undefined>;
  /** Returns the progress of the building process, if any. */
  builder(): Promise<{ done: number; total: number } | undefined>;
}

/** Files that may be deleted at any time, in a folder for this plugin, its roots and the format `version`. Keys: `[a-z0-9._-]{1,80}`. */
export interface Cache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** Atomic: readers see either the old or the new entry. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Appends. The caller must detect a truncated end after a crash, for example with lengths or checksums. */
  append(key: string, data: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<{ key: string; size: number; mtimeMs: number }[]>;
  /** Returns undefined while another process holds it. */
  lease(key: string): Promise<Lease | undefined>;
  /** The absolute path of an entry, for messages. */
  path(key: string): string;
}

/** Answers that a tool saves for its caller (`output_file`). */
export interface Outputs {
  /**
   * Checks where to save an answer, before doing the work. Adds `extension` (with the dot) if the name lacks it. Throws the
   * errors of `workspace.resolve`, and INVALID_ARGUMENT for a file that jig did not write.
   */
  check(written: string, extension: string): Promise<ResolvedPath>;
  /**
   * Writes a string unchanged, any other value as JSON or, with the tool's declared columns, as one TOON document. Atomic;
   * needs permission `write`. Throws LIMIT_EXCEEDED over 256 MB.
   */
  save(target: ResolvedPath, value: Json, format?: "json" | "toon"): Promise<void>;
  /** Absolute paths of saved answers that have not changed since. Searches skip them. */
  list(): Promise<string[]>;
}

/** Files embedded in the binary (in a source run: from node_modules), by name. */
export interface Assets {
  bytes(name: string): Promise<Uint8Array>;
}

export interface Progress {
  /** Amount done, in any unit; a share if `total` is set. */
  done?: number;
  total?: number;
  message?: string;
}

/** Options of a call to a worker thread of the same plugin (`workers` in the manifest). */
export interface WorkerCall {
  /** Calls with the same key share a thread and its kept values. */
  key?: string;
  signal?: AbortSignal;
  /** Moved instead of copied. */
  transfer?: ArrayBuffer[];
  /** Receives the values that the worker passes to `emit`. */
  onMessage?: (message: unknown) => void;
}

/** Capabilities that handlers, services and workers share. */
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
  /** Runs a job on a worker thread of this plugin and returns its answer. */
  worker<Answer = unknown>(name: string, input: unknown, call?: WorkerCall): Promise<Answer>;
}

/** Passed to `open` of the plugin's service, which holds values that outlive a call. */
export interface ServiceContext extends Capabilities {
  /** The service's root; undefined for a service of the whole workspace. */
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
  /** Stored plans. Only for built-in plugins; throws PERMISSION_DENIED for others. */
  readonly plans: PlanLog;
  progress(progress: Progress): void;
  /** Reports rows before the answer is complete. The outcome must still contain all of them. */
  rows(rows: Json[]): void;
  /** Symbols of a file from the plugin that contributes its language; undefined without one. */
  symbols(file: string): Promise<FileSymbol[] | undefined>;
  /** Languages of third-party plugins. */
  readonly guests: Guests;
  /** Fetches the remote files (`repo:…`) among those paths that may answer a question, as local folders. */
  fetchCandidates(paths: readonly string[], query: RemoteQuery): Promise<FetchedFolders>;
  /** Calls a tool that `permissions.invoke` lists. */
  invoke(tool: string, input: JsonObject): Promise<Outcome>;
  /** The plugin's service for a root (its absolute path), or for the whole workspace; opened on first use. */
  service<Service>(root?: string): Promise<Service>;
}

/** A worker job's second argument. File reads of a built-in block only its thread; those of a third-party plugin go through the host. */
export interface WorkerContext extends Capabilities {
  readonly signal: AbortSignal;
  /** Opens an index in the plugin's cache folder, with a key as in `cache`. For built-in plugins. */
  sharedIndex(key: string): SharedIndex;
  /** The trees that this thread sweeps with `watch`. */
  sweepReports(): SweepReport[];
  /** Sends a message to the caller's `onMessage`. */
  emit(message: unknown, transfer?: ArrayBuffer[]): void;
  /** A value made once per thread (a parser, an index) and kept until the plugin is reloaded. */
  keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}
