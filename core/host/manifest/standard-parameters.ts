/** The parameters that the host reads for every tool: which page of an answer, and how long it may be. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";

interface StandardParameter {
  schema: JsonSchema;
  /** Its name and schema in a tool's list; undefined if left out there. A call may still pass it. */
  listed: (output: Output<unknown>) => [name: string, schema: JsonSchema] | undefined;
  /** True where giving it says how long the answer should be. */
  setsLength?: boolean;
}

const limit: JsonSchema = { type: "integer", minimum: 1, description: "Rows per page." };
const cursor: JsonSchema = { type: "string", description: "Value of next." };
/** With fewer than 100 tokens an answer has no room to say that it was cut. */
const maxTokens: JsonSchema = {
  type: "integer",
  minimum: 100,
  description: "Maximum answer size in tokens.",
};

/** Standard parameters, in listed order. A parameter added here is listed, accepted, documented and not passed to the tool. */
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

/** The schemas of all of them. A tool's own parameter of such a name wins. */
export const STANDARD_PARAMETERS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, { schema }]) => [name, schema]),
);

/** The names of those that say how long an answer should be. */
export const LENGTH_PARAMETERS: readonly string[] = Object.keys(PARAMETERS).filter(
  (name) => PARAMETERS[name]?.setsLength,
);

/** The schema that lists and forms show: with the standard parameters that the tool's output calls for. */
export function listedSchema(tool: { inputSchema: JsonSchema; output: Output<unknown> }): JsonSchema {
  const listed = Object.values(PARAMETERS).flatMap((parameter) => {
    const entry = parameter.listed(tool.output);
    return entry ? [entry] : [];
  });
  if (listed.length === 0) return tool.inputSchema;
  const own = propertiesOf(tool.inputSchema);
  return { ...tool.inputSchema, properties: { ...own, ...Object.fromEntries(listed), ...own } };
}

/** The schema that a call is checked by: with those that are not listed too. */
export function acceptedSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...STANDARD_PARAMETERS, ...propertiesOf(schema) } };
}

/** Rows per page for a call that sets `limit`; undefined without a declaration. */
export function rowsPerPage({ next }: Output<unknown>, given: Json | undefined): number | undefined {
  const { default: usual, max } = next?.limit ?? {};
  const rows = given ?? usual;
  return typeof rows === "number" ? Math.min(rows, max ?? rows) : undefined;
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return properties ?? {};
}
