/**
 * Capabilities, as seen by handlers, services and workers. Each is limited to the permissions that the plugin declares.
 * Everything is async and takes serializable arguments, so the same code can run in the host or in a child process.
 */
import type { Changes, PlanLog } from "./changes.ts";
import type { FileSymbol } from "./file-symbol.ts";
import type { Guests } from "./guest-language.ts";
import type { Json, JsonObject, Outcome } from "./outcome.ts";
import type { FetchedFolders, RemoteQuery } from "./remote-source.ts";

/** A workspace root (always a real directory). `name` is unique among the roots, e.g. `game` and `game~2`. */
export interface Root {
  name: string;
  path: string;
}

/**
 * A checked path. `absolute` has no symlinks in it and uses `/` on all systems, `relative` is relative to `root`, and
 * `written` is verbatim from the caller.
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
  /** Expected kind (default: `file`). With `new`, the file need not exist as long as its parent is inside the workspace. */
  expect?: "file" | "directory" | "any" | "new";
}

export interface Workspace {
  readonly roots: readonly Root[];
  /** Never cached. @throws PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, or INVALID_ARGUMENT if the path is ambiguous (see `details.candidates`) */
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** The form of a path that every tool accepts. */
  display(absolute: string): string;
}

export interface FileStat {
  path: string;
  kind: "file" | "directory" | "link" | "other";
  size: number;
  mtimeMs: number;
  /** Last change to content, name or permissions. Only `list` sets this. */
  ctimeMs?: number;
  /** Executable regular file. Only `list` sets this. */
  executable?: boolean;
}

/** Decoded text, without a BOM. `replaced` tells whether any invalid byte had to become U+FFFD. */
export interface FileText {
  text: string;
  encoding: string;
  bom: boolean;
  replaced: boolean;
  size: number;
  mtimeMs: number;
}

export interface SweepOptions {
  /** Absolute paths inside the workspace. Defaults to the roots. */
  directories?: string[];
  /** Lowercase and with the dot, e.g. `[".cs"]`. Defaults to all files. */
  extensions?: string[];
  /** Directory names to skip, e.g. `["Library", "node_modules"]`. `.git` is skipped in any case. */
  skip?: string[];
  /** Skips directories next to a file with this extension (lowercase), e.g. `{ ".uproject": ["Saved"] }`. */
  skipSiblings?: Record<string, string[]>;
  /** Hint that this tree will be swept again and again, so watching it may pay off. For workers of built-in plugins. */
  watch?: boolean;
  signal?: AbortSignal;
}

/**
 * Result of a walk, as parallel arrays sorted by path. The walk happens off the main thread, stats each file once, and does
 * not follow links. Treat this as read-only: as long as the tree does not change, you may get the same object again.
 */
export interface Sweep {
  paths: string[];
  sizes: Float64Array;
  mtimesMs: Float64Array;
  /** Folders we could not read (completely) */
  unreadable?: string[];
}

/** How we keep up with a tree that is swept with `watch`. */
export interface SweepReport {
  directories: string[];
  /** How many folders are watched. Missing as long as sweeps check all files instead of just changes. */
  watchedFolders?: number;
  /** Why we cannot watch it. Missing before the second sweep, too. */
  reason?: string;
}

