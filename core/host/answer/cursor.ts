/**
 * Implements the host's cursors. A cursor consists of the saved answer, a row, and a hash of the request. The tool's own cursor
 * may precede these.
 */

import { createHash } from "node:crypto";
import { JigError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { rowsPerPage, STANDARD_PARAMETERS } from "../manifest/standard-parameters.ts";
import type { AnswerCall } from "../rows/row.ts";

export interface Cursor {
  /** Undefined if the answer could not be saved. */
  id: string | undefined;
  offset: number;
  hash: string;
  /** The tool's own cursor, which is used if the saved answer no longer exists. */
  own?: string | undefined;
}

const FORM = /^(?:(.*)\|)?([0-9a-z]{12}|-)\.(\d{1,9})\.([0-9a-f]{8})$/s;

export function encodeCursor({ id, offset, hash, own }: Cursor): string {
  const host = `${id ?? "-"}.${offset}.${hash}`;
  return own === undefined ? host : `${own}|${host}`;
}

/**
 * Decodes a cursor of the host. If the text doesn't have our format, this returns undefined, which is not an error because it
 * may be a cursor of the tool itself.
 */
export function decodeCursor(text: unknown): Cursor | undefined {
  const found = typeof text === "string" ? FORM.exec(text) : null;
  if (!found) return undefined;
  const [, own, id, offset, hash = ""] = found;
  return { id: id === "-" ? undefined : id, offset: Number(offset), hash, own };
}

/** The hash covers the tool and its arguments except for those that control paging, so it is the same on all pages of an answer. */
export function requestHash({ tool, input }: Pick<AnswerCall, "tool" | "input">): string {
  const { next, format } = tool.output;
  const shaping = [...Object.keys(STANDARD_PARAMETERS), next?.parameter, format?.parameter];
  const entries = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !shaping.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([tool.name, entries]))
    .digest("hex")
    .slice(0, 8);
}

/**
 * Separates the standard paging parameters from the input that the tool declares. The tool only receives them if it has a
 * parameter with the same name.
 * @throws INVALID_ARGUMENT if the cursor is invalid
 */
export function readPaging({ tool, input }: Pick<AnswerCall, "tool" | "input">) {
  const { output, parameters } = tool;
  const { next } = output;
  const own: JsonObject = { ...input };
  for (const name of Object.keys(STANDARD_PARAMETERS)) if (!parameters.includes(name)) delete own[name];
  const parameter = next?.by === "page" || next?.by === "cursors" ? next.parameter : "cursor";
  const written = input[parameter] === "" ? undefined : input[parameter];
  const isHosts = !parameters.includes(parameter);
  const cursor = decodeCursor(written);
  if (isHosts && !next?.resumes && written !== undefined && !cursor) {
    throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(written)}`, {
      hint: "Pass the value of next unchanged",
      details: { parameter },
    });
  }
  if (cursor && !isHosts) delete own[parameter];
  const resumed = cursor ? cursor.own : written;
  if (resumed !== undefined && (!isHosts || next?.resumes)) own[parameter] = resumed;
  // With a row number, the tool itself can start at the page.
  if (next?.by === "offset" && cursor) own[next.parameter] = input[next.parameter];
  return { own, cursor, limit: parameters.includes("limit") ? undefined : rowsPerPage(output, input.limit) };
}
