/** The text of a configuration file, opened by its format. */
import type { ConfigDocument } from "./config-document.ts";
import { jsonDocument } from "./json-document.ts";
import { tomlDocument } from "./toml-document.ts";

export function parseDocument(format: "json" | "toml", text: string, file: string): ConfigDocument {
  return format === "json" ? jsonDocument(text, file) : tomlDocument(text, file);
}
