/** `plugin.schema.json`: the schema of plugin.json for editors, which use it for completion and checks. */
import { pluginFileSchema } from "../host/frontend-api.ts";

export const SCHEMA_FILE = "plugin.schema.json";

export function editorSchema(): string {
  const { $schema, ...schema } = pluginFileSchema("draft-07");
  const about = { $schema, title: "plugin.json", description: "The manifest of a jig plugin" };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}
