/** `plugin.schema.json`: the shape of plugin.json for editors, which complete and check by it while somebody writes. */
import { pluginFileSchema } from "../host/frontend-api.ts";

export const SCHEMA_FILE = "plugin.schema.json";

export function editorSchema(): string {
  const { $schema, ...schema } = pluginFileSchema("draft-07");
  const about = { $schema, title: "plugin.json", description: "The manifest of a plugin of jig" };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}
