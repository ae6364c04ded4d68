/**
 * Converts the synonyms of a tool to flags (`-i`, `--glob`). Values are passed on with the name of the synonym, and the host
 * interprets them.
 */
import type { JsonObject, Synonym } from "../host/frontend-api.ts";
import { type Flag, kebab } from "./flags.ts";

export type Synonyms = Readonly<Record<string, Synonym>>;

/** Leaves out synonyms for parameters that `--read-only` disables. */
export function synonymFlags(synonyms: Synonyms, flags: readonly Flag[]): Flag[] {
  return Object.entries(synonyms).flatMap(([parameter, synonym]): Flag[] => {
    const dashed = parameter.startsWith("-");
    const named = {
      name: dashed ? parameter.replace(/^-+/, "") : kebab(parameter),
      parameter,
      description: "",
      greedy: false,
      ...(dashed && { written: parameter }),
    };
    if (typeof synonym === "object" && "values" in synonym) return [{ ...named, ...oneOf(synonym.values) }];
    const target = flags.find((flag) => targets(synonym).includes(flag.parameter));
    if (!target) return [];
    const { kind, placeholder, choices } = target;
    const list = target.list || (typeof synonym === "object" && ("list" in synonym || "file" in synonym));
    return [{ ...named, kind, placeholder, list, negatable: kind === "boolean", ...(choices && { choices }) }];
  });
}

/** Returns a toggle if the only values are true and false. */
function oneOf(
  values: Record<string, JsonObject>,
): Pick<Flag, "kind" | "list" | "placeholder" | "choices" | "negatable"> {
  const choices = Object.keys(values);
  if (choices.every((choice) => choice === "true" || choice === "false"))
    return { kind: "boolean", list: false, placeholder: "", negatable: choices.includes("false") };
  return { kind: "string", list: false, placeholder: choices.join("|"), choices };
}

export function targets(synonym: Synonym): string[] {
  if (typeof synonym === "string") return [synonym];
  if ("to" in synonym) return [synonym.to, ...Object.keys(synonym.with)];
  if ("list" in synonym) return synonym.not === undefined ? [synonym.list] : [synonym.list, synonym.not];
  if ("each" in synonym) return synonym.each;
  if ("values" in synonym) return Object.values(synonym.values).flatMap(Object.keys);
  return [synonym.file, synonym.directory];
}
