/** Finds the files without which a program can't start: its interpreter or loader, its own folders, and helpers. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { listNames } from "../runtime/list-names.ts";
import { readHead } from "../runtime/read-head.ts";
import { isInside } from "../workspace/path-rules.ts";
import { withoutCredentials } from "./credentials.ts";

export interface ProgramNeeds {
  read: string[];
  execute: string[];
}

export interface ProgramPlace {
  home: string | undefined;
  /** Finds the program in the `#!/usr/bin/env` line of a script. */
  locate(command: string): Promise<string>;
}

const HEAD_BYTES = 4096;
/** The interpreter of a script can be a script itself. */
const MAX_INTERPRETERS = 4;
/** Every process can read these. */
const SHARED = /^\/(?:$|(?:usr|nix\/store)(?:\/|$))/;
/** The home folder itself. */
const PERSONAL = /^\/(?:home|Users)\/[^/]+$/;
/** Only these are readable for an installation in a home folder. Others may contain settings or tokens. */
const LIBRARIES = ["lib", "lib64", "libexec", "pyvenv.cfg", "conf", "jre", "release"];
/** The same for version managers. */
const MANAGED = ["bin", "lib", "libexec", "shims", "versions", "installs", "plugins", "pyenv.d", "rbenv.d", "version"];
const PROGRAM_FOLDERS = new Set(["bin", "sbin", "shims", "Scripts"]);
/** Shells aren't useful on their own. */
const SHELLS = new Set(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "busybox"]);
export const SYSTEM_PROGRAMS = ["/bin", "/usr/bin", "/usr/local/bin"];

/** The result is cached until the program changes on disk, because the search for credentials takes milliseconds. */
export function knownNeeds(place: ProgramPlace): (program: string) => Promise<ProgramNeeds> {
  const known = new Map<string, { version: string; needs: Promise<ProgramNeeds> }>();
  return (program) => {
    const { mtimeMs = 0, ino = 0 } = statSync(program, { throwIfNoEntry: false }) ?? {};
    const version = `${ino} ${mtimeMs}`;
    const last = known.get(program);
    if (last?.version === version) return last.needs;
    const needs = programNeeds(program, place);
    known.set(program, { version, needs });
    // This may be a temporary shortage, so the failure isn't cached.
    needs.catch(() => known.get(program)?.needs === needs && known.delete(program));
    return needs;
  };
}

export async function programNeeds(program: string, place: ProgramPlace): Promise<ProgramNeeds> {
  const needs: ProgramNeeds = { read: [], execute: [] };
  let next: string | undefined = program;
  for (let depth = 0; next !== undefined && depth < MAX_INTERPRETERS; depth++) {
    const head = headOf(next);
    const real = realOf(next);
    needs.execute.push(real);
    for (const path of new Set([next, real])) add(needs, path, place.home);
    if (SHELLS.has(basename(next)) || SHELLS.has(basename(real))) needs.execute.push(...SYSTEM_PROGRAMS);
    const loader = loaderOf(head);
    if (loader) needs.execute.push(loader);
    next = loader ? undefined : await interpreterOf(head, needs, place);
  }
  return needs;
}

/** Adds everything that belongs to a program in `/opt/x/bin` or the like, and only libraries in a home folder. */
function add(needs: ProgramNeeds, path: string, home: string | undefined): void {
  const folder = dirname(path);
  if (!PROGRAM_FOLDERS.has(basename(folder))) return;
  const prefix = dirname(folder);
  const helpers = ["lib", "libexec"].flatMap((name) =>
    listNames(join(prefix, name))
      .filter((each) => each === basename(path) || each === `${basename(path)}-core`)
      .map((each) => join(prefix, name, each)),
  );
  // A program that may be started may also be read.
  needs.execute.push(...helpers.flatMap(withoutCredentials));
  if (SHARED.test(prefix) || (home !== undefined && isInside(prefix, home)) || PERSONAL.test(prefix)) return;
  // A version manager's shim is a script that runs the real program.
  const manages = basename(folder) === "shims";
  if (!manages && !isPersonal(prefix, home)) return void needs.read.push(...withoutCredentials(prefix));
  const own = (manages ? MANAGED : LIBRARIES)
    .map((name) => join(prefix, name))
    .filter((each) => existsSync(each))
    .flatMap(withoutCredentials);
  needs.read.push(...own);
  if (manages) needs.execute.push(...own);
  const base = baseOfEnvironment(prefix);
  if (base !== undefined) add(needs, join(realOf(base), basename(path)), home);
}

/** Returns the folder of the interpreter from which a Python virtual environment was made. */
function baseOfEnvironment(prefix: string): string | undefined {
  try {
    return /^home\s*=\s*(.+?)\s*$/m.exec(readFileSync(join(prefix, "pyvenv.cfg"), "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

function isPersonal(path: string, home: string | undefined): boolean {
  return /^\/(?:home|Users)\//.test(path) || (home !== undefined && isInside(home, path));
}

async function interpreterOf(head: Buffer, needs: ProgramNeeds, place: ProgramPlace): Promise<string | undefined> {
  if (head.toString("latin1", 0, 2) !== "#!") return undefined;
  const [line = ""] = head.toString("utf8", 2).split("\n");
  const [interpreter, ...words] = line.trim().split(/\s+/);
  if (!interpreter || basename(interpreter) !== "env") return interpreter;
  needs.execute.push(realOf(interpreter));
  const named = words.find((word) => !word.startsWith("-") && !word.includes("="));
  return named === undefined ? undefined : await place.locate(named);
}

/** Returns the path of the dynamic loader in an ELF header. */
function loaderOf(head: Buffer): string | undefined {
  const wide = head[4] === 2;
  if (head.toString("latin1", 0, 4) !== "\x7fELF" || head.length < 64 || !wide) return undefined;
  const at = Number(head.readBigUInt64LE(32));
  const size = head.readUInt16LE(54);
  const count = head.readUInt16LE(56);
  for (let each = 0; each < count; each++) {
    const entry = at + each * size;
    if (entry + size > head.length) return undefined;
    if (head.readUInt32LE(entry) !== 3) continue;
    const offset = Number(head.readBigUInt64LE(entry + 8));
    const length = Number(head.readBigUInt64LE(entry + 32));
    return head.toString("utf8", offset, offset + length - 1);
  }
  return undefined;
}

function headOf(path: string): Buffer {
  try {
    return readHead(path, HEAD_BYTES);
  } catch {
    return Buffer.alloc(0);
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
