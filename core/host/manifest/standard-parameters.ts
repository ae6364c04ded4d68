/** Defines the parameters that every tool has because the host implements them, which are paging and limits of the length. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";

interface StandardParameter {
  schema: JsonSchema;
  /** The name and schema that are listed. A parameter that isn't listed (undefined) can still be passed. */
  listed: (output: Output<unknown>) => [name: string, schema: JsonSchema] | undefined;
  /** True if it limits the answer's length. */
  setsLength?: boolean;
}

const limit: JsonSchema = { type: "integer", minimum: 1, description: "Rows per page." };
const cursor: JsonSchema = { type: "string", description: "Value of next." };
/** With fewer than 100 tokens, there would be no room for the notice about the cut. */
const maxTokens: JsonSchema = {
  type: "integer",
  minimum: 100,
  description: "Maximum answer size in tokens.",
};

/**
 * In the order of the list. Adding a parameter here is sufficient: it is then listed, accepted, documented, and not passed to
 * the tool.
 */
const PARAMETERS: Record<string, StandardParameter> = {
  limit: {
    schema: limit,
    setsLength: true,
    listed({ next }) {
      if (next?.by !== "page") return undefined;
      const { default: rows, max } = next.limit ?? {};
      const bounded = max === undefined ? limit : { ...limit, maximum: max };
      return ["limit", rows === undefined ? bounded : { ...bounded, description: `Rows per page, default ${rows}.` }];
    },
  },
  cursor: {
    schema: cursor,
    listed: ({ next }) =>
      next?.by === "page" ? [next.parameter, cursor] : next?.cursor ? ["cursor", cursor] : undefined,
  },
  max_tokens: {
    schema: maxTokens,
    setsLength: true,
    listed: ({ long }) => (long ? ["max_tokens", maxTokens] : undefined),
  },
};

/** The schemas. If a tool has a parameter with the same name, it replaces the standard one. */
export const STANDARD_PARAMETERS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, { schema }]) => [name, schema]),
);

/** The parameters that limit the length. */
export const LENGTH_PARAMETERS: readonly string[] = Object.keys(PARAMETERS).filter(
  (name) => PARAMETERS[name]?.setsLength,
);

/**
 * Returns the schema to show in lists. In addition to the tool's own parameters, it has all standard parameters that the output
 * supports.
 */
export function listedSchema(tool: { inputSchema: JsonSchema; output: Output<unknown> }): JsonSchema {
  const listed = Object.values(PARAMETERS).flatMap((parameter) => {
    const entry = parameter.listed(tool.output);
    return entry ? [entry] : [];
  });
  if (listed.length === 0) return tool.inputSchema;
  const own = propertiesOf(tool.inputSchema);
  return { ...tool.inputSchema, properties: { ...own, ...Object.fromEntries(listed), ...own } };
}

/** Returns the schema against which calls are checked. It also accepts standard parameters that aren't listed for the tool. */
export function acceptedSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...STANDARD_PARAMETERS, ...propertiesOf(schema) } };
}

/** Returns the page size for a call with `limit`, or undefined if nothing is declared. */
export function rowsPerPage({ next }: Output<unknown>, given: Json | undefined): number | undefined {
  const { default: usual, max } = next?.limit ?? {};
  const rows = given ?? usual;
  return typeof rows === "number" ? Math.min(rows, max ?? rows) : undefined;
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return properties ?? {};
}
