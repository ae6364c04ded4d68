/**
 * Describes the capabilities of handlers, services and workers, within the permissions that a plugin declares. Calls are
 * asynchronous and take serializable arguments, so the same code can run in the host or in a child process.
 */
import type { Changes, PlanLog } from "./changes.ts";
import type { FileSymbol } from "./file-symbol.ts";
import type { Guests } from "./guest-language.ts";
import type { Json, JsonObject, Outcome } from "./outcome.ts";
import type { FetchedFolders, RemoteQuery } from "./remote-source.ts";

/** A root of the workspace, which is a real directory. `name` is unique among the roots (`game`, `game~2`). */
export interface Root {
  name: string;
  path: string;
}

/** A checked path. `absolute` is real and uses `/`, `relative` is to `root`, and `written` is the caller's text. */
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
  /** The expected kind, by default `file`. With `new`, only the parent has to exist inside the workspace. */
  expect?: "file" | "directory" | "any" | "new";
}

export interface Workspace {
  readonly roots: readonly Root[];
  /**
   * The result is never cached. @throws PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, or INVALID_ARGUMENT if the path is ambiguous
   * (see `details.candidates`)
   */
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** Returns the path in the form that every tool accepts. */
  display(absolute: string): string;
}

export interface FileStat {
  path: string;
  kind: "file" | "directory" | "link" | "other";
  size: number;
  mtimeMs: number;
  /** The last change to the content, the name or the permissions. Only `list` sets this. */
  ctimeMs?: number;
  /** True for a regular file that can be executed. Only `list` sets this. */
  executable?: boolean;
}

/** Decoded text without a BOM. `replaced` tells whether any invalid byte had to become U+FFFD. */
export interface FileText {
  text: string;
  encoding: string;
  bom: boolean;
  replaced: boolean;
  size: number;
  mtimeMs: number;
}

export interface SweepOptions {
  /** Absolute paths inside the workspace. The default is the roots. */
  directories?: string[];
  /** Extensions in lower case with the dot, for example `[".cs"]`. The default is all files. */
  extensions?: string[];
  /** The names of directories to skip, for example `["Library", "node_modules"]`. `.git` is always skipped. */
  skip?: string[];
  /** Skips directories next to a file with this extension (in lower case), for example `{ ".uproject": ["Saved"] }`. */
  skipSiblings?: Record<string, string[]>;
  /** A hint that this tree will be swept again, so watching it is useful. For built-in plugins' workers. */
  watch?: boolean;
  signal?: AbortSignal;
}

/**
 * The result of a walk in parallel arrays, sorted by path. The walk runs on another thread, calls stat once per file and
 * doesn't follow links. Don't modify the object: it is cached until the tree changes.
 */
export interface Sweep {
  paths: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  /** Folders that could not be read completely. */
  unreadable?: string[];
}

/** Reports how we keep up with a tree that is swept with `watch`. */
export interface SweepReport {
  directories: string[];
  /** The number of folders that are watched. It is missing as long as sweeps check all files and not just changes. */
  watchedFolders?: number;
  /** The reason why the tree can't be watched. It is also missing before the second sweep. */
  reason?: string;
}

