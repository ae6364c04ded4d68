/** The order of a listing, and the place in it behind which a further part goes on. */
import { JigError } from "../../../core/host/plugin-api.ts";

const ID = /^[0-9a-f]{16}$/;

export type Sort = "path" | "size" | "time";

/** What decides where an entry stands. */
export interface Place {
  path: string;
  size: number;
  mtimeMs: number;
}

/** Before every entry, whatever the order. */
export const START: Place = { path: "", size: Number.MAX_VALUE, mtimeMs: Number.MAX_VALUE };

/** The largest, or the latest, first; what is alike by path. */
export function compare(sort: Sort): (a: Place, b: Place) => number {
  const byPath = (a: Place, b: Place) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  if (sort === "size") return (a, b) => b.size - a.size || byPath(a, b);
  if (sort === "time") return (a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b);
  return byPath;
}

/** Which part of which kept listing goes on at a place. */
export interface KeptAt {
  id: string;
  part: number;
}

/** Where the listing is no longer kept, the place alone still leads on. */
export function cursorBehind(sort: Sort, { path, size, mtimeMs }: Place, kept?: KeptAt): string {
  const parts = [sort, size, mtimeMs, path, ...(kept ? [kept.id, kept.part] : [])];
  return `list:${Buffer.from(JSON.stringify(parts)).toString("base64url")}`;
}

/** Throws INVALID_ARGUMENT for what is no cursor of a listing in this order. */
export function placeIn(cursor: string, sort: Sort): Place & { kept?: KeptAt } {
  const [name, size, mtimeMs, path, id, part] = partsOf(cursor);
  if (name !== sort || typeof size !== "number" || typeof mtimeMs !== "number" || typeof path !== "string") {
    throw new JigError("INVALID_ARGUMENT", "The cursor is none of this listing", {
      hint: "Pass on what next said, unchanged, with the arguments of the answer before",
      details: { parameter: "cursor" },
    });
  }
  const isKept = typeof id === "string" && ID.test(id) && typeof part === "number" && Number.isSafeInteger(part);
  return { path, size, mtimeMs, ...(isKept && part >= 0 ? { kept: { id, part } } : {}) };
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor.replace(/^list:/, ""), "base64url").toString()) as unknown;
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
