/** Compressed grammars for the executable, cached in node_modules. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { writeAtomically } from "../core/host/runtime/atomic-write.ts";
import { GRAMMAR_FILES } from "../core/host/runtime/grammar-assets.ts";
import { assetFiles, assetPath } from "../core/host/runtime/source-assets.ts";

const FOLDER = join(import.meta.dirname, "../node_modules/.cache/jig-grammars");
/** Zstandard's output is 8 % larger than Brotli's but unpacks in half the time, which counts on every start. */
const LEVEL = 22;

/** Resolves `embedded:grammars` to a module with the paths of the compressed grammars. They're created up front. */
export async function embedGrammars(): Promise<Bun.BunPlugin> {
  const files = await Promise.all(
    Object.entries(GRAMMAR_FILES).map(async ([name, file]) => [name, await compressed(file)]),
  );
  const imports = files.map(([, path], at) => `import g${at} from ${JSON.stringify(path)} with { type: "file" };`);
  const entries = files.map(([name], at) => `[${JSON.stringify(name)}, g${at}]`);
  const contents = `${imports.join("\n")}\nexport default new Map([${entries.join(", ")}]);`;
  return {
    name: "embed-grammars",
    setup(builder) {
      builder.onResolve({ filter: /^embedded:grammars$/ }, ({ path }) => ({ path, namespace: "grammars" }));
      builder.onLoad({ filter: /.*/, namespace: "grammars" }, () => ({ contents, loader: "js" }));
    },
  };
}

/** Path of each asset for the given platform. */
export async function embeddedFiles(platform: string, arch: string, from: string): Promise<Record<string, string>> {
  const files = Object.entries(assetFiles(platform, arch)).map(async ([name, asset]) => {
    const isCompressed = name === "rg" || Object.hasOwn(GRAMMAR_FILES, name);
    return [name, isCompressed ? await compressed(asset, from) : (assetPath(asset, from) ?? "")] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Prefers the stage folder (packages for other platforms). */
export async function compressed(
  asset: { package: string; file: string },
  from = import.meta.dirname,
): Promise<string> {
  const path = assetPath(asset, from);
  if (!path) throw new Error(`${asset.package} is not installed: run bun install`);
  const bytes = readFileSync(path);
  const file = join(
    FOLDER,
    `${basename(asset.file)}-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}.zst`,
  );
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  // On Bun's threads: one after the other, they take most of a first build.
  writeAtomically(file, await Bun.zstdCompress(bytes, { level: LEVEL }), { replace: true });
  return file;
}
