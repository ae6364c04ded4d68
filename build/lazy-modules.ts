/** Modules that the executable loads when a function of theirs is first called: at every start they would cost milliseconds. */
import { join } from "node:path";

/** Of the runtime: one to three milliseconds each. Those that any start needs (fs, path, os) are not worth it. */
const BUILTINS = ["child_process", "crypto", "net", "readline", "tls", "tty", "util", "worker_threads", "zlib"];
/** Packages that make an `Intl.Segmenter` when loaded, and are asked only where something is drawn. */
const PACKAGES = ["cli-truncate", "string-width"];

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

const SOURCES = ["core/", "plugins/", "build/entry", "main", "threads"].map((path) =>
  join(import.meta.dirname, "..", path),
);
const PREFIX = "lazy:";

/** Static imports of these modules in our own source get functions that load them. */
export function lazyModules(): Bun.BunPlugin {
  return {
    name: "lazy-modules",
    setup(builder) {
      const names = [...BUILTINS.map((name) => `node:${name}`), ...PACKAGES].join("|");
      const imports = new RegExp(`^(import (?!type )[^;"]* from )"(${names})";$`, "gm");
      // The bundler resolves "node:" before it asks anybody, so the name has to change in the source.
      builder.onLoad({ filter: new RegExp(`^(${SOURCES.join("|")}).*\\.ts$`) }, async ({ path }) => ({
        contents: (await Bun.file(path).text()).replace(imports, `$1"${PREFIX}$2";`),
        loader: "ts",
      }));
      builder.onResolve({ filter: new RegExp(`^${PREFIX}`) }, ({ path }) => ({
        path: path.slice(PREFIX.length),
        namespace: "lazy",
      }));
      builder.onLoad({ filter: /.*/, namespace: "lazy" }, async ({ path }) => ({
        contents: wrapped(path, await import(path)),
        loader: "js",
      }));
    },
  };
}

/** Functions and classes; what is neither, nor light, cannot be imported through here, and the bundler says so. */
function wrapped(name: string, exports: Readonly<Record<string, unknown>>): string {
  const isBuiltin = name.startsWith("node:");
  // By its path: the name alone would lead back here.
  const load = isBuiltin
    ? `process.getBuiltinModule("${name}")`
    : `require(${JSON.stringify(Bun.resolveSync(name, import.meta.dirname))})`;
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
