/** Loads a plugin without its invalid tools. The others work, and the excluded ones are reported. */

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

/** Throws INVALID_ARGUMENT if anything other than single tools is invalid, or if no tool is left. */
export function readUsablePlugin(folder: string): UsablePlugin {
  const json = readPluginJson(folder);
  const leftOut: ManifestFault[] = [];
  for (;;) {
    try {
      const file = checkedPluginFile(json, folder);
      return { file, manifest: normalize(file, folder), leftOut };
    } catch (error) {
      const faults = [toJigError(error).details?.faults].flat().filter(isFault);
      const tools = isObject(json) && isObject(json.tools) ? json.tools : {};
      const wrong = new Map(faults.map((fault) => [toolIn(fault, tools), fault]));
      if (wrong.size === 0 || wrong.has(undefined) || wrong.size === Object.keys(tools).length) throw error;
      for (const [name = "", fault] of wrong) {
        leftOut.push(fault);
        delete tools[name];
      }
    }
  }
}

function isFault(value: unknown): value is ManifestFault {
  return isObject(value) && [value.where, value.what, value.write].every((each) => typeof each === "string");
}

/** Returns the tool that a fault concerns: the longest matching name, because names may contain dots. */
export function toolIn({ where }: ManifestFault, tools: object): string | undefined {
  const names = Object.keys(tools).filter((name) => `${where}.`.startsWith(`tools.${name}.`));
  return names.sort((a, b) => b.length - a.length)[0];
}
