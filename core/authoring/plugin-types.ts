/** `jig.d.ts`: the types of the plugin API, made from the host's own sources and the schema, so that they cannot drift. */
import { type Host, pluginFileSchema } from "../host/door-api.ts";
import { typeOf } from "./schema-types.ts";

/** The host's files whose types authors see. */
const SOURCE = "plugin-api.ts";

/** How built-ins declare themselves, with valibot, which plugins on disk do not have. */
const NOT_SHOWN =
  /^export (interface|type) (ToolModule|ToolDeclaration|PluginDeclaration|WorkerDeclaration|LanguageContribution|Contributions|PathScheme|ServiceModule|WorkerModule)\b/m;

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

export async function pluginTypes(assets: Host["assets"]): Promise<string> {
  const source = new TextDecoder().decode(await assets.bytes(SOURCE));
  const parts = [
    "/** The plugin API of jig, written by `jig plugin new`. Import from it as types only: at run time nothing is here. */",
    ...declarationsOf(source),
    `/** \`plugin.json\`. */\nexport interface PluginFile ${typeOf(pluginFileSchema())}`,
    INPUT_TYPES,
  ];
  return `${parts.join("\n\n").trimEnd()}\n`;
}

/** The exported types of a source with their comments; lists of literals become unions. */
function declarationsOf(source: string): string[] {
  const lists = new Map(
    [...source.matchAll(/export const (\w+) = (\[[^\]]*\]) as const;/g)].map(([, name, list]) => [name!, list!]),
  );
  const found: string[] = [];
  const pattern =
    /((?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)^export (interface [\s\S]*?^\}|type \w+[^;]*?=[^;{]*;|type \w+ = \{[^}]*\};|type \w+ =[\s\S]*?;$)/gm;
  for (const [, comment = "", declaration = ""] of source.matchAll(pattern)) {
    const text = declaration.replace(/\(typeof (\w+)\)\[number\]/, (whole, name: string) => {
      const list = lists.get(name);
      return list ? (JSON.parse(list) as string[]).map((each) => JSON.stringify(each)).join(" | ") : whole;
    });
    found.push(`${comment}export ${text}`);
  }
  return found.filter((each) => !NOT_SHOWN.test(each));
}
