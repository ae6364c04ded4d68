/** Compiles one executable: `bun build/compile.ts [--target bun-linux-x64] [--outfile dist/jig] [--quiet]`. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHILD_SCRIPT } from "../core/host/runtime/roles.ts";
import { assetFiles, assetPath } from "../core/host/runtime/source-assets.ts";
import { compressed, embedGrammars } from "./embed-grammars.ts";
import { lazySources } from "./lazy-modules.ts";
import { writePluginKit } from "./plugin-kit.ts";

const TARGET = /^bun-(linux|darwin|windows)-(x64|arm64)(-baseline)?(-musl)?$/;

export interface CompileOptions {
  /** One of Bun's targets; default: this machine. */
  target?: string;
  outfile: string;
  /** A folder with packages of other machines than this one (build/release/stage): their ripgrep and their Bun. */
  stage?: string;
  /** Imports to leave out, as written: a bench measures their cost. */
  without?: readonly string[];
}

const BUNDLE = {
  minify: true,
  format: "esm",
  splitting: true,
  define: { "process.env.NODE_ENV": '"production"' },
} as const satisfies Omit<Bun.BuildConfig, "entrypoints">;

/** Ink asks for its devtools in development only; external, the binary would look for them at every start. */
const LEFT_OUT = ["react-devtools-core"];

/** Builds the executable; throws with Bun's own messages. */
export async function compile({ target, outfile, stage, without = [] }: CompileOptions): Promise<void> {
  // The bundler names modules relative to this folder, and the names are part of its output.
  process.chdir(join(import.meta.dirname, ".."));
  const { platform, arch } = platformOf(target);
  mkdirSync(dirname(outfile), { recursive: true });
  const { rg } = assetFiles(platform, arch);
  // It is unpacked once a machine, so that its size costs no start.
  const packed = rg ? { rg: await compressed(rg, stage ?? import.meta.dirname) } : {};
  const made = { [CHILD_SCRIPT]: await bundleChild(), ...(await writePluginKit()) };
  const result = await Bun.build({
    ...BUNDLE,
    entrypoints: [await lazySources()],
    bytecode: true,
    // The child's program is made beforehand: a build inside a build would wait for itself.
    plugins: [
      embedAssets({ platform, arch, made, packed, stage }),
      await embedGrammars(),
      leaveOut([...LEFT_OUT, ...without]),
    ],
    compile: {
      outfile,
      ...(target ? { target: target as Bun.Build.CompileTarget } : {}),
      ...(target && stage ? { executablePath: runtimeOf(target, stage) } : {}),
      // Without these two the binary would run a stranger's bunfig.toml preload and load his .env.
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new AggregateError(result.logs, `Cannot compile ${outfile}`);
}

/** The files of which something is in the executable's code, absolute, by the bundler's own account. */
export async function bundledFiles(): Promise<string[]> {
  const result = await Bun.build({
    ...BUNDLE,
    entrypoints: [join(import.meta.dirname, "entry.ts"), join(import.meta.dirname, "plugin-child.ts")],
    target: "bun",
    metafile: true,
    plugins: [leaveOut(LEFT_OUT, /^(asset|embedded):/)],
  });
  if (!result.success || !result.metafile) throw new AggregateError(result.logs, "Cannot bundle");
  const inputs = Object.values(result.metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => resolve(file)))];
}

function platformOf(target: string | undefined): { platform: string; arch: string } {
  if (target === undefined) return { platform: process.platform, arch: process.arch };
  const [, system, arch] = TARGET.exec(target) ?? [];
  if (!system || !arch) throw new Error(`Unknown target "${target}": write for example bun-linux-x64-musl`);
  return { platform: system === "windows" ? "win32" : system, arch };
}

/** Bun for the target, from its own package. */
function runtimeOf(target: string, stage: string): string {
  const name = `@oven/${target.replace("arm64", "aarch64")}`;
  return join(stage, "node_modules", name, "bin", target.includes("windows") ? "bun.exe" : "bun");
}

/** Gone when this process ends. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-build-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The program of plugins' processes under Deno, as one file. */
async function bundleChild(): Promise<string> {
  const outdir = scratchFolder();
  const entrypoints = [join(import.meta.dirname, "plugin-child.ts")];
  const result = await Bun.build({ entrypoints, outdir, target: "node", format: "esm", minify: true });
  if (!result.success) throw new AggregateError(result.logs, `Cannot bundle ${entrypoints}`);
  return join(outdir, CHILD_SCRIPT);
}

/** The name of the module with the SHA-256 of each asset. */
const HASHES = "hashes";

interface Embedded {
  platform: string;
  arch: string;
  /** Files that this build made, by the name of the asset. */
  made: Readonly<Record<string, string>>;
  /** Compressed copies. The hash of such an asset is that of its content. */
  packed: Readonly<Record<string, string>>;
  stage: string | undefined;
}

/**
 * Resolves `asset:<name>` to the content of the target's package, looked for in the stage first. No path of this build enters the
 * bundle, and nothing is awaited: both would make two builds of one tree differ.
 */
function embedAssets({ platform, arch, made, packed, stage }: Embedded): Bun.BunPlugin {
  const files = assetFiles(platform, arch);
  const contentOf = (name: string): Buffer => {
    const asset = files[name];
    const file = made[name] ?? (asset && assetPath(asset, stage ?? import.meta.dirname));
    if (file) return readFileSync(file);
    throw new Error(asset ? `${asset.package} is not installed: run bun install` : `Unknown asset "${name}"`);
  };
  const hashOf = (name: string) => createHash("sha256").update(contentOf(name)).digest("hex");
  const hashes = () =>
    Object.fromEntries([...Object.keys(made), ...Object.keys(files)].map((name) => [name, hashOf(name)]));
  return {
    name: "embed-assets",
    setup(builder) {
      builder.onResolve({ filter: /^asset:/ }, ({ path }) => ({
        path: path.slice("asset:".length),
        namespace: "asset",
      }));
      builder.onLoad({ filter: /.*/, namespace: "asset" }, ({ path: name }) =>
        name === HASHES
          ? { contents: `export default ${JSON.stringify(hashes())};`, loader: "js" }
          : { contents: packed[name] === undefined ? contentOf(name) : readFileSync(packed[name]), loader: "file" },
      );
    },
  };
}

/** Puts an empty module in the place of each of these imports, and of those that `also` matches. */
function leaveOut(names: readonly string[], also?: RegExp): Bun.BunPlugin {
  return {
    name: "leave-out",
    setup(builder) {
      const named = names.map((name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
      for (const filter of also ? [...named, also] : named) {
        builder.onResolve({ filter }, ({ path }) => ({ path, namespace: "left-out" }));
      }
      builder.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export default {};", loader: "js" }));
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: "string" },
      outfile: { type: "string", default: "dist/jig" },
      quiet: { type: "boolean", default: false },
    },
  });
  const outfile = resolve(values.outfile);
  await compile({ outfile, ...(values.target ? { target: values.target } : {}) });
  if (!values.quiet) console.log(`${values.outfile}: ${(statSync(outfile).size / 1e6).toFixed(1)} MB`);
}
