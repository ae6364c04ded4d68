/** Loads the folder of a plugin. The result is either a working plugin, or an entry that describes the problem. */
import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Root } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import type { ManifestFault } from "../manifest/check.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { brokenManifest } from "../manifest/normalize.ts";
import { otherName, type Plugin, type Registry } from "../manifest/registry.ts";
import { createPluginRunner, type PluginRunnerOptions } from "../runners/plugin-runner.ts";
import { shellQuoted } from "../runtime/shell-quoted.ts";
import { riskyPermissions, type Sandboxes, sandboxFor, whyUnsandboxed } from "../sandbox/sandboxes.ts";
import { isInside } from "../workspace/path-rules.ts";
import { drainable } from "./draining.ts";
import { readFolder } from "./folder-content.ts";
import { stampOf } from "./folder-stamp.ts";
import { addedSinceApproval, manifestIn, needsNoConsent } from "./permission-diff.ts";
import { readPluginsLock, revocationOf } from "./plugins-lock.ts";
import { warnOnce, whyStale } from "./stale-manifest.ts";
import { createTrust, type Trust } from "./trust.ts";
import { readUsablePlugin } from "./usable-tools.ts";

export interface ThirdPartiesOptions {
  registry: Registry;
  /** The folders that the user has named, which are plugins or contain plugins. */
  folders: readonly string[];
  roots: readonly Root[];
  runner: (name: string) => Omit<PluginRunnerOptions, "name" | "permissions" | "file" | "folder" | "deno" | "kernel">;
  runtime: PluginRunnerOptions["runtime"];
  sandboxes: Sandboxes;
}

/** The origin of a plugin. Those in a repository need an approval, while the user has installed or named all others. */
export interface FoundPlugin {
  folder: string;
  origin: "named" | "user" | "project";
  /** The repository that contains it. */
  root?: string;
}

/** Returns a function that loads the plugin of a folder into the registry. */
export function pluginLoader(options: ThirdPartiesOptions): (found: FoundPlugin) => void {
  const { registry, runtime, sandboxes } = options;
  const trust = createTrust(runtime);

  function load({ folder, origin, root }: FoundPlugin): void {
    const plugin: Plugin = { manifest: brokenManifest(folder), source: folder, builtIn: false, sandbox: "none" };
    try {
      if (root !== undefined) refuseLinked(folder, root);
      const approved: Approved = origin === "project" ? approvedCopy(trust, folder, sandboxes) : { folder };
      const { file, manifest, leftOut } = readUsablePlugin(approved.folder);
      if (origin !== "project")
        approved.problem = withdrawnProblem(trust, folder) ?? growthProblem(trust, folder, file);
      const taken = takenTools(manifest, registry);
      // The registry refuses a plugin that has no other tools.
      const without = taken.length < manifest.tools.length ? taken : [];
      plugin.manifest = {
        ...manifest,
        tools: manifest.tools.filter(({ name }) => !without.some((each) => each.name === name)),
      };
      plugin.leftOut = [...leftOut, ...without.map(({ fault }) => fault)];
      plugin.sandbox = sandboxFor(file, sandboxes);
      const revoked = origin === "user" && revocationOf(readPluginsLock(runtime.configFolder), file.name, file.version);
      const problem = approved.problem ?? (approved.onlySandboxed && unsandboxedProblem(file, folder, sandboxes));
      if (problem) plugin.problem = problem;
      else if (revoked) plugin.problem = revocationProblem(revoked, file.name);
      else {
        if (file.contributes?.languages?.length) plugin.stamp = stampOf(approved.folder);
        const runner = runnerOf(plugin.manifest, file, approved.folder);
        const isOwn = () => trust.approvalOf(folder)?.authored ?? false;
        plugin.runner = warnOnce(runner, () => whyStale(folder, file, isOwn));
      }
      registry.add(plugin);
    } catch (error) {
      plugin.problem = problemOf(toJigError(error), folder);
      registry.addBroken(plugin);
    }
  }

  function runnerOf({ name, permissions }: Manifest, file: PluginFile, folder: string) {
    const { deno, kernel } = sandboxes;
    return drainable(createPluginRunner({ ...options.runner(name), name, permissions, file, folder, deno, kernel }));
  }

  return load;
}

