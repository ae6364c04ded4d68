/** The answers of a listing, as data, as rows and cut to size. */
import { fitsIn, type Json, type JsonObject, type Row, textOf, type View } from "../../core/host/plugin-api.ts";
import { toonInTurns } from "./toon.ts";
import type { Turns } from "./turns.ts";

export interface ListRow {
  path: string;
  is_dir: boolean;
  /** null for directories and links: what a link points to is not told. */
  size_bytes: number | null;
  /** Seconds since the epoch; of a link its own. */
  mtime: number;
  /** Lower case, without the dot. */
  ext: string | null;
  is_link?: true;
}

export function listed(path: string, kind: string, size: number, mtimeMs: number): ListRow {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const row: ListRow = {
    path,
    is_dir: kind === "d",
    size_bytes: size < 0 ? null : size,
    mtime: Math.floor(mtimeMs / 1000),
    ext: kind === "d" || dot <= 0 ? null : name.slice(dot + 1).toLowerCase(),
  };
  if (kind === "l") row.is_link = true;
  return row;
}

export async function shaped(answer: JsonObject, format: "json" | "toon" | "text", turns: Turns): Promise<Json> {
  const { results, ...head } = answer;
  if (format === "json" || !Array.isArray(results)) return answer;
  const rows = results as unknown as ListRow[];
  if (format === "toon") return { ...head, format: "toon", toon_content: await toonInTurns(toonData(rows), turns) };
  const notes = [
    `${answer.total_count} ${answer.total_count === 1 ? "entry" : "entries"}`,
    ...(answer.truncated ? [`only ${rows.length} shown`] : []),
  ];
  const printable = (path: string) => path.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
  return `${[...rows.map((row) => printable(row.path) + (row.is_dir ? "/" : "")), `!!! ${notes.join("; ")}`].join("\n")}\n`;
}

/** The same keys in each row, as a TOON table needs. */
export function toonData(rows: readonly ListRow[]): JsonObject {
  return {
    results: rows.map(({ path, is_dir, size_bytes, mtime, ext, is_link }) => ({
      path,
      kind: is_dir ? "d" : is_link ? "l" : "f",
      size_bytes,
      mtime,
      ext,
    })),
  };
}

export function view(value: Json): View {
  if (typeof value === "string") return { rows: value.split("\n").map((text) => ({ text })) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { rows: [{ text: String(value) }] };
  if (value.success === false) return { rows: [{ text: String(value.error), tone: "error" }] };
  if (typeof value.toon_content === "string") {
    return { rows: value.toon_content.split("\n").map((text) => ({ text })) };
  }
  const notes = Array.isArray(value.warnings) ? value.warnings.map(String) : [];
  if (value.truncated === true) notes.push(`${value.count} of ${value.total_count} entries shown`);
  if (!Array.isArray(value.results))
    return { rows: [{ text: `${value.total_count ?? value.message} entries` }], notes };
  const rows = (value.results as unknown as ListRow[]).map(rowOf);
  return { rows, columns: ["path", "size", "changed"], notes };
}

function rowOf({ path, is_dir, size_bytes, mtime }: ListRow): Row {
  const row: Row = {
    text: is_dir ? `${path}/` : path,
    cells: {
      path: is_dir ? `${path}/` : path,
      size: size_bytes,
      changed: new Date(mtime * 1000).toISOString().slice(0, 16).replace("T", " "),
    },
  };
  if (is_dir) row.links = [{ rel: "members", tool: "list_files", input: { roots: [path] } }];
  else row.location = { absolute: path, display: path, startLine: 1, startColumn: 1 };
  return row;
}

/** As many rows as fit; undefined where not even one does. */
export function fit(value: Json, maxChars: number): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  const advice = "narrow the listing, or save all with output_file";
  if (typeof value === "string") {
    const notice = `!!! cut here: ${advice}\n`;
    const end = value.lastIndexOf("\n", maxChars - notice.length - 1);
    return end <= 0 ? undefined : value.slice(0, end + 1) + notice;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const toon = typeof value.toon_content === "string" ? value.toon_content.split("\n").slice(1) : undefined;
  const rows = toon ?? (Array.isArray(value.results) ? value.results : []);
  const whole = (kept: number): JsonObject => ({
    ...value,
    count: kept,
    truncated: true,
    cut: `${kept} of ${rows.length} rows shown: ${advice}`,
    ...(toon
      ? { toon_content: [`results[${kept}]{path,kind,size_bytes,mtime,ext}:`, ...toon.slice(0, kept)].join("\n") }
      : { results: rows.slice(0, kept) as Json[] }),
  });
  let room = maxChars - textOf(whole(0)).length - 12;
  let kept = 0;
  for (const row of rows) {
    room -= JSON.stringify(row).length + 1;
    if (room < 0) break;
    kept++;
  }
  return kept === 0 ? undefined : whole(kept);
}
