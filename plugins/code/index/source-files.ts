/** Determines which files in the workspace are source files, and which of those are too large or generated. */
import type { Sweep, SweepOptions } from "../../../core/host/plugin-api.ts";
import { CODE_LANGUAGES, languageOf } from "../outline/languages.ts";
import type { GuestLanguages } from "./guest-languages.ts";
import type { Listed } from "./part-index.ts";

/** Folders with third-party packages, build results and caches. */
const SKIPPED = [
  ...["node_modules", "bower_components", "__pycache__", "site-packages", ".venv", "venv", ".tox", ".mypy_cache"],
  ...[".next", ".nuxt", ".cache", ".gradle", ".idea", ".svn", ".hg", ".yarn", ".terraform"],
];

/** Files that mark a folder as a package or module. */
const MANIFESTS = [
  ...["package.json", "tsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "tsconfig.lib.json", "jsconfig.json"],
  ...["deno.json", "deno.jsonc", "cargo.toml", "go.mod"],
];

export const SWEPT: SweepOptions = {
  extensions: [...CODE_LANGUAGES.flatMap(({ extensions }) => extensions), ...MANIFESTS],
  skip: SKIPPED,
  skipSiblings: { "cargo.toml": ["target"], "go.mod": ["vendor"] },
};

/** Larger files are data or generated code. They are counted but not read. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

const GENERATED = /[.-]min\.[cm]?js$|\.bundle\.js$|\.pb\.go$|_pb2(?:_grpc)?\.pyi?$/;

export interface SourceFiles {
  paths: string[];
  sizes: number[];
  mtimesMs: number[];
  /** The files that are left out, which are grouped by reason. */
  large: string[];
  generated: string[];
  manifests: string[];
  /** The files that are in third-party languages. */
  guests: Listed;
}

export function isManifest(path: string): boolean {
  return MANIFESTS.includes(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
}

export function isCode(path: string): boolean {
  const language = languageOf(path);
  return language !== undefined && language.level !== "outline";
}

export function noFiles(): SourceFiles {
  const listed = () => ({ paths: [], sizes: [], mtimesMs: [] });
  return { ...listed(), large: [], generated: [], manifests: [], guests: listed() };
}

export function sourceFiles({ paths, sizes, mtimesMs }: Sweep, guests: GuestLanguages | undefined): SourceFiles {
  const files = noFiles();
  for (const [at, path] of paths.entries()) {
    if (isManifest(path)) files.manifests.push(path);
    const list = isCode(path) ? files : guests?.of(path) ? files.guests : undefined;
    if (!list) continue;
    const size = sizes[at] ?? 0;
    if (size > MAX_SOURCE_BYTES) files.large.push(path);
    else if (GENERATED.test(path)) files.generated.push(path);
    else {
      list.paths.push(path);
      list.sizes.push(size);
      list.mtimesMs.push(mtimesMs[at] ?? 0);
    }
  }
  return files;
}
