/** Loads a plugin even if some of its tools or prompts are invalid. These are left out and reported. */

import { toJigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import type { ManifestFault } from "../manifest/check.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { normalize } from "../manifest/normalize.ts";
import { checkedPluginFile, readPluginJson } from "../manifest/read-plugin-file.ts";

export interface UsablePlugin {
  file: PluginFile;
  manifest: Manifest;
  leftOut: ManifestFault[];
}

/** @throws INVALID_ARGUMENT if something other than tools and prompts is invalid, or if no tool is left */
export function readUsablePlugin(folder: string): UsablePlugin {
  const json = readPluginJson(folder);
  const leftOut: ManifestFault[] = [];
  for (;;) {
    try {
      const file = checkedPluginFile(json, folder);
      return { file, manifest: normalize(file, folder), leftOut };
    } catch (error) {
      const faults = [toJigError(error).details?.faults].flat().filter(isFault);
      const parts = isObject(json) ? new Map(faults.map((fault) => [partOf(fault, json), fault])) : new Map();
      const tools = isObject(json) && isObject(json.tools) ? json.tools : {};
      const wrong = [...parts.keys()].filter((part) => part?.startsWith("tools."));
      const hasNoTool = wrong.length > 0 && wrong.length === Object.keys(tools).length;
      if (parts.size === 0 || parts.has(undefined) || hasNoTool) throw error;
      leftOut.push(...parts.values());
      // Removing from the end keeps the other indexes valid.
      const last = [...parts.keys()].sort((a, b) => String(b).localeCompare(String(a), "en", { numeric: true }));
      for (const part of last) removePart(json, part ?? "");
    }
  }
}

/** Returns the part with the fault if the plugin works without it, such as `tools.count` or `contributes.prompts.1`. */
function partOf(fault: ManifestFault, { tools, contributes }: Record<string, unknown>): string | undefined {
  const tool = toolIn(fault, isObject(tools) ? tools : {});
  if (tool !== undefined) return `tools.${tool}`;
  const [, list = "", at = ""] = /^contributes\.(prompts)\.(\d+)(?:\.|$)/.exec(fault.where) ?? [];
  return isObject(contributes) && Array.isArray(contributes[list]) ? `contributes.${list}.${at}` : undefined;
}

function removePart(json: unknown, part: string): void {
  if (!isObject(json)) return;
  if (part.startsWith("tools.") && isObject(json.tools)) delete json.tools[part.slice("tools.".length)];
  const [, list = "", at] = part.split(".");
  if (!part.startsWith("contributes.") || !isObject(json.contributes)) return;
  const entries = json.contributes[list];
  if (Array.isArray(entries)) json.contributes[list] = entries.filter((_, index) => index !== Number(at));
}

function isFault(value: unknown): value is ManifestFault {
  return isObject(value) && [value.where, value.what, value.write].every((each) => typeof each === "string");
}

/** Returns the tool that a fault is about. Since the names of tools may contain dots, the longest matching name is used. */
export function toolIn({ where }: ManifestFault, tools: object): string | undefined {
  const names = Object.keys(tools).filter((name) => `${where}.`.startsWith(`tools.${name}.`));
  return names.sort((a, b) => b.length - a.length)[0];
}
