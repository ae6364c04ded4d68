/** Parameters that the host sees to for every tool: which page of an answer, and how long it may be. */
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import type { JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { type Cursor, decodeCursor } from "./cursor.ts";

/** The least that `max_tokens` may ask for: below, no answer has room for what was cut. */
const LEAST_TOKENS = 100;

const CURSOR: JsonSchema = { type: "string", description: "Value of next." };
const LIMIT: JsonSchema = { type: "integer", minimum: 1, description: "Rows per page." };
const MAX_TOKENS: JsonSchema = {
  type: "integer",
  minimum: LEAST_TOKENS,
  description: "The richest answer within this many tokens; totals exact.",
};

/** The schema as it is listed: with those of them that the tool's declaration asks for. */
export function withListed(schema: JsonSchema, { next, long }: Output<unknown>): JsonSchema {
  const listed: Record<string, JsonSchema> = {};
  if (next?.by === "page") {
    listed.limit = next.limit?.max === undefined ? LIMIT : { ...LIMIT, maximum: next.limit.max };
    if (next.limit?.default !== undefined)
      listed.limit = {
        ...listed.limit,
        description: `Rows per page, default ${next.limit.default}.`,
      };
    listed[next.parameter] = CURSOR;
  }
  if (next?.cursor) listed.cursor = CURSOR;
  if (long) listed.max_tokens = MAX_TOKENS;
  const own = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.keys(listed).length === 0 ? schema : { ...schema, properties: { ...own, ...listed, ...own } };
}

/** All of them, for the tools that do not have a parameter of that name themselves. */
export const STANDARD_PARAMETERS: Record<string, JsonSchema> = { cursor: CURSOR, limit: LIMIT, max_tokens: MAX_TOKENS };

/** The schema that a call is checked by: those that are not listed are accepted too. */
export function withStandard(schema: JsonSchema): JsonSchema {
  const properties = { ...STANDARD_PARAMETERS, ...(schema.properties as Record<string, JsonSchema> | undefined) };
  return { ...schema, properties };
}

export interface Paging {
  /** The input without what the host sees to. */
  own: JsonObject;
  cursor?: Cursor;
  limit?: number;
}

interface Tool {
  output: Output<unknown>;
  parameters: readonly string[];
}

/** Reads what a call says of its page. Throws INVALID_ARGUMENT for a cursor that is none. */
export function readPaging({ output, parameters }: Tool, input: JsonObject): Paging {
  const { next } = output;
  const own: JsonObject = { ...input };
  const found: Paging = { own };
  for (const name of Object.keys(STANDARD_PARAMETERS)) if (!parameters.includes(name)) delete own[name];
  const parameter = next?.by === "page" || next?.by === "cursors" ? next.parameter : "cursor";
  const written = input[parameter] === "" ? undefined : input[parameter];
  const ours = !parameters.includes(parameter);
  const cursor = decodeCursor(written);
  if (cursor) {
    found.cursor = cursor;
    if (cursor.own !== undefined && (!ours || next?.resumes)) own[parameter] = cursor.own;
    else if (!ours) delete own[parameter];
  } else if (ours && written !== undefined && next?.resumes !== true) {
    throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(written)}`, {
      hint: "Pass on what next said, unchanged",
      details: { parameter },
    });
  } else if (ours && written !== undefined) own[parameter] = written;
  // By lines or numbers a tool goes on by itself.
  if (next?.by === "offset" && cursor) own[next.parameter] = input[next.parameter];
  const limit = parameters.includes("limit") ? undefined : (input.limit ?? next?.limit?.default);
  if (typeof limit === "number") found.limit = Math.min(limit, next?.limit?.max ?? limit);
  return found;
}
