/** Runs the compiled binary and returns exit code, stdout and stderr. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findKernel } from "../core/host/frontend-api.ts";
import "./own-folder.ts";

export const TOP = join(import.meta.dirname, "..");
/** Built by `bun run test`. `JIG_BINARY` overrides it. */
export const JIG = process.env.JIG_BINARY ?? join(TOP, "dist", process.platform === "win32" ? "jig.exe" : "jig");

if (!existsSync(JIG)) throw new Error(`${JIG} is missing: run \`bun run build\` first`);

export interface RunOptions {
  cwd?: string;
  /** Added to a minimal environment with temporary cache and settings folders. */
  env?: Record<string, string>;
  input?: string;
  timeoutMs?: number;
  /** Command line to use instead of the binary. */
  command?: string[];
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

const HOME = mkdtempSync(join(tmpdir(), "jig-home-"));

/** True if plugins are sandboxed on this system. */
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

/** Waits for the exit. Use `startJig` for interactive programs. */
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

/** JSON answer of `jig call`. */
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

/** Creates a temporary folder with files (`path: text`). Returns its real path. */
export function scratch(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-scratch-")));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Folder of a fetched repository. If undefined, skip the test. */
export function corpus(name: string): string | undefined {
  const folder = process.env.JIG_CORPUS ? join(process.env.JIG_CORPUS, name) : undefined;
  return folder && existsSync(folder) ? folder : undefined;
}
