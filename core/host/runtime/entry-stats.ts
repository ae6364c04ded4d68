/** Calls statx for the entries of an open folder. Using the handle doesn't take longer than a stat by path. */
import { Buffer } from "node:buffer";
import type { FileStat } from "../contract/context.ts";
import { bytesOfText, hasRawBytes } from "../contract/name-text.ts";
import { openSystemLibrary } from "./system-library.ts";

/** `prefix` and `name` make up the path in the result. Returns undefined if the entry can't be checked for any reason. */
export type StatEntry = (folder: number, prefix: string, name: string) => FileStat | undefined;

interface Library {
  statx(folder: number, name: Uint8Array, flags: number, mask: number, to: Uint8Array): number;
}

/** No links and no automounts. */
const FLAGS = 0x100 | 0x800;
/** Type, mode, size, mtime and ctime. */
const MASK = 0x1 | 0x2 | 0x200 | 0x40 | 0x80;
const STATX_BYTES = 256;
const [MODE, SIZE, CTIME, MTIME] = [28, 40, 96, 112] as const;
const KINDS = new Map<number, FileStat["kind"]>([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "link"],
]);
const KIND_BITS = 0o170000;
const EXECUTABLE_BITS = 0o111;
/** The longest name of a file fits into this. */
const NAME_BYTES = 4096;

/** Returns undefined if the system or the runtime doesn't support it. */
export function openEntryStats(): StatEntry | undefined {
  const opened = openSystemLibrary<Library>({
    statx: { args: ["i32", "ptr", "i32", "u32", "ptr"], returns: "i32" },
  });
  if (!opened) return undefined;
  const { statx } = opened.library;
  const path = Buffer.alloc(NAME_BYTES);
  const found = Buffer.alloc(STATX_BYTES);
  const view = new DataView(found.buffer, found.byteOffset, STATX_BYTES);
  // Without BigInt, which would allocate.
  const numberAt = (at: number) => view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
  const timeAt = (at: number) => numberAt(at) * 1000 + view.getUint32(at + 8, true) / 1_000_000;
  return (folder, prefix, name) => {
    if (name.length * 3 >= NAME_BYTES) return undefined;
    path[hasRawBytes(name) ? bytesOfText(name).copy(path) : path.write(name, "utf8")] = 0;
    if (statx(folder, path, FLAGS, MASK, found) !== 0) return undefined;
    const mode = view.getUint16(MODE, true);
    const kind = KINDS.get(mode & KIND_BITS) ?? "other";
    const stat: FileStat = {
      path: prefix + name,
      kind,
      size: numberAt(SIZE),
      mtimeMs: timeAt(MTIME),
      ctimeMs: timeAt(CTIME),
    };
    if (kind === "file" && (mode & EXECUTABLE_BITS) !== 0) stat.executable = true;
    return stat;
  };
}
