/** Makes modules lazy: they're loaded when one of their functions is first called. Loading them eagerly would add milliseconds to each start. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** Node modules that take 1-3 ms each. fs, path and os are needed on every start anyway. */
const BUILTINS = ["child_process", "crypto", "net", "readline", "tls", "tty", "util", "worker_threads", "zlib"];
/** Three of these create an `Intl.Segmenter` on load but are only needed for drawing. The other one parses invalid JSON. */
const PACKAGES = ["cli-truncate", "jsonc-parser", "slice-ansi", "string-width"];
/** Its CommonJS entry computes names for `require`, which bundlers can't resolve. */
const ENTRY_OF: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Exports used on every start that don't require the module, because Bun has them or their value is known. */
const LIGHT: Readonly<Record<string, string>> = {
  "node:crypto": `export const createHash = (name) => new Bun.CryptoHasher(name);
export const randomBytes = (size) => Buffer.from(crypto.getRandomValues(new Uint8Array(size)).buffer);
export const randomUUID = () => crypto.randomUUID();`,
  "node:zlib": "export const crc32 = (data, before = 0) => Bun.hash.crc32(data, before);",
  "node:worker_threads": `const onThread = Bun.isMainThread ? undefined : process.getBuiltinModule("node:worker_threads");
export const isMainThread = Bun.isMainThread;
export const parentPort = onThread?.parentPort ?? null;
export const workerData = onThread?.workerData ?? null;`,
};

const TOP = join(import.meta.dirname, "..");
const FOLDERS = ["core", "plugins", "tui"];
const ENTRIES = [
  "build/entry.ts",
  "build/publication.ts",
  "first.ts",
  "main.ts",
  "threads.ts",
  "package.json",
  "tsconfig.json",
];
/** In ms. Older copies of other trees are removed. */
const STALE_AFTER = 60 * 60 * 1000;

/**
 * Writes a copy of the sources with these static imports replaced by lazy wrappers, and returns the path of its entry. We don't use
 * a bundler plugin: modules are numbered in order of arrival, and with plugins that order varies, so builds wouldn't be
 * reproducible.
 */
export async function lazySources(): Promise<string> {
  const names = [...BUILTINS.map((name) => `node:${name}`), ...PACKAGES];
  const imports = new RegExp(`^(import (?!type )[^;"]* from )"(${names.join("|")})";$`, "gm");
  const files = new Map<string, string>();
  for (const name of names) files.set(lazyPath(name), wrapped(name, await import(name)));
  for (const path of programFiles()) {
    const lazy = (_: string, start: string, name: string) => `${start}"./${relative(dirname(path), lazyPath(name))}";`;
    files.set(path, readFileSync(join(TOP, path), "utf8").replace(imports, lazy));
  }
  return join(writeOnce(files), "build", "entry.ts");
}

function programFiles(): string[] {
  const globs = FOLDERS.map((folder) => new Bun.Glob(`${folder}/**/*.{ts,tsx,json}`));
  const found = globs.flatMap((glob) => [...glob.scanSync({ cwd: TOP })]);
  return [...found.filter((path) => !/\.test\.tsx?$/.test(path)), ...ENTRIES];
}

function lazyPath(name: string): string {
  return join("build", "lazy", `${name.replace("node:", "")}.js`);
}

/** The folder's name is a content hash, so builds of the same tree share it. It's renamed into place because builds run concurrently. */
function writeOnce(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
  const folder = join(TOP, "dist", "source", hash);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    for (const [path, text] of sorted) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true });
      writeFileSync(join(fresh, path), text);
    }
    try {
      renameSync(fresh, folder);
    } catch (error) {
      rmSync(fresh, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  utimesSync(folder, new Date(), new Date());
  for (const name of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), name);
    if (Date.now() - (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0) > STALE_AFTER) {
      rmSync(other, { recursive: true, force: true });
    }
  }
  return folder;
}

/** Wraps functions and classes. The bundler reports any other exports that aren't light. */
function wrapped(name: string, exports: Readonly<Record<string, unknown>>): string {
  const isBuiltin = name.startsWith("node:");
  const load = isBuiltin ? `process.getBuiltinModule("${name}")` : `require(${JSON.stringify(ENTRY_OF[name] ?? name)})`;
  const light = LIGHT[name] ?? "";
  const isCalled = (key: string) =>
    typeof exports[key] === "function" && (key !== "default" || !isBuiltin) && !light.includes(` ${key} = `);
  const called = Object.keys(exports)
    .filter(isCalled)
    .map(
      (key) => `export ${key === "default" ? "default function" : `function ${key}`}(...args) {
  const its = ${load}.${key};
  return new.target ? new its(...args) : its(...args);
}`,
    );
  return [light, ...called].join("\n");
}
