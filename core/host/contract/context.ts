/**
 * Capabilities of handlers, services and workers. Each one is limited to the plugin's declared permissions. They are asynchronous
 * and take serializable arguments, so that the same code runs in the host and in a child process.
 */
import type { Changes, PlanLog } from "./changes.ts";
import type { FileSymbol } from "./file-symbol.ts";
import type { Guests } from "./guest-language.ts";
import type { Json, JsonObject, Outcome } from "./outcome.ts";
import type { FetchedFolders, RemoteQuery } from "./remote-source.ts";

/** A workspace root, which is a real directory. Its `name` is unique among the roots (`game`, `game~2`). */
export interface Root {
  name: string;
  path: string;
}

/**
 * A path that was checked. `absolute` contains no links and uses `/` on every system, `relative` is relative to `root`, and
 * `written` is the caller's original text.
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
  /** The expected kind, by default `file`. `new` also accepts a missing file if its parent is inside the workspace. */
  expect?: "file" | "directory" | "any" | "new";
}

export interface Workspace {
  readonly roots: readonly Root[];
  /** Throws PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, or INVALID_ARGUMENT if ambiguous (with `details.candidates`). Never cached. */
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** Formats an absolute path in the form that every tool accepts. */
  display(absolute: string): string;
}

export interface FileStat {
  path: string;
  kind: "file" | "directory" | "link" | "other";
  size: number;
  mtimeMs: number;
  /** When its content, name or permissions last changed. Only set by `list`. */
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
  /** Directories to walk, as absolute paths inside the workspace. Defaults to the roots. */
  directories?: string[];
  /** Lower-case extensions with the dot, such as `[".cs"]`. Defaults to all files. */
  extensions?: string[];
  /** Names of directories to skip, such as `["Library", "node_modules"]`. `.git` is always skipped. */
  skip?: string[];
  /** Directories to skip if they are next to a file with the given lower-case extension: `{ ".uproject": ["Saved"] }`. */
  skipSiblings?: Record<string, string[]>;
  /** Set this if the tree is swept repeatedly, so that it may be watched. For workers of built-in plugins. */
  watch?: boolean;
  signal?: AbortSignal;
}

/**
 * The result of a walk. Runs off the main thread, with one stat per file and without following links. These are parallel arrays,
 * sorted by path. Don't modify them, because an unchanged tree may return the same object again.
 */
export interface Sweep {
  paths: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  /** Folders that could not be read completely, if any. */
  unreadable?: string[];
}

/** How a tree that is swept with `watch` is kept up to date. */
export interface SweepReport {
  directories: string[];
  /** The number of watched folders, if sweeps only check changes. Absent as long as all files are checked. */
  watchedFolders?: number;
  /** Why it can't be watched. Also absent before the second sweep. */
  reason?: string;
}

