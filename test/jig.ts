/** Runs the compiled binary for whole-program suites, as a user would: a process, its exit code, stdout and stderr. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findKernel } from "../core/host/frontend-api.ts";
import "./own-folder.ts";

export const TOP = join(import.meta.dirname, "..");
/** Built by `bun run test` before the tests run; `JIG_BINARY` names another one to try. */
export const JIG = process.env.JIG_BINARY ?? join(TOP, "dist", process.platform === "win32" ? "jig.exe" : "jig");

if (!existsSync(JIG)) throw new Error(`${JIG} is missing: run \`bun run build\` first`);

export interface RunOptions {
  cwd?: string;
  /** Added to a small environment whose caches and settings lie in a folder of this process. */
  env?: Record<string, string>;
  input?: string;
  timeoutMs?: number;
  /** Another way to start jig than the binary: the command and its first words. */
  command?: string[];
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

const HOME = mkdtempSync(join(tmpdir(), "jig-home-"));

/** Returns true if this system confines third parties. */
export function confines(): boolean {
  return findKernel({ environment: {}, cacheFolder: join(HOME, "cache", "jig") }) !== undefined;
}

export function environment(extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME,
    TMPDIR: tmpdir(),
    XDG_CACHE_HOME: join(HOME, "cache"),
    XDG_CONFIG_HOME: join(HOME, "config"),
    XDG_STATE_HOME: join(HOME, "state"),
    ...extra,
  };
}

/** Waits for the end; for programs that talk back use `startJig`. */
export function runJig(args: readonly string[], options: RunOptions = {}): Ran {
  const { status, stdout, stderr } = spawnSync(JIG, args, {
    cwd: options.cwd ?? TOP,
    env: environment(options.env),
    input: options.input ?? "",
    timeout: options.timeoutMs ?? 60_000,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** The JSON answer of `jig call`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export function callJig(tool: string, input: unknown, options: RunOptions = {}): { code: number | null; value: any } {
  const { code, stdout, stderr } = runJig(["call", tool, "--as", "json", "--input", JSON.stringify(input)], options);
  try {
    return { code, value: JSON.parse(stdout) };
  } catch {
    throw new Error(
      `jig call ${tool} printed no JSON (exit ${code})\n${stdout.slice(0, 2000)}\n${stderr.slice(0, 2000)}`,
    );
  }
}

export function startJig(args: readonly string[], options: RunOptions = {}) {
  const [command, ...words] = options.command ?? [JIG];
  return spawn(command!, [...words, ...args], {
    cwd: options.cwd ?? TOP,
    env: environment(options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** A folder of its own with these files (`path: text`), real path. */
export function scratch(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-scratch-")));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The folder of fetched repositories, or undefined where there is none: such tests then skip. */
export function corpus(name: string): string | undefined {
  const folder = process.env.JIG_CORPUS ? join(process.env.JIG_CORPUS, name) : undefined;
  return folder && existsSync(folder) ? folder : undefined;
}
