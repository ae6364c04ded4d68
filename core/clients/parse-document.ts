/** The text of a configuration file, opened by its format, and a new one with one entry alone. */
import { isObject, JigError, type JsonObject } from "../host/frontend-api.ts";
import type { ConfigFormat } from "./client.ts";
import type { ConfigDocument } from "./config-document.ts";
import { jsonDocument } from "./json-document.ts";
import { tableText, tomlDocument } from "./toml-document.ts";
import { yamlDocument, yamlText } from "./yaml-document.ts";

/** Throws INVALID_ARGUMENT for text that is not of the format, also from the operations. */
export function parseDocument(format: ConfigFormat, text: string, file: string): ConfigDocument {
  const open = { yaml: yamlDocument, json: jsonDocument, toml: tomlDocument }[format];
  const document = readable(file, () => open(text, file));
  return {
    value: document.value,
    set(path, entry) {
      checkContainers(document.value, path, file, format);
      return readable(file, () => document.set(path, entry));
    },
    remove: (path) => readable(file, () => document.remove(path)),
  };
}

/** The parsers call themselves for each level: the stack ends before a file does. */
function readable<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JigError("INVALID_ARGUMENT", `${file} is nested too deeply to be read`, {
      hint: "Correct it first; nothing was changed",
      cause: error,
    });
  }
}

/** A `mcpServers` that is a list, or an `extensions` that is a text, is not ours to repair. */
function checkContainers(value: unknown, path: readonly string[], file: string, format: ConfigFormat): void {
  let place = value;
  for (const [at, key] of path.slice(0, -1).entries()) {
    if (!isObject(place)) return;
    place = place[key];
    // YAML has null for a key without entries.
    if (place === undefined || isObject(place) || (place === null && format === "yaml")) continue;
    const name = path.slice(0, at + 1).join(".");
    const kind = Array.isArray(place) ? "a list" : JSON.stringify(place).slice(0, 60);
    throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(name)} in ${file} is ${kind}, not an object`, {
      hint: "Correct it first; nothing was changed",
    });
  }
}

export function entryText(format: ConfigFormat, path: readonly string[], entry: JsonObject): string {
  if (format === "yaml") return yamlText(path, entry);
  if (format === "toml") return tableText(path, entry);
  return JSON.stringify(
    path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), entry),
    null,
    2,
  );
}
