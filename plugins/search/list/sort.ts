/** Defines the sort orders of listings, and their cursors. */
import { JigError } from "../../../core/host/plugin-api.ts";

const ID = /^[0-9a-f]{16}$/;

export type Sort = "path" | "size" | "time";

/** The key that determines the position of an entry. */
export interface SortKey {
  path: string;
  size: number;
  mtimeMs: number;
}

/** A key that precedes every entry, whatever the order is. */
export const BEFORE_ALL: SortKey = { path: "", size: Number.MAX_VALUE, mtimeMs: Number.MAX_VALUE };

/** Compares entries. The largest or most recent ones come first, and ties are broken by path. */
export function compareBy(sort: Sort): (a: SortKey, b: SortKey) => number {
  const byPath = (a: SortKey, b: SortKey) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  if (sort === "size") return (a, b) => b.size - a.size || byPath(a, b);
  if (sort === "time") return (a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b);
  return byPath;
}

/** The saved listing that a cursor belongs to, and the page to continue from. */
export interface SavedPosition {
  id: string;
  part: number;
}

/** Encodes the sort key of the entry. That is enough to continue, even after the saved listing has been deleted. */
export function cursorAfterEntry(sort: Sort, { path, size, mtimeMs }: SortKey, saved?: SavedPosition): string {
  const parts = [sort, size, mtimeMs, path, ...(saved ? [saved.id, saved.part] : [])];
  return `list:${Buffer.from(JSON.stringify(parts)).toString("base64url")}`;
}

/** Decodes a cursor. @throws INVALID_ARGUMENT if the cursor is malformed or was made for another order */
export function decodeCursor(cursor: string, sort: Sort): SortKey & { saved?: SavedPosition } {
  const [name, size, mtimeMs, path, id, part] = partsOf(cursor);
  if (name !== sort || typeof size !== "number" || typeof mtimeMs !== "number" || typeof path !== "string") {
    throw new JigError("INVALID_ARGUMENT", "The cursor does not belong to this listing", {
      hint: "Pass the value of next unchanged, with the arguments of the previous call",
      details: { parameter: "cursor" },
    });
  }
  const isSaved = typeof id === "string" && ID.test(id) && typeof part === "number" && Number.isSafeInteger(part);
  return { path, size, mtimeMs, ...(isSaved && part >= 0 ? { saved: { id, part } } : {}) };
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor.replace(/^list:/, ""), "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
