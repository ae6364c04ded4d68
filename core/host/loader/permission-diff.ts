/** Permissions that one version of a plugin has beyond another's: access, programs, effects, memory, storage. */
import type { PluginFile, ToolFile } from "../contract/plugin-file.ts";
import { DEFAULT_MEMORY_MB, DEFAULT_STORAGE_MB } from "../contract/plugin-schema.ts";
import { parsedPluginFile } from "../manifest/read-plugin-file.ts";
import type { Sandboxes } from "../sandbox/sandboxes.ts";
import { type FolderContent, readFolder } from "./folder-content.ts";
import type { Trust } from "./trust.ts";

/** The manifest of a content, with its defaults; undefined if unusable. */
export function manifestIn(content: FolderContent): PluginFile | undefined {
  const manifest = content.files.find(({ path }) => path === "plugin.json");
  try {
    return manifest && parsedPluginFile(JSON.parse(manifest.bytes.toString().replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** A line each: empty if nothing is added. */
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

/** Returns an author's new permissions since the approval here; empty if the folder is not the author's. */
export function addedSinceApproval(trust: Trust, folder: string, file: PluginFile): string[] {
  const approval = trust.approvalOf(folder);
  if (!approval?.authored) return [];
  const before = trust.savedCopy(approval.hash);
  // Without the approved copy its permissions are unknown, so none count as approved.
  const more = addedPermissions((before && manifestIn(before)) ?? nothingGranted(file), file);
  if (more.length === 0) return [];
  const { hash } = readFolder(folder);
  return hash === approval.hash || hash === trust.devHash(folder) ? [] : more;
}

function nothingGranted(file: PluginFile): PluginFile {
  return { ...file, permissions: {}, tools: {}, memoryMb: DEFAULT_MEMORY_MB, storageMb: DEFAULT_STORAGE_MB };
}

/** Whether code may run unseen: it is confined, and its manifest asks for nothing that was not approved before. */
export function needsNoConsent(
  before: FolderContent | undefined,
  file: PluginFile | undefined,
  sandboxes: Sandboxes,
): boolean {
  // Without a manifest it runs without any permission.
  if (!file) return sandboxes.kernel !== undefined;
  const old = before && manifestIn(before);
  return old !== undefined && sandboxes.kernel !== undefined && addedPermissions(old, file).length === 0;
}

/** Beyond reading: its own, and those that a parameter raises it to. */
function effectsOf({ effect, parameterEffects = {} }: ToolFile): string[] {
  return [...new Set([effect, ...Object.values(parameterEffects)])].filter((each) => each !== "read");
}
