/** Compiles the executable: `bun build/compile.ts [--target bun-linux-x64] [--outfile dist/jig] [--quiet]`. */
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
  /** Bun target. Defaults to this machine. */
  target?: string;
  outfile: string;
  /** Folder with packages for other platforms (see build/release/stage). Contains their ripgrep and Bun. */
  stage?: string;
  /** Imports to stub out, so that a benchmark can measure their cost. */
  without?: readonly string[];
}

const BUNDLE = {
  minify: true,
  format: "esm",
  splitting: true,
  define: { "process.env.NODE_ENV": '"production"' },
} as const satisfies Omit<Bun.BuildConfig, "entrypoints">;

/** Only used by Ink in development. As an external, the binary would search for it on every start. */
const LEFT_OUT = ["react-devtools-core"];

/** Throws with Bun's own messages. */
export async function compile({ target, outfile, stage, without = [] }: CompileOptions): Promise<void> {
  // Module names in the output are relative to the working directory.
  process.chdir(join(import.meta.dirname, ".."));
  const { platform, arch } = platformOf(target);
  mkdirSync(dirname(outfile), { recursive: true });
  const { rg } = assetFiles(platform, arch);
  // Compressed, as it's only unpacked once per machine.
  const packed = rg ? { rg: await compressed(rg, stage ?? import.meta.dirname) } : {};
  const made = { [CHILD_SCRIPT]: await bundleChild(), ...(await writePluginKit()) };
  const result = await Bun.build({
    ...BUNDLE,
    entrypoints: [await lazySources()],
    bytecode: true,
    // Build this first. A build within a build deadlocks.
    plugins: [
      embedAssets({ platform, arch, made, packed, stage }),
      await embedGrammars(),
      leaveOut([...LEFT_OUT, ...without]),
    ],
    compile: {
      outfile,
      ...(target ? { target: target as Bun.Build.CompileTarget } : {}),
      ...(target && stage ? { executablePath: runtimeOf(target, stage) } : {}),
      // Otherwise the binary would run preloads from a bunfig.toml in the current folder, and load its .env.
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new AggregateError(result.logs, `Cannot compile ${outfile}`);
}

/** Absolute paths of all files in the bundle, as reported by the bundler. */
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
  if (!system || !arch) throw new Error(`Unknown target "${target}"; write, for example, bun-linux-x64-musl`);
  return { platform: system === "windows" ? "win32" : system, arch };
}

/** Bun executable for the target, from its npm package. */
function runtimeOf(target: string, stage: string): string {
  const name = `@oven/${target.replace("arm64", "aarch64")}`;
  return join(stage, "node_modules", name, "bin", target.includes("windows") ? "bun.exe" : "bun");
}

/** Deleted on exit. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-build-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles the program that runs plugins in Deno. */
async function bundleChild(): Promise<string> {
  const outdir = scratchFolder();
  const entrypoints = [join(import.meta.dirname, "plugin-child.ts")];
  const result = await Bun.build({ entrypoints, outdir, target: "node", format: "esm", minify: true });
  if (!result.success) throw new AggregateError(result.logs, `Cannot bundle ${entrypoints}`);
  return join(outdir, CHILD_SCRIPT);
}

/** Virtual module with the SHA-256 of each asset. */
const HASHES = "hashes";

interface Embedded {
  platform: string;
  arch: string;
  /** Generated files by asset name. */
  made: Readonly<Record<string, string>>;
  /** Compressed files. Their hash is that of the uncompressed content. */
  packed: Readonly<Record<string, string>>;
  stage: string | undefined;
}

/**
 * Resolves `asset:<name>` imports to files in the target's packages, preferring the stage. Builds have to be reproducible, so avoid
 * absolute paths and await.
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

/** Replaces these imports, and those that match `also`, by an empty module. */
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
