/** Uses Deno as a sandbox for modules. Permissions become flags, except for files, which the host provides. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { Permissions } from "../contract/plugin-schema.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { isInside } from "../workspace/path-rules.ts";
import type { ChildStart } from "./confinement.ts";
import type { Environment } from "./plugin-environment.ts";
import { refuseLinks } from "./refuse-links.ts";

/**
 * Finds `deno` on the PATH and resolves links. Relative entries are ignored, since they might be in the folder of another user.
 * Unless `scripts` is set, it must be a program, because starting a script needs more of the disk than the kernel would let it
 * read.
 */
export function findDeno(environment: Environment, { scripts }: { scripts: boolean }): string | undefined {
  const name = process.platform === "win32" ? "deno.exe" : "deno";
  for (const folder of (environment.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder) || !existsSync(join(folder, name))) continue;
    const found = realpathSync.native(join(folder, name));
    const program = [found, join(dirname(found), name), ...packagedDenos(dirname(found), name)].find(isProgram);
    if (program !== undefined) return program;
    if (scripts) return found;
  }
  return undefined;
}

/**
 * npm's `deno` is a script for Node. The program itself is in a package for the platform, and is linked next to the script when
 * it is first used.
 */
function packagedDenos(script: string, name: string): string[] {
  const packages = join(dirname(script), "@deno");
  if (basename(script) !== "deno" || !existsSync(packages)) return [];
  const platform = `${process.platform}-${process.arch}`;
  return readdirSync(packages)
    .filter((each) => each === platform || each.startsWith(`${platform}-`))
    .map((each) => join(packages, each, name));
}

/** Returns true if it can be read and isn't a script. */
function isProgram(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const start = Buffer.alloc(2);
      return readSync(file, start) === 2 && start.toString("latin1") !== "#!";
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

export interface DenoOptions {
  deno: string;
  script: string;
  folder: string;
  permissions: Permissions;
  cacheFolder: string;
  /** The cache folders that worker threads access directly. */
  ownCaches: readonly string[];
  locate: (command: string) => Promise<string>;
  env: Record<string, string>;
  /** web-tree-sitter, if there are grammars. */
  library: string | undefined;
}

/** Creates the command line. The child must not be able to read `probe`, unless it may read everything (undefined). */
export async function denoStart(options: DenoOptions): Promise<ChildStart & { probe: string | undefined }> {
  const { permissions, cacheFolder, ownCaches } = options;
  refuseLinks(options.folder);
  // Threads load the program themselves. From source, that is many files.
  const program = options.script.endsWith(".ts")
    ? [dirname(options.script), join(dirname(options.script), "..", "core", "host")]
    : [options.script];
  if (options.library !== undefined) program.push(options.library);
  // Files of the workspace come from the host, because Deno follows links, even out of an allowed folder.
  const read = [options.folder, ...program, ...ownCaches];
  const programs: string[] = [];
  for (const command of permissions.run ?? []) {
    const path = await options.locate(command);
    // Programs that were not found are left out, because the child would search for the bare name again.
    if (isAbsolute(path)) programs.push(path);
  }
  const probe = probeFile(cacheFolder);
  return {
    command: options.deno,
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-config",
      "--no-lock",
      "--no-remote",
      // web-tree-sitter imports a bare "module" without a scheme, which --no-npm doesn't allow either.
      ...(options.library === undefined ? ["--no-npm"] : ["--cached-only", "--unstable-bare-node-builtins"]),
      "--deny-ffi",
      "--deny-import",
      ...flag("read", read),
      ...flag("write", ownCaches),
      ...flag("run", programs),
      ...flag(
        "net",
        (permissions.net ?? []).filter((target) => target !== "unix"),
      ),
      ...flag("env", permissions.env ?? []),
      options.script,
    ],
    cwd: options.folder,
    env: { ...options.env, DENO_DIR: join(cacheFolder, "deno"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    library: options.library,
    probe: read.some((folder) => isInside(folder, probe)) ? undefined : probe,
  };
}

function flag(kind: string, values: readonly string[]): string[] {
  // A comma is escaped by another comma.
  return values.length > 0 ? [`--allow-${kind}=${values.map((each) => each.replaceAll(",", ",,")).join(",")}`] : [];
}

/** If the sandbox works, third-party plugins can't read this file. */
export function probeFile(cacheFolder: string): string {
  const path = join(cacheFolder, "sandbox-probe");
  if (!existsSync(path)) {
    inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => {
      mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
      writeAtomically(path, "A process that can read this is not sandboxed.\n", { replace: true, mode: 0o600 });
    });
  }
  return path;
}