/** Workspace files, plus whatever `permissions.read` and `permissions.write` add to these. Each call checks its paths again. */
export interface Files {
  stat(path: string): Promise<FileStat>;
  /** Reads a regular file. @throws LIMIT_EXCEEDED if it is larger than `maxBytes` (default: 64 MB) */
  read(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<Uint8Array>;
  /** Reads and decodes text. A BOM decides, then UTF-8, then `encoding` (any label of the Encoding standard, default: Windows-1252). */
  readText(path: string, options?: { maxBytes?: number; encoding?: string }): Promise<FileText>;
  stream(path: string, options?: { offset?: number; chunkBytes?: number }): AsyncIterable<Uint8Array>;
  /** Lists a directory by name. Links are not followed. Pass `names` to only get those among them that exist. */
  list(directory: string, options?: { names?: string[] }): Promise<FileStat[]>;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Atomic, i.e. it writes a temporary file and renames it. Requires the `write` permission. To overwrite an existing file, set `replace`. */
  write(path: string, data: Uint8Array | string, options?: { replace?: boolean }): Promise<void>;
}

export interface RunRequest {
  /** One of `permissions.run`. An embedded asset such as `rg` is preferred over a program on the PATH. */
  command: string;
  args: string[];
  /** Default: the first root */
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Delivers stdout in one go once the program has exited. Cheaper for programs that write lots of tiny pieces. */
  spool?: boolean;
  /** Shares stdin or stdout with this process, for commands on the command line. Built-in plugins only; ignored otherwise. */
  shares?: { stdin?: boolean; stdout?: boolean };
  /** Kills the process once it uses more memory than this, and sets `outOfMemory` in `exit`. Linux only. */
  maxMemoryBytes?: number;
  /** Lets it see other programs and windows, which confined programs cannot. Built-in plugins only; ignored otherwise. */
  seesMachine?: boolean;
  signal?: AbortSignal;
}

/** A child process (no shell involved). Both `kill` and cancelling the call take its children down, too. */
export interface Running {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exit: Promise<{ code: number | null; signal: string | null; outOfMemory?: boolean }>;
  kill(): void;
}

/** Stream socket. `data` ends when the peer closes and throws UNAVAILABLE if the connection breaks. */
export interface Connection {
  readonly data: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export interface Net {
  /**
   * Connects via TCP to `{host, port}`, or to a local socket or named pipe at `{path}`. `tls` encrypts and verifies the
   * certificate. @throws UNAVAILABLE if nothing answers within `timeoutMs` (default: 2,000)
   */
  connect(
    to: { host: string; port: number; tls?: boolean } | { path: string },
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Connection>;
}

export interface Clock {
  /** ms since the epoch */
  now(): number;
  /** ms, monotonic */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A lock on a cache entry that works across processes. It is renewed automatically, and gets released if our process dies. */
export interface Lease {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A part of an index, immutable once published. Bytes are aligned to 8 and, if the runtime is able to map files, shared between processes. */
export interface IndexPart {
  /** Never reused, not even after the part is gone. */
  readonly name: string;
  /** Do not modify. */
  readonly bytes: Uint8Array;
}

/** All published parts, oldest first */
export interface PublishedIndex {
  readonly parts: readonly IndexPart[];
  /** Parts listed in the manifest that turned out to be missing, truncated or modified. */
  readonly missing: number;
}

/** Bytes for a new part. Chunks are written in order. */
export type PartContent = Uint8Array | readonly Uint8Array[];

/** Grants the exclusive right to publish. */
export interface IndexBuild {
  /** Aborted once another process takes over */
  readonly lost: AbortSignal;
  /** Tells waiting processes how far we are. */
  progress(done: number, total: number): Promise<void>;
  /**
   * Writes the new parts and then, in one step, publishes them along with `keep`. @throws UNAVAILABLE if the disk is not
   * writable, or if another process has taken over
   */
  publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex>;
  release(): Promise<void>;
}

/** An index with a single builder and any number of readers, across processes. Include the format version in the key. */
export interface SharedIndex {
  /** Its folder, for messages */
  readonly folder: string;
  /** The published parts. You get the same object until they change, and a call only has to read one small file (plus any new parts). */
  current(): Promise<PublishedIndex>;
  /** Tries to become the builder. Returns undefined while another living process is. @throws UNAVAILABLE if the disk is not writable */
  build(): Promise<IndexBuild | undefined>;
  /** Progress of the process that is building right now, if any */
  builder(): Promise<{ done: number; total: number } | undefined>;
}

/** Files that may vanish at any time. Separate for each plugin, set of roots and format `version`. Keys must match `[a-z0-9._-]{1,80}`. */
export interface Cache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** Atomic: readers either get the old entry or the new one. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Not atomic. After a crash, it is up to the caller to notice a truncated entry, e.g. by means of lengths or checksums. */
  append(key: string, data: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<{ key: string; size: number; mtimeMs: number }[]>;
  /** Returns undefined if another process has it. */
  lease(key: string): Promise<Lease | undefined>;
  /** The absolute path of an entry, for messages */
  path(key: string): string;
}

/** Results that a tool saves on behalf of its caller (`output_file`). */
export interface Outputs {
  /**
   * Checks the target up front, before any real work. Appends `extension` (including the dot) if necessary. @throws the
   * errors of `workspace.resolve`, and INVALID_ARGUMENT if the file exists and is not ours
   */
  check(written: string, extension: string): Promise<ResolvedPath>;
  /**
   * Strings are written verbatim, and all other values as JSON, or TOON if the tool declares columns. Atomic. Requires the
   * `write` permission. @throws LIMIT_EXCEEDED above 256 MB
   */
  save(target: ResolvedPath, value: Json, format?: "json" | "toon"): Promise<void>;
  /** Saved results that were not modified since, as absolute paths. Searches skip these. */
  list(): Promise<string[]>;
}

/** Files embedded in the binary. When running from source, they come from node_modules instead. */
export interface Assets {
  bytes(name: string): Promise<Uint8Array>;
}

export interface Progress {
  /** Any unit you like. Makes a percentage if `total` is set. */
  done?: number;
  total?: number;
  message?: string;
}

/** Options for a call to one of the plugin's own worker threads (`workers` in the manifest). */
export interface WorkerCall {
  /** Same key, same thread. Use this to reuse cached values. */
  key?: string;
  signal?: AbortSignal;
  /** Transferred, not copied */
  transfer?: ArrayBuffer[];
  /** Gets everything that the worker emits */
  onMessage?: (message: unknown) => void;
}

/** Available to handlers, services and workers alike. */
export interface Capabilities {
  readonly plugin: string;
  readonly workspace: Workspace;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache: Cache;
  readonly assets: Assets;
  /** Set by `--read-only` */
  readonly readOnly: boolean;
  /** Counts o200k tokens. A text that is too long is only sampled, see `sampled`. The first call takes about a second. */
  countTokens(text: string): Promise<{ tokens: number; sampled: boolean }>;
  /** Only for variables in `permissions.env`. */
  env(name: string): string | undefined;
  /** Runs a job on one of the plugin's worker threads. */
  worker<Answer = unknown>(name: string, input: unknown, call?: WorkerCall): Promise<Answer>;
}

/** Passed to a service's `open`. Services hold on to values between calls. */
export interface ServiceContext extends Capabilities {
  /** Undefined if the service is for the workspace as a whole */
  readonly root: Root | undefined;
  /** Aborted when the service closes */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
}

/** Second argument of a handler */
export interface Context extends Capabilities {
  readonly tool: string;
  /** Aborted on cancellation or timeout */
  readonly signal: AbortSignal;
  readonly net: Net;
  run(request: RunRequest): Promise<Running>;
  readonly outputs: Outputs;
  /** For planning file changes. Requires a tool declared with `plan`. */
  readonly changes: Changes;
  /** Stored plans. @throws PERMISSION_DENIED unless the plugin is built in */
  readonly plans: PlanLog;
  progress(progress: Progress): void;
  /** Reports rows ahead of the complete answer. This is a preview: the outcome must still contain all of them. */
  rows(rows: Json[]): void;
  /** Symbols, courtesy of the plugin that contributes the file's language. Returns undefined if there is no such plugin. */
  symbols(file: string): Promise<FileSymbol[] | undefined>;
  /** Languages from third-party plugins */
  readonly guests: Guests;
  /** Downloads remote files (`repo:…`) that might match, as local folders. */
  fetchCandidates(paths: readonly string[], query: RemoteQuery): Promise<FetchedFolders>;
  /** Calls another tool. It must be listed in `permissions.invoke`. */
  invoke(tool: string, input: JsonObject): Promise<Outcome>;
  /** The plugin's service for a root (by absolute path), or for the entire workspace. Opens it if needed. */
  service<Service>(root?: string): Promise<Service>;
}

/** Second argument of a worker job. For built-in plugins, files are read right in the thread; for third-party ones, the host does it. */
export interface WorkerContext extends Capabilities {
  readonly signal: AbortSignal;
  /** Opens an index in the cache folder. Keys follow the rules of `cache`. Built-in plugins only. */
  sharedIndex(key: string): SharedIndex;
  /** Trees this thread sweeps with `watch` */
  sweepReports(): SweepReport[];
  /** Posts to the caller's `onMessage` */
  emit(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Memoizes a value in this thread, typically a parser or an index, until the plugin is reloaded. */
  keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}
