/** Writes `plugin.schema.json`, for completion and validation in editors. */
import { pluginFileSchema } from "../host/frontend-api.ts";

export const SCHEMA_FILE = "plugin.schema.json";

export function editorSchema(): string {
  const { $schema, ...schema } = pluginFileSchema("draft-07");
  const about = { $schema, title: "plugin.json", description: "The manifest of a jig plugin" };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}
