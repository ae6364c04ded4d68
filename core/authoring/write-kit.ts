/** Writes files for plugin authors: `jig.d.ts`, `jig.js` and the schema of plugin.json. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Host, pluginFileSchema, writeAtomically } from "../host/frontend-api.ts";
import { editorSchema, SCHEMA_FILE } from "./schema-file.ts";
import { typeOf } from "./schema-types.ts";

const TYPES = "jig.d.ts";
const VALUES = "jig.js";

const INPUT_TYPES = `/** A manifest as \`plugin.ts\` exports it: \`export default {…} as const satisfies PluginSource\`. */
export type PluginSource = PluginFile;

/** The input of a tool, from its JSON Schema: \`InputOf<typeof plugin, "my_tool">\`. */
export type InputOf<Plugin, Tool extends string> = Plugin extends { tools: { [Name in Tool]: { input: infer Schema } } }
  ? FromSchema<Schema>
  : JsonObject;

/** What a tool's module exports as default. */
export type Handler<Input = JsonObject> = (input: Input, context: Context) => Promise<Outcome>;

/** The type of the values that a JSON Schema (written \`as const\`) accepts. */
export type FromSchema<Schema> = Schema extends { enum: readonly (infer Each)[] }
  ? Each
  : Schema extends { const: infer Only }
    ? Only
    : Schema extends { type: "string" }
      ? string
      : Schema extends { type: "integer" | "number" }
        ? number
        : Schema extends { type: "boolean" }
          ? boolean
          : Schema extends { type: "array"; items: infer Items }
            ? FromSchema<Items>[]
            : Schema extends { type: "object"; properties: infer Properties }
              ? ObjectFrom<Properties, RequiredOf<Schema, Properties>>
              : Json;

/** Parameters with a default are always there. */
type RequiredOf<Schema, Properties> =
  | (Schema extends { required: readonly (infer Name)[] } ? Name : never)
  | { [Name in keyof Properties]: Properties[Name] extends { default: unknown } ? Name : never }[keyof Properties];

type ObjectFrom<Properties, Needed> = {
  -readonly [Name in keyof Properties as Name extends Needed ? Name : never]: FromSchema<Properties[Name]>;
} & {
  -readonly [Name in keyof Properties as Name extends Needed ? never : Name]?: FromSchema<Properties[Name]>;
};
`;

/** For hand-written manifests. */
export function writeSchema(folder: string): void {
  writeAtomically(join(folder, SCHEMA_FILE), editorSchema(), { replace: true });
}

export const hasKit = (folder: string) => [TYPES, VALUES].every((name) => existsSync(join(folder, name)));

/** Replaces older copies. */
export async function writeKit(folder: string, assets: Host["assets"]): Promise<void> {
  const text = async (name: string) => new TextDecoder().decode(await assets.bytes(name));
  const types = [
    "/** The plugin API of jig, written by `jig plugin new` and `build`. Its values are in jig.js, for import at run time. */",
    (await text(TYPES)).trimEnd(),
    `/** \`plugin.json\`. */\nexport interface PluginFile ${typeOf(pluginFileSchema())}`,
    INPUT_TYPES,
  ];
  writeAtomically(join(folder, TYPES), `${types.join("\n\n").trimEnd()}\n`, { replace: true });
  writeAtomically(join(folder, VALUES), await text(VALUES), { replace: true });
}
