/** A row of a listing */
export type ListRow = {
  path: string;
  is_dir: boolean;
  /** null for directories, links (we do not reveal their targets) and remote entries */
  size_bytes: number | null;
  /** Seconds since the epoch. null for remote entries. For a link it is the link's own time. */
  mtime: number | null;
  /** Lowercase, no dot */
  ext: string | null;
  is_link?: true;
};

export function listRow(path: string, kind: string, size: number, mtimeMs: number): ListRow {
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