/** Returns the tools whose names an earlier plugin already has, along with the faults. */
function takenTools({ name: plugin, tools }: Manifest, registry: Registry): { name: string; fault: ManifestFault }[] {
  return tools.flatMap(({ name }) => {
    const fault = (what: string) => {
      const write = `Choose another name, such as "${otherName(plugin, name)}"`;
      return { name, fault: { where: `tools.${name}`, what, write } };
    };
    const owner = registry.find(name)?.plugin.manifest.name;
    if (owner !== undefined && owner !== plugin) return fault(`has the same name as a tool of plugin "${owner}"`);
    const other = registry.commandOwner(name);
    return other === undefined || other === plugin ? [] : fault(`has the same name as a command of plugin "${other}"`);
  });
}

/** The approval doesn't apply to a link from another repository. */
function refuseLinked(folder: string, root: string): void {
  if (isInside(root, realpathSync.native(folder))) return;
  throw new JigError(
    "UNTRUSTED",
    `The plugin "${basename(folder)}" of this repository is a link that leads out of it`,
    {
      hint: `Name its own folder with --plugins, if you mean to run it: ${shellQuoted(realpathSync.native(folder))}`,
    },
  );
}

type Problem = NonNullable<Plugin["problem"]>;

interface Approved {
  /** The folder to run. For a plugin in a repository, it is the approved copy. */
  folder: string;
  problem?: Problem | undefined;
  /** True if the approval is only valid in a sandbox. */
  onlySandboxed?: boolean;
}

/**
 * Returns the approved copy, or the reason why the plugin may not run. Changes by its author are accepted as long as they do
 * not need more permissions.
 */
function approvedCopy(trust: Trust, folder: string, sandboxes: Sandboxes): Approved {
  const devHash = trust.devHash(folder);
  const kept = trust.approvalOf(folder);
  const approval = kept ?? (devHash === undefined ? undefined : { hash: devHash, unsandboxed: false });
  const name = basename(folder);
  if (!approval)
    return { folder, problem: untrusted(folder, `The plugin "${name}" of this repository is not trusted`) };
  const content = readFolder(folder);
  const onlySandboxed = !approval.unsandboxed;
  if (content.hash === approval.hash || content.hash === devHash)
    return { folder: trust.copyOf(content), onlySandboxed };
  const file = kept?.authored ? manifestIn(content) : undefined;
  if (file && needsNoConsent(trust.savedCopy(approval.hash), file, sandboxes))
    return { folder: trust.copyOf(content), onlySandboxed };
  const changed = untrusted(folder, `The plugin "${name}" of this repository changed since it was trusted`);
  return { folder, problem: (file && growthProblem(trust, folder, file)) ?? changed };
}

/** The author's manifest needs more than was approved here, so it can't run until that is approved as well. */
function growthProblem(trust: Trust, folder: string, file: PluginFile): Problem | undefined {
  const more = addedSinceApproval(trust, folder, file);
  if (more.length === 0) return undefined;
  return untrusted(folder, `The plugin "${file.name}" asks for more than you approved: ${more.join(", ")}`);
}

/** Naming a folder counts as consent, unless the user has withdrawn the approval of the plugin. */
function withdrawnProblem(trust: Trust, folder: string): Problem | undefined {
  if (!trust.isWithdrawn(folder)) return undefined;
  return untrusted(folder, `The approval of the plugin "${basename(folder)}" was withdrawn here`);
}

function unsandboxedProblem(file: PluginFile, folder: string, sandboxes: Sandboxes): Problem | undefined {
  const why = whyUnsandboxed(file, sandboxes);
  if (!why) return undefined;
  const risky = riskyPermissions(file);
  const asks = risky.length > 0 ? `asks for ${risky.join(", ")} and ` : "";
  return untrusted(folder, `The plugin "${basename(folder)}" ${asks}is NOT SANDBOXED: ${why}`, " --unsandboxed");
}

function untrusted(folder: string, reason: string, flag = ""): Problem {
  const command = `jig plugin trust ${shellQuoted(folder)}${flag}`;
  return { state: "untrusted", reason, fix: `Review it and approve it with \`${command}\`` };
}

function revocationProblem(reason: string, name: string): Problem {
  const fix = `Look for another version with \`jig plugin update ${name}\`, or remove it with \`jig plugin uninstall ${name}\``;
  return { state: "unavailable", reason, fix };
}

function problemOf(error: JigError, folder: string): Problem {
  return {
    state: error.code === "UNTRUSTED" ? "untrusted" : "unavailable",
    reason: error.message,
    fix: error.hint ?? `Correct ${join(folder, "plugin.json")}, then run \`jig plugin reload\``,
  };
}
