/** Finds the control packages that the project's files mention. An installed package doesn't have to be running. */
import path from "node:path";
import { type Files, type Json, parseJson } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";

export const PACKAGES = {
  loop: "io.github.hatayama.uloopmcp",
  pipeline: "com.unity.pipeline",
  coplay: "com.coplaydev.unity-mcp",
  gamedev: "com.ivanmurzak.unity.mcp",
} as const;

export interface InstalledPackages {
  /** The version is empty for git and local folders, and the key is missing if the package isn't installed. */
  versions: Partial<Record<keyof typeof PACKAGES, string>>;
  /** True if the installed version supports TCP, or if the settings of one that does are still on disk. */
  hasTcpSettings: boolean;
  /** True for the versions that use sockets, which start with the betas of 3.0. */
  hasLoopSettings: boolean;
  hasRunnerPin: boolean;
  hasPipelinePort: boolean;
}

export const PIPELINE_PORT_FILE = "Library/Pipeline/.unity-pipeline-port";

export async function readInstalledPackages(files: Files, projectRoot: string): Promise<InstalledPackages> {
  const at = (relative: string) => path.join(projectRoot, relative);
  const exists = (relative: string) =>
    files.stat(at(relative)).then(
      () => true,
      () => false,
    );
  const [lock, manifest, hasTcpSettings, hasTcpBackup, hasLoopSettings, hasRunnerPin, hasPipelinePort] =
    await Promise.all([
      dependenciesIn(files, at("Packages/packages-lock.json")),
      dependenciesIn(files, at("Packages/manifest.json")),
      exists("UserSettings/UnityMcpSettings.json"),
      exists("UserSettings/UnityMcpSettings.json.bak"),
      exists("UserSettings/UnityCliLoopSettings.json"),
      exists(".uloop/project-runner-pin.json"),
      exists(PIPELINE_PORT_FILE),
    ]);
  const versions: InstalledPackages["versions"] = {};
  for (const [key, name] of Object.entries(PACKAGES) as [keyof typeof PACKAGES, string][]) {
    const written = lock[name] ?? manifest[name];
    const embedded = await embeddedVersion(files, at(`Packages/${name}/package.json`));
    const version = embedded ?? (written === undefined ? undefined : versionIn(written));
    if (version !== undefined) versions[key] = version;
  }
  return {
    versions,
    hasTcpSettings: hasTcpSettings || hasTcpBackup,
    hasLoopSettings,
    hasRunnerPin,
    hasPipelinePort,
  };
}

async function dependenciesIn(files: Files, file: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, entry] of Object.entries(asObject(asObject(await jsonIn(files, file)).dependencies))) {
    const version = typeof entry === "string" ? entry : asObject(entry).version;
    if (typeof version === "string") found[name] = version;
  }
  return found;
}

async function embeddedVersion(files: Files, file: string): Promise<string | undefined> {
  const { version } = asObject(await jsonIn(files, file));
  return typeof version === "string" ? version : undefined;
}

async function jsonIn(files: Files, file: string): Promise<Json> {
  try {
    return parseJson((await files.readText(file, { maxBytes: 4 * 1024 * 1024 })).text);
  } catch {
    return null;
  }
}

/** The version is `3.6.0` from the registry and `…#v3.6.0` from git. The result is empty if it isn't given. */
export function versionIn(written: string): string {
  return /^v?(\d+\.\d+\.\d+\S*)$/.exec(written)?.[1] ?? /#v?(\d+\.\d+\.\d+[^\s/]*)$/.exec(written)?.[1] ?? "";
}

export function majorOf(version: string | undefined): number | undefined {
  const major = version === undefined ? undefined : /^(\d+)\./.exec(version)?.[1];
  return major === undefined ? undefined : Number(major);
}
