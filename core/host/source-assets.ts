/** Assets of a source run: files of the packages in node_modules. A binary has them embedded instead (build/entry.ts). */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { AssetSource } from "./assets.ts";

/** Where each asset lies inside the packages; the binary embeds the same list. */
export function assetFiles(platform: string, arch: string): Record<string, { package: string; file: string }> {
  return {
    rg: { package: `@vscode/ripgrep-${platform}-${arch}`, file: platform === "win32" ? "bin/rg.exe" : "bin/rg" },
    "web-tree-sitter.wasm": { package: "web-tree-sitter", file: "web-tree-sitter.wasm" },
    "tree-sitter-c_sharp.wasm": { package: "tree-sitter-c-sharp", file: "tree-sitter-c_sharp.wasm" },
  };
}

/** Resolves assets beside `from`, the URL of a module of this source tree. */
export function sourceAssets(from: string): AssetSource {
  const require = createRequire(from);
  const files = assetFiles(process.platform, process.arch);
  const locate = (name: string): string | undefined => {
    const asset = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!asset) return undefined;
    const path = join(dirname(require.resolve(`${asset.package}/package.json`)), asset.file);
    return existsSync(path) ? path : undefined;
  };
  return {
    async read(name) {
      const path = locate(name);
      return path === undefined ? undefined : readFileSync(path);
    },
    executable: locate,
  };
}
