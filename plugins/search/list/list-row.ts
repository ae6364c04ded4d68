/** A row of a listing. */
export type ListRow = {
  path: string;
  is_dir: boolean;
  /** The size. It is null for directories, for remote entries, and for links (because we do not reveal their targets). */
  size_bytes: number | null;
  /** The time in seconds since the epoch. It is null for remote entries. For a link it is the link's own time. */
  mtime: number | null;
  /** The extension in lowercase, without the dot. */
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
