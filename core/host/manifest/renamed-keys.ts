/** Contains the old names of keys in `plugin.json`. */
import { isObject } from "../contract/is-object.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";

/** Maps old names to new ones, by path. `*` matches any name or index. */
const RENAMED: Record<string, Record<string, string>> = {
  "": { memory: "memoryMb", storage: "storageMb" },
  when: { refuses: "enforce" },
  contributes: { offers: "availableTools" },
  "contributes.finders.*": { least: "minLength", set: "fixed" },
  "contributes.cliAliases.*": { elsewhere: "unsupportedFlags", set: "fixed" },
  "contributes.prompts.*.arguments.*": { completes: "completion" },
  "tools.*": {
    tacit: "unlisted",
    elsewhere: "unsupportedFlags",
    offered: "dynamic",
    effectOf: "parameterEffects",
    essential: "alwaysLoad",
    completes: "completion",
    live: "liveParameter",
    rows: "output.rows",
    fit: "output.rows",
  },
  "tools.*.output": { remarks: "notices" },
  "tools.*.output.remarks.*": { say: "text" },
  "tools.*.output.notices.*": { say: "text" },
  "tools.*.output.rows.*": {
    beside: "keyedMaps",
    table: "lookup",
    spare: "optionalFields",
    left: "remaining",
    say: "text",
    pieces: "chunks",
  },
  "tools.*.output.rows.*.heading": { say: "text" },
  "tools.*.output.next.limit": { standard: "default", most: "max" },
  "tools.*.output.textTokens": { standard: "default" },
};

export interface RenamedKey {
  where: string;
  instead: string;
}

export function renamedKeys(json: Json): RenamedKey[] {
  return Object.entries(RENAMED).flatMap(([place, names]) =>
    objectsAt(json, place === "" ? [] : place.split(".")).flatMap(({ path, value }) =>
      Object.entries(names)
        .filter(([old]) => Object.hasOwn(value, old))
        .map(([old, instead]) => ({ where: [...path, old].join("."), instead })),
    ),
  );
}

function objectsAt(
  value: Json,
  steps: readonly string[],
  path: readonly string[] = [],
): { path: readonly string[]; value: JsonObject }[] {
  const [step, ...rest] = steps;
  if (step === undefined) return isObject(value) ? [{ path, value }] : [];
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value).filter(([name]) => step === "*" || name === step);
  return entries.flatMap(([name, each]) => objectsAt(each ?? null, rest, [...path, name]));
}
