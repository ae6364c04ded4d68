/**
 * Determines the permissions that one version of a plugin has in addition to another: access, programs, effects, memory and
 * storage.
 */
import type { PluginFile, ToolFile } from "../contract/plugin-file.ts";
import { DEFAULT_MEMORY_MB, DEFAULT_STORAGE_MB } from "../contract/plugin-schema.ts";
import { parsedPluginFile } from "../manifest/read-plugin-file.ts";
import type { Sandboxes } from "../sandbox/sandboxes.ts";
import { type FolderContent, readFolder } from "./folder-content.ts";
import type { Trust } from "./trust.ts";

/** Parses the manifest in a content and fills in defaults. It returns undefined if the manifest can't be used. */
export function manifestIn(content: FolderContent): PluginFile | undefined {
  const manifest = content.files.find(({ path }) => path === "plugin.json");
  try {
    return manifest && parsedPluginFile(JSON.parse(manifest.bytes.toString().replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** Returns the permissions that were added, with one line for each. Removed permissions are not relevant here. */
export function addedPermissions(before: PluginFile, after: PluginFile): string[] {
  const permissions = Object.entries(after.permissions).flatMap(([kind, granted]) => {
    const old = before.permissions[kind as keyof PluginFile["permissions"]] ?? [];
    return (granted ?? []).filter((each) => !old.includes(each)).map((each) => `${kind} ${each}`);
  });
  const effects = Object.entries(after.tools).flatMap(([name, tool]) => {
    const old = Object.hasOwn(before.tools, name) ? before.tools[name] : undefined;
    const known = old ? effectsOf(old) : [];
    return [
      ...effectsOf(tool).flatMap((effect) => (known.includes(effect) ? [] : [`${name}: ${effect}`])),
      ...(tool.openWorld && !old?.openWorld ? [`${name}: openWorld`] : []),
    ];
  });
  return [
    ...permissions,
    ...effects,
    ...(after.memoryMb > before.memoryMb ? [`memory ${after.memoryMb} MB`] : []),
    ...(after.storageMb > before.storageMb ? [`storage ${after.storageMb} MB`] : []),
  ];
}

/** Returns the permissions that a manifest has in addition to an earlier content, if that has a manifest. */
export function addedTo(before: FolderContent | undefined, file: PluginFile): string[] {
  const old = before && manifestIn(before);
  return old ? addedPermissions(old, file) : [];
}

/**
 * Returns the permissions that the author added since the approval in this place. It is empty if the folder doesn't belong to
 * the author.
 */
export function addedSinceApproval(trust: Trust, folder: string, file: PluginFile): string[] {
  const approval = trust.approvalOf(folder);
  if (!approval?.authored) return [];
  const before = trust.savedCopy(approval.hash);
  // The approved copy no longer exists, so its permissions aren't known. We treat it as if nothing had been approved.
  const more = addedPermissions((before && manifestIn(before)) ?? nothingGranted(file), file);
  if (more.length === 0) return [];
  const { hash } = readFolder(folder);
  return hash === approval.hash || hash === trust.devHash(folder) ? [] : more;
}

function nothingGranted(file: PluginFile): PluginFile {
  return { ...file, permissions: {}, tools: {}, memoryMb: DEFAULT_MEMORY_MB, storageMb: DEFAULT_STORAGE_MB };
}

/**
 * Returns true if the code may run without another review. This requires that the kernel confines it, and that it needs no
 * permissions beyond those that were approved before.
 */
export function needsNoConsent(
  before: FolderContent | undefined,
  file: PluginFile | undefined,
  sandboxes: Sandboxes,
): boolean {
  // Without a manifest there are no permissions.
  if (!file) return sandboxes.kernel !== undefined;
  const old = before && manifestIn(before);
  return old !== undefined && sandboxes.kernel !== undefined && addedPermissions(old, file).length === 0;
}

/** Returns all effects other than reading, including those that a parameter can raise. */
function effectsOf({ effect, parameterEffects = {} }: ToolFile): string[] {
  return [...new Set([effect, ...Object.values(parameterEffects)])].filter((each) => each !== "read");
}
