/** Provides assets by name. Programs are extracted so that they can run. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join, parse } from "node:path";
import type { Assets } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { writeAtomically } from "./atomic-write.ts";
import { inOwnFolder } from "./own-folder.ts";
import { isVerified, recordVerified } from "./verified-file.ts";
import { temporaryFolder } from "./xdg-folders.ts";

/** The source of assets. They are embedded in the binary or, when running from source, in node_modules. */
export interface AssetSource {
  read(name: string): Promise<Uint8Array | undefined>;
  /** The SHA-256 in hexadecimal, which is computed at build time. Only embedded assets have it. */
  hash?(name: string): string | undefined;
  /** A path that is ready to run. Embedded assets do not have one. */
  executable?(name: string): string | undefined;
}

export function createAssets(source: AssetSource): Assets {
  return {
    async bytes(name) {
      const bytes = await source.read(name);
      if (!bytes) throw new JigError("UNAVAILABLE", `This build of jig has no asset ${JSON.stringify(name)}`);
      return bytes;
    },
  };
}

/** For a smaller file, comparing the content is faster than reading a record. */
const WORTH_RECORDING = 65_536;

export interface Executable {
  path: string;
  /** True if it belongs to jig and doesn't start other programs. */
  own: boolean;
}

export interface Executables {
  find(command: string): Promise<Executable>;
  locate(command: string): Promise<string>;
}

/**
 * Finds the executable for a command: an embedded asset that is extracted and verified once, or else a program on the PATH. If
 * the folder isn't writable, another one is used.
 */
export function createExecutables(
  source: AssetSource,
  folder: string,
  path: string,
  fallback: () => string = () => join(temporaryFolder(), "bin"),
): Executables {
  const extracted = new Map<string, Promise<string | undefined>>();
  const extractOnce = (command: string) => {
    let asset = extracted.get(command);
    if (!asset) {
      asset = extract(source, command, folder, fallback);
      extracted.set(command, asset);
      asset.catch(() => extracted.delete(command));
    }
    return asset;
  };
  const find = async (command: string): Promise<Executable> => {
    const ready = source.executable?.(command);
    if (ready) return { path: ready, own: true };
    const asset = extractOnce(command);
    let own = await asset;
    if (own && !existsSync(own)) {
      // The cache was deleted in the meantime.
      if (extracted.get(command) === asset) extracted.delete(command);
      own = await extractOnce(command);
    }
    return own ? { path: own, own: true } : { path: onPath(command, path) ?? command, own: false };
  };
  return { find, locate: async (command) => (await find(command)).path };
}

async function extract(
  source: AssetSource,
  name: string,
  folder: string,
  fallback: () => string,
): Promise<string | undefined> {
  const known = source.hash?.(name);
  // ripgrep is large, so if we know that the extracted copy is good, we don't read it.
  if (known !== undefined) {
    const file = executableFile(name, known, folder);
    if (isVerified(file)) return file;
  }
  const bytes = await source.read(name);
  if (!bytes) return undefined;
  const hash = known ?? hashOf(bytes);
  try {
    return place(name, bytes, hash, folder);
  } catch (error) {
    // If both folders fail, the error is about the one that the user has chosen.
    try {
      return place(name, bytes, hash, fallback());
    } catch {
      throw error;
    }
  }
}

/** Writes a program to a path that includes its hash, and replaces a different file. Throws UNAVAILABLE on failure. */
export function placeExecutable(name: string, bytes: Uint8Array, folder: string): string {
  return place(name, bytes, hashOf(bytes), folder);
}

function place(name: string, bytes: Uint8Array, hash: string, folder: string): string {
  const file = executableFile(name, hash, folder);
  if (!(existsSync(file) && Buffer.compare(readFileSync(file), bytes) === 0)) writeExecutable(file, bytes, folder);
  if (bytes.length >= WORTH_RECORDING) recordVerified(file);
  return file;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function executableFile(name: string, hash: string, folder: string): string {
  // Runtimes need the extension of a script.
  const { name: stem, ext } = parse(name);
  return join(folder, `${stem}-${hash.slice(0, 16)}${ext || (process.platform === "win32" ? ".exe" : "")}`);
}

function writeExecutable(file: string, bytes: Uint8Array, folder: string): void {
  inOwnFolder(folder, "XDG_CACHE_HOME", () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeAtomically(file, bytes, { replace: true, mode: 0o700 });
    chmodSync(file, 0o700);
  });
}

function onPath(command: string, path: string): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of path.split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, command + ending);
      // Relative entries refer to the working directory, which isn't trusted.
      if (folder.startsWith("/") || /^[a-z]:/i.test(folder)) if (existsSync(file)) return file;
    }
  }
  return undefined;
}
