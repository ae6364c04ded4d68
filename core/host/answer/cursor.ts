/** The host's own cursor: which kept answer, which row, and of which request. A tool's own cursor may stand before it. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../contract/outcome.ts";

export interface Cursor {
  /** Of the kept answer; undefined where it could not be kept. */
  id: string | undefined;
  offset: number;
  hash: string;
  /** The tool's own cursor, for when the kept answer is gone. */
  own?: string;
}

const FORM = /^(?:(.*)\|)?([0-9a-z]{12}|-)\.(\d{1,9})\.([0-9a-f]{8})$/s;

export function encodeCursor({ id, offset, hash, own }: Cursor): string {
  const host = `${id ?? "-"}.${offset}.${hash}`;
  return own === undefined ? host : `${own}|${host}`;
}

/** undefined where the text is none of ours: it may be the tool's own. */
export function decodeCursor(text: unknown): Cursor | undefined {
  const found = typeof text === "string" ? FORM.exec(text) : null;
  if (!found) return undefined;
  const [, own, id, offset, hash] = found;
  const cursor: Cursor = { id: id === "-" ? undefined : id, offset: Number(offset), hash: hash! };
  if (own !== undefined) cursor.own = own;
  return cursor;
}

/** What makes two calls pages of one answer: the tool and its arguments but those in `without`. */
export function hashRequest(tool: string, input: JsonObject, without: readonly string[]): string {
  const entries = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([tool, entries]))
    .digest("hex")
    .slice(0, 8);
}
