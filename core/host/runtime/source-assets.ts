/** Provides the assets from node_modules when jig runs from source. In the binary they are embedded (build/entry.ts). */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AssetSource } from "./assets.ts";
import { GRAMMAR_FILES } from "./grammar-assets.ts";
import { CHILD_SCRIPT } from "./roles.ts";

/** Files for authors of plugins, which build/plugin-kit.ts generates. */
export const KIT_FILES = ["jig.d.ts", "jig.js"] as const;
export const KIT_FOLDER = fileURLToPath(new URL("../../../dist/plugin-kit", import.meta.url));

/** The paths within packages. The binary embeds the same list. */
export function assetFiles(platform: string, arch: string): Record<string, { package: string; file: string }> {
  return {
    rg: { package: `@vscode/ripgrep-${platform}-${arch}`, file: platform === "win32" ? "bin/rg.exe" : "bin/rg" },
    "web-tree-sitter.js": { package: "web-tree-sitter", file: "web-tree-sitter.js" },
    "web-tree-sitter.wasm": { package: "web-tree-sitter", file: "web-tree-sitter.wasm" },
    ...GRAMMAR_FILES,
  };
}

/** @param from URL of a module in this source tree; we search the node_modules above it */
export function sourceAssets(from: string): AssetSource {
  const files = assetFiles(process.platform, process.arch);
  const locate = (name: string): string | undefined => {
    if (name === CHILD_SCRIPT) return fileURLToPath(new URL("../../../build/plugin-child.ts", import.meta.url));
    const kit = KIT_FILES.find((each) => each === name);
    if (kit) return existsSync(join(KIT_FOLDER, kit)) ? join(KIT_FOLDER, kit) : undefined;
    const asset = Object.hasOwn(files, name) ? files[name] : undefined;
    return asset && assetPath(asset, dirname(fileURLToPath(from)));
  };
  return {
    async read(name) {
      const path = locate(name);
      return path === undefined ? undefined : readFileSync(path);
    },
    executable: locate,
  };
}

/** We can't use `require.resolve`, because the `exports` of the packages hide these files. */
export function assetPath(asset: { package: string; file: string }, folder: string): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, "node_modules", asset.package, asset.file);
    if (existsSync(path)) return path;
    if (dirname(above) === above) return undefined;
  }
}
