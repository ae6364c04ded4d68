/**
 * Maps guids to files by reading the project's `.meta` files. To avoid reading all of them again each time, we remember the
 * size and modification time of each file and only read it again if they have changed. If many files have changed at once,
 * ripgrep reads them.
 */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { localPackages } from "./package-folders.ts";

export const BUILT_IN: Readonly<Record<string, string>> = {
  "0000000000000000e000000000000000": "Library/unity default resources",
  "0000000000000000f000000000000000": "Resources/unity_builtin_extra",
  "0000000000000000d000000000000000": "Library/unity editor resources",
};

const FOLDERS = ["Assets", "Packages", "Library/PackageCache"];
/** The guid is at the start of a `.meta`, so we never have to read more than this. */
const HEAD_BYTES = 512;
const AT_ONCE = 64;
/** If more files than this have changed, the tool's handler lets ripgrep read them. */
const MAX_READ_HERE = 100;

type FileAccess = Pick<Capabilities, "files">;

export class GuidTable {
  readonly #root: string;
  readonly #known = new Map<string, { stamp: string; guid: string }>();
  #sweep: unknown;
  #paths = new Map<string, string>();
  /** Guids that several files have. This almost always happens when someone copies a file together with its `.meta`. */
  #shared = new Map<string, string[]>();
  /** True if the downloaded packages are present in Library/PackageCache. */
  hasPackages = false;

  constructor(projectRoot: string) {
    this.#root = projectRoot;
  }

  /** Returns an absolute path. */
  pathOf(guid: string): string | undefined {
    return this.#paths.get(guid);
  }

  /** Returns the files that share this guid if there is more than one. */
  sharing(guid: string): readonly string[] {
    return this.#shared.get(guid) ?? [];
  }

  /** The name can be given with or without the extension. */
  named(name: string): [guid: string, file: string][] {
    const low = name.toLowerCase();
    return [...this.#paths].filter(([, file]) => {
      const own = path.basename(file).toLowerCase();
      return own === low || own.slice(0, own.length - path.extname(own).length) === low;
    });
  }

  /**
   * Updates the table from the `.meta` files that have changed. If there are too many to read them here, it doesn't update
   * anything and returns the folders that ripgrep should search. The caller then passes the output of ripgrep (lines of `path
   * NUL guid: …`) as `listed`.
   */
  async refresh({ files }: FileAccess, signal: AbortSignal, listed?: Uint8Array): Promise<string[] | undefined> {
    const local = [...(await localPackages(this.#root, { files })).values()];
    const folders = [
      ...FOLDERS.map((folder) => path.join(this.#root, folder)),
      ...local.filter((each) => isOutside(this.#root, each)),
    ];
    const there = await Promise.all(folders.map((folder) => isFolder(files, folder)));
    const directories = folders.filter((_, at) => there[at]);
    this.hasPackages = there[2] === true;
    if (directories.length === 0) return undefined;
    const sweep = await files.sweep({ directories, extensions: [".meta"], signal });
    // If nothing has changed, the sweep returns the same object, so we can compare it by identity.
    if (sweep === this.#sweep) return undefined;
    const stamps = sweep.paths.map((_, at) => `${sweep.sizes[at]}:${sweep.mtimesMs[at]}`);
    const changed = sweep.paths.flatMap((file, at) => (this.#known.get(file)?.stamp === stamps[at] ? [] : [at]));
    if (changed.length > MAX_READ_HERE && !listed) return directories;
    const guids = guidsIn(listed);
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(
        changed.slice(from, from + AT_ONCE).map(async (at) => {
          const file = sweep.paths[at] ?? "";
          const guid = guids.get(file) ?? (listed ? "" : await guidIn(files, file));
          this.#known.set(file, { stamp: stamps[at] ?? "", guid });
        }),
      );
    }
    const present = new Set(sweep.paths);
    this.#paths = new Map();
    this.#shared = new Map();
    const cache = folders[2] + path.sep;
    for (const [file, { guid }] of this.#known) {
      if (!present.has(file)) this.#known.delete(file);
      else if (guid !== "") {
        const asset = file.slice(0, -".meta".length);
        const first = this.#paths.get(guid);
        if (first === undefined) this.#paths.set(guid, asset);
        // The cache can contain several versions of a package.
        else if (!first.startsWith(cache) && !asset.startsWith(cache))
          this.#shared.set(guid, [...(this.#shared.get(guid) ?? [first]), asset]);
      }
    }
    this.#sweep = sweep;
    return undefined;
  }
}

function guidsIn(listed: Uint8Array | undefined): Map<string, string> {
  const guids = new Map<string, string>();
  if (!listed) return guids;
  for (const line of new TextDecoder().decode(listed).split("\n")) {
    const nul = line.indexOf("\0");
    const guid = /^guid:\s*([0-9a-f]{32})/.exec(line.slice(nul + 1))?.[1];
    if (nul > 0 && guid !== undefined) guids.set(path.normalize(line.slice(0, nul)), guid);
  }
  return guids;
}

async function guidIn(files: Capabilities["files"], file: string): Promise<string> {
  const bytes = await files.read(file, { offset: 0, length: HEAD_BYTES }).catch(() => new Uint8Array());
  return /^guid:\s*([0-9a-f]{32})/m.exec(new TextDecoder("latin1").decode(bytes))?.[1] ?? "";
}

function isOutside(root: string, folder: string): boolean {
  return path.relative(root, folder).startsWith("..");
}

function isFolder(files: Capabilities["files"], folder: string): Promise<boolean> {
  return files.stat(folder).then(
    ({ kind }) => kind === "directory",
    () => false,
  );
}