/** Files of the workspace, plus those that `permissions.read` and `permissions.write` add. Paths are checked on every call. */
export interface Files {
  stat(path: string): Promise<FileStat>;
  /** Bytes of a regular file. Throws LIMIT_EXCEEDED if it is larger than `maxBytes` (default 64 MB). */
  read(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<Uint8Array>;
  /** Decoded text. Tries the BOM, then UTF-8, then `encoding` (any label of the Encoding standard, by default Windows-1252). */
  readText(path: string, options?: { maxBytes?: number; encoding?: string }): Promise<FileText>;
  stream(path: string, options?: { offset?: number; chunkBytes?: number }): AsyncIterable<Uint8Array>;
  /** Lists a directory by name, without following links. With `names`, only lists the existing ones among them. */
  list(directory: string, options?: { names?: string[] }): Promise<FileStat[]>;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Atomic (writes a temporary file and renames it). Needs the permission `write`. Set `replace` to overwrite an existing file. */
  write(path: string, data: Uint8Array | string, options?: { replace?: boolean }): Promise<void>;
}

export interface RunRequest {
  /** A name in `permissions.run`. Uses an embedded asset (`rg`) if there is one, otherwise a program on the PATH. */
  command: string;
  args: string[];
  /** Defaults to the first root. */
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Delivers stdout all at once when the program exits, which is cheaper for output in many small pieces. */
  spool?: boolean;
  /** Share stdin or stdout with this process. Used by commands of the command line, and ignored unless the plugin is built in. */
  shares?: { stdin?: boolean; stdout?: boolean };
  /** Kill the process if it uses more memory than this. `exit` then has `outOfMemory`. Linux only. */
  maxMemoryBytes?: number;
  /** Set if it has to see other programs or windows, which confined programs can't. Ignored unless the plugin is built in. */
  seesMachine?: boolean;
  signal?: AbortSignal;
}

/** A child process that was started without a shell. Cancelling the call, or `kill`, kills it and its children. */
export interface Running {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exit: Promise<{ code: number | null; signal: string | null; outOfMemory?: boolean }>;
  kill(): void;
}

/** A stream socket. `data` ends when the peer closes the connection, and throws UNAVAILABLE if it breaks. */
export interface Connection {
  readonly data: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export interface Net {
  /**
   * Connects to `{host, port}` by TCP (`tls` encrypts and checks the certificate), or to a local socket or named pipe `{path}`.
   * Throws UNAVAILABLE if there is no response within `timeoutMs` (default 2,000).
   */
  connect(
    to: { host: string; port: number; tls?: boolean } | { path: string },
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Connection>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Exclusive use of a cache entry across processes. Renewed automatically, and released if its process dies. */
export interface Lease {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * A part of an index. Once published, its bytes never change. They are aligned to eight bytes, and processes share them if the
 * runtime can map files.
 */
export interface IndexPart {
  /** Unique among all parts that were ever published. */
  readonly name: string;
  /** Must not be modified. */
  readonly bytes: Uint8Array;
}

/** The published parts of an index, in the order of publication. */
export interface PublishedIndex {
  readonly parts: readonly IndexPart[];
  /** How many parts of the manifest are missing, truncated or modified. */
  readonly missing: number;
}

/** Content of a new part, either as bytes or as chunks that are written in order. */
export type PartContent = Uint8Array | readonly Uint8Array[];

/** The exclusive right to publish parts of an index. */
export interface IndexBuild {
  /** Aborted if another process has taken over. */
  readonly lost: AbortSignal;
  /** Reports the progress of the build to waiting processes. */
  progress(done: number, total: number): Promise<void>;
  /**
   * Writes new parts, then publishes them together with `keep` in a single step. Throws UNAVAILABLE if the disk can't be written
   * to, or if another process has taken over.
   */
  publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex>;
  release(): Promise<void>;
}

/** An index that one process builds and all processes read. The key must include the format version. */
export interface SharedIndex {
  /** Its folder, for messages. */
  readonly folder: string;
  /** Returns the published parts. This is the same object until they change. Reads one small file, and opens new parts. */
  current(): Promise<PublishedIndex>;
  /** Acquires the right to build. Undefined while a living process has it. Throws UNAVAILABLE if the disk is not writable. */
  build(): Promise<IndexBuild | undefined>;
  /** Returns the progress of the process that is building, if any. */
  builder(): Promise<{ done: number; total: number } | undefined>;
}

/** Files that may be deleted at any time, per plugin, roots and format `version`. Keys match `[a-z0-9._-]{1,80}`. */
export interface Cache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** Atomic. Readers see either the old entry or the new one. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Appends to an entry. The caller has to detect a truncated end after a crash, for example with lengths or checksums. */
  append(key: string, data: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<{ key: string; size: number; mtimeMs: number }[]>;
  /** Returns undefined while another process holds it. */
  lease(key: string): Promise<Lease | undefined>;
  /** The absolute path of an entry, for messages. */
  path(key: string): string;
}

/** Results that a tool saves for its caller (`output_file`). */
export interface Outputs {
  /**
   * Checks where to save a result before any work is done. Adds `extension` (with the dot) if the name lacks it. Throws the errors
   * of `workspace.resolve`, and INVALID_ARGUMENT if the file exists and was not written by jig.
   */
  check(written: string, extension: string): Promise<ResolvedPath>;
  /**
   * Writes a string unchanged. Writes any other value as JSON, or as a TOON document if the tool declares columns. Atomic, and
   * needs the permission `write`. Throws LIMIT_EXCEEDED above 256 MB.
   */
  save(target: ResolvedPath, value: Json, format?: "json" | "toon"): Promise<void>;
  /** Absolute paths of saved results that have not changed since. Searches skip them. */
  list(): Promise<string[]>;
}

/** Files embedded in the binary, by name. When run from source, they come from node_modules. */
export interface Assets {
  bytes(name: string): Promise<Uint8Array>;
}

export interface Progress {
  /** How much is done, in any unit. A share if `total` is set. */
  done?: number;
  total?: number;
  message?: string;
}

/** Options for calling a worker thread of the same plugin (`workers` in the manifest). */
export interface WorkerCall {
  /** Calls with the same key share a thread and its cached values. */
  key?: string;
  signal?: AbortSignal;
  /** Transferred instead of copied. */
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
  /** Counts tokens (o200k). `sampled` is set if the text was too long to count completely. The first call takes a second. */
  countTokens(text: string): Promise<{ tokens: number; sampled: boolean }>;
  /** Reads an environment variable listed in `permissions.env`. */
  env(name: string): string | undefined;
  /** Runs a job on a worker thread of this plugin and returns its result. */
  worker<Answer = unknown>(name: string, input: unknown, call?: WorkerCall): Promise<Answer>;
}

/** Passed to `open` of the plugin's service, which holds values that outlive a call. */
export interface ServiceContext extends Capabilities {
  /** The service's root, or undefined for a service of the whole workspace. */
  readonly root: Root | undefined;
  /** Aborted when the service is closed. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
}

/** A handler's second argument. */
export interface Context extends Capabilities {
  readonly tool: string;
  /** Aborted on cancellation and on timeout. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
  readonly outputs: Outputs;
  /** Plans file changes, for tools declared with `plan`. */
  readonly changes: Changes;
  /** Stored plans. Only for built-in plugins. Throws PERMISSION_DENIED for others. */
  readonly plans: PlanLog;
  progress(progress: Progress): void;
  /** Reports rows before the answer is complete. The outcome still has to contain all of them. */
  rows(rows: Json[]): void;
  /** Returns symbols of a file from the plugin that contributes its language, or undefined if there is no such plugin. */
  symbols(file: string): Promise<FileSymbol[] | undefined>;
  /** Languages of third-party plugins. */
  readonly guests: Guests;
  /** Fetches remote files (`repo:…`) among these paths as local folders, if they may contain matches. */
  fetchCandidates(paths: readonly string[], query: RemoteQuery): Promise<FetchedFolders>;
  /** Calls a tool that `permissions.invoke` lists. */
  invoke(tool: string, input: JsonObject): Promise<Outcome>;
  /** The plugin's service for a root (given by its absolute path) or for the whole workspace. Opened on first use. */
  service<Service>(root?: string): Promise<Service>;
}

/** A worker job's second argument. Built-in plugins read files in the thread, third-party plugins through the host. */
export interface WorkerContext extends Capabilities {
  readonly signal: AbortSignal;
  /** Opens an index in the plugin's cache folder. The key is as in `cache`. Only for built-in plugins. */
  sharedIndex(key: string): SharedIndex;
  /** Trees that this thread sweeps with `watch`. */
  sweepReports(): SweepReport[];
  /** Sends a message to the caller's `onMessage`. */
  emit(message: unknown, transfer?: ArrayBuffer[]): void;
  /** A value that is created once per thread (such as a parser or an index) and kept until the plugin is reloaded. */
  keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}
