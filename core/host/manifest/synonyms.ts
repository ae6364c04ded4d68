/**
 * Maps parameter names that models commonly use to those of the tool. They must mean exactly the same, and they are never
 * listed.
 */

import type { Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Synonym } from "../contract/plugin-schema.ts";

/** Replaces synonyms. @throws INVALID_ARGUMENT if both names are given, or if there is no exact equivalent for a value */
export async function withoutSynonyms(
  synonyms: Readonly<Record<string, Synonym>>,
  input: unknown,
  known: readonly string[],
  workspace: Workspace,
): Promise<unknown> {
  if (!isObject(input)) return input;
  const given = input;
  const names = Object.keys(given).filter((name) => Object.hasOwn(synonyms, name) && !known.includes(name));
  if (names.length === 0) return input;
  const ready: JsonObject = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  for (const name of names) {
    const value = given[name];
    const synonym = synonyms[name];
    if (value === undefined || value === null || !synonym) continue;
    for (const [parameter, made] of Object.entries(await meant(synonym, name, value, workspace))) {
      // Two synonyms can mean the same, as `-u` and `-uu` do.
      const same = !Object.hasOwn(given, parameter) && JSON.stringify(ready[parameter]) === JSON.stringify(made);
      if (Object.hasOwn(ready, parameter) && !same) {
        throw new JigError("INVALID_ARGUMENT", `"${name}" and "${parameter}" are both given, but mean the same`, {
          hint: `Write only "${parameter}"`,
          details: { parameter: name },
        });
      }
      ready[parameter] = made;
    }
  }
  return ready;
}

async function meant(synonym: Synonym, name: string, value: Json, workspace: Workspace): Promise<JsonObject> {
  if (typeof synonym === "string") return { [synonym]: value };
  if ("to" in synonym) return { ...synonym.with, [synonym.to]: value };
  if ("list" in synonym) return listed(synonym, Array.isArray(value) ? value : [value]);
  if ("each" in synonym) return Object.fromEntries(synonym.each.map((parameter) => [parameter, value]));
  if ("values" in synonym) {
    const chosen = synonym.values[String(value)];
    if (chosen) return chosen;
    throw new JigError(
      "INVALID_ARGUMENT",
      `"${name}" is not a parameter of this tool, and ${JSON.stringify(value)} has no equivalent`,
      {
        hint: `Values that have one: ${Object.entries(synonym.values)
          .map(([key, input]) => `${key} (${wordsOf(input)})`)
          .join(", ")}`,
        details: { parameter: name },
      },
    );
  }
  const paths = (Array.isArray(value) ? value : [value]).map(String);
  const kinds = await Promise.all(paths.map(async (path) => (await workspace.resolve(path, { expect: "any" })).kind));
  const directories = kinds.filter((kind) => kind === "directory").length;
  if (directories > 0 && directories < kinds.length) {
    throw new JigError("INVALID_ARGUMENT", `"${name}" can be files or directories`, {
      hint: `Write files as "${synonym.file}", or directories as "${synonym.directory}"`,
      details: { parameter: name },
    });
  }
  return { [directories > 0 ? synonym.directory : synonym.file]: paths };
}

/** `!item` is an exclusion. If the tool has a parameter for exclusions, it is added there. */
function listed({ list, not }: { list: string; not?: string }, items: Json[]): JsonObject {
  if (not === undefined) return { [list]: items };
  const isNot = (item: Json): item is string => typeof item === "string" && item.length > 1 && item.startsWith("!");
  const left = items.filter(isNot).map((item) => item.slice(1));
  const kept = items.filter((item) => !isNot(item));
  return { ...(kept.length > 0 && { [list]: kept }), ...(left.length > 0 && { [not]: left }) };
}

function wordsOf(input: JsonObject): string {
  const words = Object.entries(input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return words.length === 0 ? "no value" : words.join(", ");
}
