/** Reads what a call says of its page. */
import { JigError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { rowsPerPage, STANDARD_PARAMETERS } from "../manifest/standard-parameters.ts";
import { type Cursor, decodeCursor } from "./cursor.ts";

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
  const limit = parameters.includes("limit") ? undefined : rowsPerPage(output, input.limit);
  if (limit !== undefined) found.limit = limit;
  return found;
}
