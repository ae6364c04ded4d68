/** Test doubles for search: a clock, files and a cache in memory, and the real rg. */
import { spawn } from "node:child_process";
import type {
  Cache,
  Clock,
  FileStat,
  Files,
  FileText,
  Running,
  RunRequest,
  Sweep,
} from "../../core/host/plugin-api.ts";
import { JigError } from "../../core/host/plugin-api.ts";
import { RG } from "./oracle.ts";

/** Only advances explicitly or by sleeping. */
export class FakeClock implements Clock {
  time = 1_000_000_000_000;
  sleeps = 0;
  private readonly begun = this.time - 12_345;

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time - this.begun;
  }

  async sleep(ms: number): Promise<void> {
    this.sleeps++;
    this.time += ms;
  }
}

/** Files by absolute path: size and time, text, `x` for executables, `/` for directories, `->` for links. */
export type FakeTree = Record<
  string,
  [size: number, mtimeMs: number, ctimeMs?: number] | { text: string } | "x" | "/" | "->"
>;

const DIRECTORY_MS = 5;

/** `tree` may change between calls. Directories are derived from paths, and `seen` records calls. */
export class FakeFiles implements Files {
  readonly seen: string[] = [];
  private readonly tree: FakeTree;

  constructor(tree: FakeTree) {
    this.tree = tree;
  }

  async stat(path: string): Promise<FileStat> {
    this.seen.push(`stat ${path}`);
    const found = this.statOf(path);
    if (!found) throw new JigError("PATH_NOT_FOUND", `${path} is not there`);
    return found;
  }

  /** Throws unless it's a directory. */
  async list(directory: string, options: { names?: string[] } = {}): Promise<FileStat[]> {
    this.seen.push(`list ${directory}`);
    const below = directory === "/" ? "/" : `${directory}/`;
    if (this.statOf(directory)?.kind !== "directory") throw new JigError("PATH_NOT_FOUND", `${directory} is not there`);
    const paths = Object.keys(this.tree).filter((path) => path.startsWith(below) && path !== below);
    const names = new Set(paths.map((path) => path.slice(below.length).split("/")[0]!));
    const wanted = options.names === undefined ? [...names] : options.names.filter((name) => names.has(name));
    return wanted.sort().map((name) => this.statOf(below + name)!);
  }

  async readText(path: string): Promise<FileText> {
    const entry = this.tree[path];
    if (typeof entry !== "object" || !("text" in entry)) throw new JigError("PATH_NOT_FOUND", `${path} is not there`);
    return { text: entry.text, encoding: "utf-8", bom: false, replaced: false, size: entry.text.length, mtimeMs: 1 };
  }

  async read(path: string): Promise<Uint8Array> {
    return Buffer.from((await this.readText(path)).text);
  }

  async *stream(path: string): AsyncGenerator<Uint8Array> {
    yield await this.read(path);
  }

  async sweep(): Promise<Sweep> {
    return { paths: [], sizes: new Float64Array(0), mtimesMs: new Float64Array(0) };
  }

  async write(): Promise<void> {}

  private statOf(path: string): FileStat | undefined {
    const entry = this.tree[path];
    if (Array.isArray(entry)) {
      const [size, mtimeMs, ctimeMs = mtimeMs] = entry;
      return { path, kind: "file", size, mtimeMs, ctimeMs, executable: false };
    }
    if (typeof entry === "object")
      return { path, kind: "file", size: entry.text.length, mtimeMs: 1, executable: false };
    if (entry === "x") return { path, kind: "file", size: 1, mtimeMs: 1, executable: true };
    if (entry === "->") return { path, kind: "link", size: 3, mtimeMs: 7 };
    const isDirectory =
      entry === "/" || path === "/" || Object.keys(this.tree).some((each) => each.startsWith(`${path}/`));
    return isDirectory ? { path, kind: "directory", size: 4096, mtimeMs: DIRECTORY_MS } : undefined;
  }
}

/** Entries in order of writing, with times from `clock`. */
export class FakeCache implements Cache {
  readonly entries = new Map<string, { data: Uint8Array; mtimeMs: number }>();
  private readonly clock: Pick<Clock, "now">;

  constructor(clock: Pick<Clock, "now">) {
    this.clock = clock;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.entries.get(key)?.data;
  }

  /** Asynchronous like a disk, so callers have to wait to see it. */
  async write(key: string, data: Uint8Array): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.entries.set(key, { data, mtimeMs: this.clock.now() });
  }

  async append(key: string, data: Uint8Array): Promise<void> {
    await this.write(key, Buffer.concat([this.entries.get(key)?.data ?? new Uint8Array(0), data]));
  }

  async remove(key: string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.entries.delete(key);
  }

  async list(): Promise<{ key: string; size: number; mtimeMs: number }[]> {
    return [...this.entries].map(([key, { data, mtimeMs }]) => ({ key, size: data.length, mtimeMs }));
  }

  async lease(): Promise<undefined> {
    return undefined;
  }

  path(key: string): string {
    return `/cache/${key}`;
  }
}

/** Runs rg for a context. `runs` records the arguments. */
export function runningRg(runs: string[][] = []): (request: RunRequest) => Promise<Running> {
  return async ({ args, cwd, stdin }) => {
    runs.push(args);
    const child = spawn(RG, args, { ...(cwd === undefined ? {} : { cwd }), stdio: "pipe" });
    child.stdin.on("error", () => {});
    child.stdin.end(stdin ?? "");
    const exit = new Promise<{ code: number | null; signal: string | null }>((settle) => {
      child.on("close", (code, signal) => settle({ code, signal }));
    });
    return { stdout: child.stdout, stderr: child.stderr, exit, kill: () => void child.kill() };
  };
}