/** The workspace, and the additions in `permissions.read` and `permissions.write`. Each call checks its paths. */
export interface Files {
  stat(path: string): Promise<FileStat>;
  /** Reads a regular file. @throws LIMIT_EXCEEDED if it is larger than `maxBytes` (default: 64 MB) */
  read(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<Uint8Array>;
  /**
   * Reads and decodes text. It uses the BOM if there is one, UTF-8, and then `encoding` (any label of the Encoding standard,
   * default: Windows-1252).
   */
  readText(path: string, options?: { maxBytes?: number; encoding?: string }): Promise<FileText>;
  stream(path: string, options?: { offset?: number; chunkBytes?: number }): AsyncIterable<Uint8Array>;
  /** Lists a directory, or those of `names`, without following links. `anyName` includes names that are not UTF-8. */
  list(directory: string, options?: { names?: string[]; anyName?: boolean }): Promise<FileStat[]>;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Writes atomically, and requires the `write` permission. An existing file is only overwritten with `replace`. */
  write(path: string, data: Uint8Array | string, options?: { replace?: boolean }): Promise<void>;
}

export interface RunRequest {
  /** One of `permissions.run`. An embedded asset such as `rg` takes precedence over a program on the PATH. */
  command: string;
  args: string[];
  /** The default is the first root. */
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Delivers stdout as a whole when the program has ended, which is cheaper for programs that write many small pieces. */
  spool?: boolean;
  /** Shares stdin or stdout with this process, for commands. Ignored unless the plugin is built in. */
  shares?: { stdin?: boolean; stdout?: boolean };
  /** Kills the process if it uses more memory than this, and sets `outOfMemory` in `exit`. This only works on Linux. */
  maxMemoryBytes?: number;
  /** Lets a confined program see other programs and windows. Ignored unless the plugin is built in. */
  seesMachine?: boolean;
  signal?: AbortSignal;
}

/** A child process, which is started without a shell. Both `kill` and cancelling the call also end its own children. */
export interface Running {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exit: Promise<{ code: number | null; signal: string | null; outOfMemory?: boolean }>;
  kill(): void;
}

/** A stream socket. `data` ends when the peer closes, and throws UNAVAILABLE if the connection breaks. */
export interface Connection {
  readonly data: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export interface Net {
  /**
   * Connects to `{host, port}` with TCP, or to a local socket or named pipe at `{path}`. `tls` encrypts the connection and
   * verifies the certificate. @throws UNAVAILABLE if nothing answers within `timeoutMs` (default: 2,000)
   */
  connect(
    to: { host: string; port: number; tls?: boolean } | { path: string },
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Connection>;
}

export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Returns milliseconds of a clock that never goes back. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A lock on a cache entry that works across processes. It is renewed automatically and released if our process dies. */
export interface Lease {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A published part of an index, which never changes. Processes share the bytes (aligned to 8) if files can be mapped. */
export interface IndexPart {
  /** A name that is never used again, even after the part was removed. */
  readonly name: string;
  /** These bytes must not be modified. */
  readonly bytes: Uint8Array;
}

/** All published parts, starting with the oldest. */
export interface PublishedIndex {
  readonly parts: readonly IndexPart[];
  /** The number of parts in the manifest that are missing, incomplete or modified. */
  readonly missing: number;
}

/** The bytes of a new part. Chunks are written in their order. */
export type PartContent = Uint8Array | readonly Uint8Array[];

/** The exclusive right to publish. */
export interface IndexBuild {
  /** Aborted when another process takes over. */
  readonly lost: AbortSignal;
  /** Tells waiting processes how much is done. */
  progress(done: number, total: number): Promise<void>;
  /**
   * Writes the new parts and then publishes them along with `keep` in a single step. @throws UNAVAILABLE if the disk is not
   * writable, or if another process has taken over
   */
  publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex>;
  release(): Promise<void>;
}

/** An index with one builder and any number of readers. Include the version of the format in the key. */
export interface SharedIndex {
  /** The folder of the index, for messages. */
  readonly folder: string;
  /** Returns the published parts, as the same object until they change. A call only reads a small file and new parts. */
  current(): Promise<PublishedIndex>;
  /** Becomes the builder, or returns undefined if a living process is. @throws UNAVAILABLE if the disk is not writable */
  build(): Promise<IndexBuild | undefined>;
  /** Returns the progress of the process that is building at the moment, if there is one. */
  builder(): Promise<{ done: number; total: number } | undefined>;
}

/** Files that may disappear, separate for each plugin, set of roots and `version`. Keys: `[a-z0-9._-]{1,80}`. */
export interface Cache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** This is atomic, so readers get either the old entry or the new one. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** This is not atomic, so the caller has to detect an incomplete entry after a crash, for example by a checksum. */
  append(key: string, data: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<{ key: string; size: number; mtimeMs: number }[]>;
  /** Returns undefined if another process holds it. */
  lease(key: string): Promise<Lease | undefined>;
  /** Returns the absolute path of an entry, for messages. */
  path(key: string): string;
}

/** Results that a tool saves for its caller (`output_file`). */
export interface Outputs {
  /**
   * Checks the target before the actual work. `extension` (including the dot) is appended if necessary. @throws the errors of
   * `workspace.resolve`, and INVALID_ARGUMENT if the file exists and is not ours
   */
  check(written: string, extension: string): Promise<ResolvedPath>;
  /**
   * Writes strings unchanged, and all other values as JSON, or as TOON if the tool declares columns. The write is atomic and
   * requires the `write` permission. @throws LIMIT_EXCEEDED above 256 MB
   */
  save(target: ResolvedPath, value: Json, format?: "json" | "toon"): Promise<void>;
  /** Returns the absolute paths of saved results that have not been modified, which searches skip. */
  list(): Promise<string[]>;
}

/** Files that are embedded in the binary. When jig runs from source, they come from node_modules. */
export interface Assets {
  bytes(name: string): Promise<Uint8Array>;
}

export interface Progress {
  /** The unit can be anything. If `total` is set, a percentage is shown. */
  done?: number;
  total?: number;
  message?: string;
}

/** Options for a call to one of the plugin's own worker threads (`workers` in the manifest). */
export interface WorkerCall {
  /** Calls with the same key run on the same thread, which allows them to use cached values. */
  key?: string;
  signal?: AbortSignal;
  /** Buffers that are transferred and not copied. */
  transfer?: ArrayBuffer[];
  /** Receives everything that the worker emits. */
  onMessage?: (message: unknown) => void;
}

/** Available to handlers, services and workers. */
export interface Capabilities {
  readonly plugin: string;
  readonly workspace: Workspace;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache: Cache;
  readonly assets: Assets;
  /** True with `--read-only`. */
  readonly readOnly: boolean;
  /** Counts o200k tokens, or only samples of a long text (`sampled`). The first call takes about a second. */
  countTokens(text: string): Promise<{ tokens: number; sampled: boolean }>;
  /** Only returns variables in `permissions.env`. */
  env(name: string): string | undefined;
  /** Runs a job on one of the plugin's worker threads. */
  worker<Answer = unknown>(name: string, input: unknown, call?: WorkerCall): Promise<Answer>;
}

/** Passed to the `open` function of a service. Services keep values between calls. */
export interface ServiceContext extends Capabilities {
  /** Undefined if the service is for the whole workspace. */
  readonly root: Root | undefined;
  /** Aborted when the service closes. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
}

/** The second argument of a handler. */
export interface Context extends Capabilities {
  readonly tool: string;
  /** Aborted when the call is canceled or takes too long. */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
  readonly outputs: Outputs;
  /** Plans changes of files. This requires a tool that is declared with `plan`. */
  readonly changes: Changes;
  /** The stored plans. @throws PERMISSION_DENIED unless the plugin is built in */
  readonly plans: PlanLog;
  progress(progress: Progress): void;
  /** Reports rows before the answer is complete, which must still contain them. A function is only called if rows are shown early. */
  rows(rows: Json[] | (() => Json[])): void;
  /** Returns the symbols of a file, or undefined if no plugin contributes its language. */
  symbols(file: string): Promise<FileSymbol[] | undefined>;
  /** The languages of third-party plugins. */
  readonly guests: Guests;
  /** Downloads remote files (`repo:…`) that might match, and returns them as local folders. */
  fetchCandidates(paths: readonly string[], query: RemoteQuery): Promise<FetchedFolders>;
  /** Calls another tool, which must be listed in `permissions.invoke`. */
  invoke(tool: string, input: JsonObject): Promise<Outcome>;
  /** Returns the plugin's service for a root (an absolute path) or for the workspace, and opens it if necessary. */
  service<Service>(root?: string): Promise<Service>;
}

/** The second argument of a worker job. The thread reads files itself, except for third-party plugins. */
export interface WorkerContext extends Capabilities {
  readonly signal: AbortSignal;
  /** Opens an index in the cache folder, for built-in plugins only. The keys follow the rules of `cache`. */
  sharedIndex(key: string): SharedIndex;
  /** Reports the trees that this thread sweeps with `watch`. */
  sweepReports(): SweepReport[];
  /** Sends a message to the caller's `onMessage`. */
  emit(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Keeps a value in this thread, typically a parser or an index, until the plugin is reloaded. */
  keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}
