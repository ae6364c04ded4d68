/** Opens the text of a configuration by its format, and creates new files. */
import { isObject, JigError, type JsonObject } from "../host/frontend-api.ts";
import type { ConfigFormat } from "./client.ts";
import type { ConfigDocument } from "./config-document.ts";
import { jsonDocument } from "./json-document.ts";
import { tableText, tomlDocument } from "./toml-document.ts";
import { yamlDocument, yamlText } from "./yaml-document.ts";

/** Throws INVALID_ARGUMENT if the text isn't valid in its format, and so do the methods. */
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

/** The parsers are recursive, so deeply nested input can overflow the stack. */
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

/** If `mcpServers` isn't an object, we don't try to fix it. */
function checkContainers(value: unknown, path: readonly string[], file: string, format: ConfigFormat): void {
  let place = value;
  for (const [at, key] of path.slice(0, -1).entries()) {
    if (!isObject(place)) return;
    place = place[key];
    // In YAML, a key without entries is null.
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
