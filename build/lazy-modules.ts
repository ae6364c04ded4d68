/** Modules that the executable loads when a function of theirs is first called: at every start they would cost milliseconds. */
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

/** Modules of the runtime that take one to three milliseconds each. Those that every start needs (fs, path, os) are not worth it. */
const BUILTINS = ["child_process", "crypto", "net", "readline", "tls", "tty", "util", "worker_threads", "zlib"];
/** Three packages that make an `Intl.Segmenter` when loaded and are needed only for drawing, and a parser for files with faults. */
const PACKAGES = ["cli-truncate", "jsonc-parser", "slice-ansi", "string-width"];
/** The file that `require` finds of this package asks for its own files by names that no bundler sees. */
const ENTRY_OF: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Exports that any start uses and that need not be loaded: Bun has them, or the main thread knows their value. */
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
/** Age in ms after which the copy of another tree is removed. */
const STALE_AFTER = 60 * 60 * 1000;

/**
 * Writes a copy of the program's source in which static imports of these modules lead to functions that load them. Returns the path of
 * its entry. A bundler plugin could change the sources in memory, but modules are numbered as they arrive, and from a plugin they arrive
 * in another order each time: two builds of one tree would differ.
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

/** The folder is named after its content, so that builds of one tree share it, and appears whole, since builds run side by side. */
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

/** Wraps functions and classes. Other exports cannot be imported through here unless they are light; the bundler reports them. */
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
