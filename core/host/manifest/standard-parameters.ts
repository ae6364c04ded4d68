/** Parameters that the host handles for every tool. They select a page of the answer and limit its length. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";

interface StandardParameter {
  schema: JsonSchema;
  /** Its name and schema in the tool's listed input, or undefined if it isn't listed. Calls may still pass it. */
  listed: (output: Output<unknown>) => [name: string, schema: JsonSchema] | undefined;
  /** True if the parameter limits the length of the answer. */
  setsLength?: boolean;
}

const limit: JsonSchema = { type: "integer", minimum: 1, description: "Rows per page." };
const cursor: JsonSchema = { type: "string", description: "Value of next." };
/** With fewer than 100 tokens, the notice that the answer was cut would not fit. */
const maxTokens: JsonSchema = {
  type: "integer",
  minimum: 100,
  description: "Maximum answer size in tokens.",
};

/**
 * Standard parameters in the order in which they are listed. A parameter that is added here is listed, accepted and documented, and
 * is not passed to the tool.
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

/** Schemas of all standard parameters. If a tool has a parameter with the same name, that one takes precedence. */
export const STANDARD_PARAMETERS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, { schema }]) => [name, schema]),
);

/** Names of the parameters that limit the length of an answer. */
export const LENGTH_PARAMETERS: readonly string[] = Object.keys(PARAMETERS).filter(
  (name) => PARAMETERS[name]?.setsLength,
);

/** Returns the schema to list, including the standard parameters that the tool's output supports. */
export function listedSchema(tool: { inputSchema: JsonSchema; output: Output<unknown> }): JsonSchema {
  const listed = Object.values(PARAMETERS).flatMap((parameter) => {
    const entry = parameter.listed(tool.output);
    return entry ? [entry] : [];
  });
  if (listed.length === 0) return tool.inputSchema;
  const own = propertiesOf(tool.inputSchema);
  return { ...tool.inputSchema, properties: { ...own, ...Object.fromEntries(listed), ...own } };
}

/** Returns the schema for checking calls, which also has unlisted standard parameters. */
export function acceptedSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...STANDARD_PARAMETERS, ...propertiesOf(schema) } };
}

/** Returns the rows per page for a call with `limit`, or undefined without a declaration. */
export function rowsPerPage({ next }: Output<unknown>, given: Json | undefined): number | undefined {
  const { default: usual, max } = next?.limit ?? {};
  const rows = given ?? usual;
  return typeof rows === "number" ? Math.min(rows, max ?? rows) : undefined;
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return properties ?? {};
}
