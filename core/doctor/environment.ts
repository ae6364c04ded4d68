/** Runs the checks that don't need a workspace: the program, its folders, ripgrep, and environment variables. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import {
  type DoctorLine,
  findKernel,
  memoryAccounting,
  type Runtime,
  resourceErrorOf,
  toJigError,
  whyUnwatched,
} from "../host/frontend-api.ts";

export interface DoctorEnvironment {
  runtime: Runtime;
  /** Returns the path of an executable, which is embedded or on the PATH. */
  locate(command: string): Promise<string>;
  /** A text such as `bun 1.4.5`. */
  engine: string;
}

/** Variables that make the runtime load other code when it starts. */
const DANGEROUS = ["BUN_OPTIONS", "BUN_BE_BUN", "BUN_INSPECT_PRELOAD", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES"];
const COMMAND_TIMEOUT_MS = 5000;
/** This is enough for ripgrep and the index of a large project. */
const MUST_BE_FREE = 64 * 1024 * 1024;

export async function checkEnvironment({ runtime, locate, engine }: DoctorEnvironment): Promise<DoctorLine[]> {
  const command = [runtime.self.command, ...runtime.self.args].join(" ");
  const lines: DoctorLine[] = [
    {
      what: "jig",
      state: "ok",
      detail: `${runtime.version} on ${engine}, ${process.platform} ${process.arch}: ${command}`,
    },
    await checkRipgrep(locate),
    checkFolder("cache folder", runtime.cacheFolder, "XDG_CACHE_HOME"),
    checkFolder("config folder", runtime.configFolder, "XDG_CONFIG_HOME"),
    await checkWatching(runtime),
    checkFolder("state folder", runtime.stateFolder, "XDG_STATE_HOME"),
    checkKernel(runtime),
    checkDeno(runtime.environment.PATH ?? ""),
    ...DANGEROUS.filter((name) => runtime.environment[name]).map(
      (name): DoctorLine => ({
        what: `environment ${name}`,
        state: "warning",
        detail: "is set, so third-party code runs inside jig",
        fix: `Start jig without ${name} unless you set it yourself`,
      }),
    ),
  ];
  // Forward slashes are used as in answers, which Windows accepts too.
  if (process.platform !== "win32") return lines;
  return lines.map((line) => ({ ...line, detail: line.detail.replaceAll("\\", "/") }));
}

/** With file watching, queries about code only check changed files. */
async function checkWatching({ cacheFolder }: Runtime): Promise<DoctorLine> {
  const reason = await whyUnwatched(join(cacheFolder, "v1", ".watch"));
  const detail = reason === "" ? "the system reports changes" : `every query checks all files: ${reason}`;
  return { what: "watching folders", state: reason === "" ? "ok" : "off", detail };
}

/** Runs the program, because the file could be for another architecture, or on a noexec mount. */
async function checkRipgrep(locate: DoctorEnvironment["locate"]): Promise<DoctorLine> {
  const what = "ripgrep";
  try {
    const path = await locate("rg");
    const { status, stdout, error } = spawnSync(path, ["--no-config", "--version"], {
      encoding: "utf8",
      timeout: COMMAND_TIMEOUT_MS,
    });
    const version = /^ripgrep \S+/.exec(stdout ?? "")?.[0];
    if (status === 0 && version) return { what, state: "ok", detail: `${version}: ${path}` };
    const reason = error ? error.message : status === 0 ? "it is another program" : `exit code ${status}`;
    return {
      what,
      state: "error",
      detail: `${path} does not run: ${reason}`,
      fix: "If the disk forbids running programs (noexec), set XDG_CACHE_HOME to a folder on one that allows it",
    };
  } catch (error) {
    return {
      what,
      state: "error",
      detail: toJigError(error).message,
      fix: "Make the cache folder writable, or set XDG_CACHE_HOME to one that is",
    };
  }
}

function checkFolder(what: string, folder: string, variable: string): DoctorLine {
  const fix = `Make it writable for yourself, or set ${variable} to a folder that is`;
  const place = nearestExisting(folder);
  try {
    if (!statSync(place).isDirectory()) {
      return { what, state: "error", detail: `${place} is not a folder`, fix: `Move it, or set ${variable}` };
    }
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    const detail =
      resourceErrorOf(error, folder)?.message ?? `${folder} cannot be written: ${toJigError(error).message}`;
    return { what, state: "error", detail, fix };
  }
  const free = freeBytes(place);
  if (free < MUST_BE_FREE) {
    const detail = `${folder} is on a disk that is full or nearly full: ${(free / 1e6).toFixed(1)} MB are free`;
    return { what, state: "warning", detail, fix: `Free some space there, or set ${variable} to a folder with more` };
  }
  if (place !== folder) return { what, state: "ok", detail: `${folder} (made when first needed)` };
  const mode = statSync(folder).mode;
  if (process.platform !== "win32" && (mode & 0o022) !== 0) {
    return {
      what,
      state: "warning",
      detail: `${folder} can be written by others, who could replace what jig runs`,
      fix: `chmod go-w ${folder}`,
    };
  }
  return { what, state: "ok", detail: `${folder} (${megabytes(folder)})` };
}

function freeBytes(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function nearestExisting(folder: string): string {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function megabytes(folder: string): string {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** With the kernel's sandbox, plugins are limited to their permissions, and ripgrep to the roots. */
function checkKernel(runtime: Runtime): DoctorLine {
  const what = "confinement";
  const kernel = findKernel(runtime);
  try {
    kernel?.starter();
  } catch (error) {
    const fix = "Make the cache folder writable, or set XDG_CACHE_HOME to one that is";
    return { what, state: "error", detail: toJigError(error).message, fix };
  }
  if (!kernel) {
    return {
      what,
      state: "off",
      detail:
        "this system cannot confine processes: third-party plugins that run commands are NOT SANDBOXED, and ripgrep could follow a link that is swapped while it searches",
      fix: "Use Linux 5.13 or newer with Landlock if you run such plugins",
    };
  }
  const { version, gaps, networks } = kernel;
  const held = `Landlock ${version} and seccomp confine third-party plugins to their permissions, and ripgrep to the roots`;
  return {
    what,
    state: gaps.length > 0 ? "warning" : "ok",
    detail: [
      held,
      memoryAccounting(kernel),
      ...gaps.map((gap) => `not ${gap}`),
      ...(networks ? [] : ["their programs get no network"]),
    ].join("; "),
  };
}

/** This is a second sandbox for the modules of plugins, and the only one if the kernel doesn't support it. */
function checkDeno(path: string): DoctorLine {
  const what = "deno";
  const names = process.platform === "win32" ? ["deno.exe", "deno.cmd"] : ["deno"];
  const found = path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (!found) {
    return {
      what,
      state: "off",
      detail: "not on the PATH: third-party modules have no second layer of confinement",
      fix: "Install Deno (https://deno.com) if you use such plugins",
    };
  }
  return { what, state: "ok", detail: `${found}: enforces the permissions of third-party plugins` };
}
