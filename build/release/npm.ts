/**
 * npm packages: one per platform with the executable, and a main package with those as optional dependencies, which starts the one
 * npm has installed. There's no install script, so `--ignore-scripts` works.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { editorSchema, SCHEMA_FILE } from "../../core/authoring/schema-file.ts";
import type { Identity } from "./identity.ts";
import { registryName } from "./registry-name.ts";
import { executableName, TARGETS, type Target } from "./targets.ts";

const NOTICES = "THIRD-PARTY-LICENSES.txt";

/** Name of the main package. */
export function wrapperName({ npmScope }: Pick<Identity, "npmScope">): string {
  return `${npmScope}/jig`;
}

export function packageName({ npmScope }: Pick<Identity, "npmScope">, target: Target): string {
  return `${npmScope}/jig-${target.id}`;
}

/** Writes all packages to subfolders of `folder` and returns them, main package last. `notices` is the file with license texts. */
export function writePackages(
  folder: string,
  identity: Identity,
  executables: Map<Target, string>,
  notices: string,
): string[] {
  rmSync(folder, { recursive: true, force: true });
  const folders = [...executables].map(([target, executable]) => {
    const place = writeTarget(folder, identity, target, executable);
    copyFileSync(notices, join(place, NOTICES));
    return place;
  });
  return [...folders, writeWrapper(folder, identity)];
}

function shared({ version, description, repository, license }: Identity) {
  return {
    version,
    description,
    license,
    repository: { type: "git", url: `git+https://github.com/${repository}.git` },
  };
}

function writeTarget(folder: string, identity: Identity, target: Target, executable: string): string {
  const place = join(folder, `jig-${target.id}`);
  mkdirSync(join(place, "bin"), { recursive: true });
  const name = executableName(target);
  copyFileSync(executable, join(place, "bin", name));
  chmodSync(join(place, "bin", name), 0o755);
  copyFileSync(identity.licenseFile, join(place, "LICENSE"));
  writeJson(join(place, "package.json"), {
    name: packageName(identity, target),
    ...shared(identity),
    description: `jig for ${target.id}`,
    os: [target.os],
    cpu: [target.cpu],
    ...(target.libc ? { libc: [target.libc] } : {}),
    preferUnplugged: true,
    files: [`bin/${name}`, NOTICES],
  });
  return place;
}

function writeWrapper(folder: string, identity: Identity): string {
  const place = join(folder, "jig");
  mkdirSync(join(place, "bin"), { recursive: true });
  copyFileSync(identity.readmeFile, join(place, "README.md"));
  copyFileSync(identity.licenseFile, join(place, "LICENSE"));
  writeFileSync(join(place, SCHEMA_FILE), editorSchema());
  const shim = readFileSync(join(import.meta.dirname, "npm-shim.cjs"), "utf8");
  writeFileSync(join(place, "bin", "jig.cjs"), shim.replace("@SCOPE@", identity.npmScope), { mode: 0o755 });
  writeJson(join(place, "package.json"), {
    name: wrapperName(identity),
    ...shared(identity),
    mcpName: registryName(identity),
    keywords: ["mcp", "mcp-server", "cli", "tui", "ripgrep", "unity", "unreal", "angelscript", "csharp"],
    bin: { jig: "bin/jig.cjs" },
    files: ["bin/jig.cjs", SCHEMA_FILE],
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(
      TARGETS.map((target) => [packageName(identity, target), identity.version]),
    ),
  });
  return place;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
