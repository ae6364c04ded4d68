/** The order of a listing, and the place in it behind which a further part goes on. */
import { JigError } from "../../../core/host/plugin-api.ts";

export type Sort = "path" | "size" | "time";

/** What decides where an entry stands. */
export interface Place {
  path: string;
  size: number;
  mtimeMs: number;
}

/** The largest, or the latest, first; what is alike by path. */
export function compare(sort: Sort): (a: Place, b: Place) => number {
  const byPath = (a: Place, b: Place) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  if (sort === "size") return (a, b) => b.size - a.size || byPath(a, b);
  if (sort === "time") return (a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b);
  return byPath;
}

/** The last entries of parts of `most` entries each, but of the last part. */
export function endsOf(entries: readonly Place[], most: number): Place[] {
  const ends: Place[] = [];
  for (let end = most; most > 0 && end < entries.length; end += most) {
    const { path, size, mtimeMs } = entries[end - 1]!;
    ends.push({ path, size, mtimeMs });
  }
  return ends;
}

export function cursorBehind(sort: Sort, { path, size, mtimeMs }: Place): string {
  return `list:${Buffer.from(JSON.stringify([sort, size, mtimeMs, path])).toString("base64url")}`;
}

/** Throws INVALID_ARGUMENT for what is no cursor of a listing in this order. */
export function placeIn(cursor: string, sort: Sort): Place {
  const [name, size, mtimeMs, path] = partsOf(cursor);
  if (name !== sort || typeof size !== "number" || typeof mtimeMs !== "number" || typeof path !== "string") {
    throw new JigError("INVALID_ARGUMENT", "The cursor is none of this listing", {
      hint: "Pass on what next said, unchanged, with the arguments of the answer before",
      details: { parameter: "cursor" },
    });
  }
  return { path, size, mtimeMs };
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor.replace(/^list:/, ""), "base64url").toString()) as unknown;
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
