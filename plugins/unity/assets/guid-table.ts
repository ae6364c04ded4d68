/**
 * Guid → file, built from the project's `.meta` files. So that we don't read them all again each time, we keep a stamp
 * (size and mtime) per file and only re-read those whose stamp has changed. If too many changed at once, ripgrep does
 * the reading.
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
/** A `.meta` starts with its guid, so there's no need to read further than this. */
const HEAD_BYTES = 512;
const AT_ONCE = 64;
/** Past this many changed files it's up to ripgrep, which the tool's handler runs. */
const MAX_READ_HERE = 100;

type FileAccess = Pick<Capabilities, "files">;

export class GuidTable {
  readonly #root: string;
  readonly #known = new Map<string, { stamp: string; guid: string }>();
  #sweep: unknown;
  #paths = new Map<string, string>();
  /** Duplicate guids. Almost always a file that was copied together with its `.meta`. */
  #shared = new Map<string, string[]>();
  /** Downloaded packages (Library/PackageCache) are present. */
  hasPackages = false;

  constructor(projectRoot: string) {
    this.#root = projectRoot;
  }

  /** Absolute. */
  pathOf(guid: string): string | undefined {
    return this.#paths.get(guid);
  }

  /** Only if there's more than one. */
  sharing(guid: string): readonly string[] {
    return this.#shared.get(guid) ?? [];
  }

  /** Matches with or without the extension. */
  named(name: string): [guid: string, file: string][] {
    const low = name.toLowerCase();
    return [...this.#paths].filter(([, file]) => {
      const own = path.basename(file).toLowerCase();
      return own === low || own.slice(0, own.length - path.extname(own).length) === low;
    });
  }

  /**
   * Picks up changed `.meta` files. If there are too many to read here, nothing is updated and we return the folders
   * that ripgrep should list. Call again with its output (`path NUL guid: …` lines) as `listed`.
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
    // Identity check is enough: an unchanged sweep returns the same object.
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
        // The cache may hold several versions of one package.
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
