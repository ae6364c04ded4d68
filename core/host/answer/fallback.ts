/** What is cut in an answer whose declaration does not say it: its longest lists and texts, wherever they are. */
import type { Json } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";

/** How deep lists and texts are looked for. */
const LEVELS = 4;
/** Shorter texts and lists are not worth a cut. */
const LEAST = 200;
const MOST_SOURCES = 8;

/** A declaration that finds room in any value: the largest part is cut first. */
export function inferRowSources(value: Json): Output<unknown> {
  const found: { at: string; size: number }[] = [];
  const look = (part: Json | undefined, at: string, levels: number): void => {
    if (typeof part === "string") {
      if (part.length > LEAST) found.push({ at, size: part.length });
      return;
    }
    if (typeof part !== "object" || part === null) return;
    const size = sizeOf(part);
    if (size <= LEAST) return;
    const entries = Array.isArray(part) ? [] : Object.entries(part);
    if (levels === 0 || entries.length === 0 || entries.length > 50) found.push({ at, size });
    else
      for (const [key, inner] of entries)
        look(inner, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, levels - 1);
  };
  look(value, "", LEVELS);
  found.sort((a, b) => b.size - a.size);
  return { schema: {}, rows: found.slice(0, MOST_SOURCES).map(({ at }): RowSource => ({ at })) };
}

/** Characters of texts and numbers of members, counted to a point: enough to tell what is large. */
function sizeOf(value: Json | undefined, most = 1_000_000): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 4;
  let size = 2;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    size += sizeOf(part, most - size) + 2;
    if (size > most) break;
  }
  return size;
}
