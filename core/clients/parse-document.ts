/** The text of a configuration file, opened by its format, and a new one with one entry alone. */
import type { JsonObject } from "../host/frontend-api.ts";
import type { ConfigFormat } from "./client.ts";
import type { ConfigDocument } from "./config-document.ts";
import { jsonDocument } from "./json-document.ts";
import { tableText, tomlDocument } from "./toml-document.ts";
import { yamlDocument, yamlText } from "./yaml-document.ts";

export function parseDocument(format: ConfigFormat, text: string, file: string): ConfigDocument {
  if (format === "yaml") return yamlDocument(text, file);
  return format === "json" ? jsonDocument(text, file) : tomlDocument(text, file);
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
