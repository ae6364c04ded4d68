/** Parses field paths. We accept both our short form (`colors[2].r`) and the form that Unity uses (`colors.Array.data[2].r`). */
import { entryOf } from "../assets/asset-file.ts";
import type { YamlEntry, YamlMap, YamlNode } from "../assets/yaml-tree.ts";

export type FieldStep = string | number;

export function stepsOf(written: string): FieldStep[] | undefined {
  const short = written.trim().replace(/\.Array\.data\[(\d+)\]/g, "[$1]");
  if (!/^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/.test(short)) return undefined;
  return (short.match(/[^.[\]]+|\[\d+\]/g) ?? []).map((step) =>
    step.startsWith("[") ? Number(step.slice(1, -1)) : step,
  );
}

export function printed(steps: readonly FieldStep[]): string {
  return steps.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
}

/** Converts a path back to the long form that Unity uses. */
export function propertyPath(steps: readonly FieldStep[]): string {
  return printed(steps).replace(/\[(\d+)\]/g, ".Array.data[$1]");
}

export interface LocatedField {
  node: YamlNode;
  /** The closest key above the value, with the column at which its lines start. */
  entry: YamlEntry;
}

export type Location =
  | { found: LocatedField }
  /** In this case `above` exists but has nothing called `at`. */
  | { above: YamlNode; entry: YamlEntry | undefined; at: number };

export function locate(fields: YamlMap, steps: readonly FieldStep[]): Location {
  let node: YamlNode = fields;
  let entry: YamlEntry | undefined;
  for (const [at, step] of steps.entries()) {
    const missing: Location = { above: node, entry, at };
    if (typeof step === "number") {
      const item: YamlNode | undefined = node.kind === "list" ? node.items[step] : undefined;
      if (!item) return missing;
      node = item;
    } else {
      const next: YamlEntry | undefined =
        node.kind === "map" ? node.entries.find(({ key }) => key === step) : undefined;
      if (!next) return missing;
      entry = next;
      node = next.value;
    }
  }
  return entry ? { found: { node, entry } } : { above: fields, entry, at: 0 };
}

/**
 * Materials store their values as lists of maps with one key each. It would be tedious to write
 * `m_SavedProperties.m_Floats[0]._Cutoff`, so we accept `_Cutoff` as well.
 */
export function materialSteps(fields: YamlMap, steps: readonly FieldStep[]): FieldStep[] | undefined {
  const [name, ...rest] = steps;
  const saved = entryOf(fields, "m_SavedProperties");
  if (saved?.kind !== "map" || typeof name !== "string") return undefined;
  for (const { key, value } of saved.entries) {
    if (value.kind !== "list") continue;
    const at = value.items.findIndex((item) => item.kind === "map" && item.entries[0]?.key === name);
    if (at < 0) continue;
    const isTexture = key === "m_TexEnvs" && rest.length === 0;
    return ["m_SavedProperties", key, at, name, ...(isTexture ? ["m_Texture"] : rest)];
  }
  return undefined;
}
