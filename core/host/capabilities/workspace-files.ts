/**
 * Implements `files`. Each path is resolved by the rules of the workspace and then opened without following a link that was
 * created in between.
 */
import { createReadStream, lstatSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type {
  FileStat,
  Files,
  FileText,
  ResolvedPath,
  ResolveOptions,
  Sweep,
  SweepOptions,
} from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { openEntryStats, type StatEntry } from "../runtime/entry-stats.ts";
import { namesIn, systemPath } from "../runtime/name-bytes.ts";
import { quoted, slashed } from "../workspace/path-rules.ts";
import { inFolder, openChecked, readAsync, readBlocking, tryInFolderDirect, tryReadDirect } from "./open-checked.ts";
import { decodeText } from "./text-decoding.ts";

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const DEFAULT_CHUNK = 256 * 1024;

export interface FilesOptions {
  resolve: (path: string, access: "read" | "write", options?: ResolveOptions) => Promise<ResolvedPath>;
  sweep: (options: SweepOptions) => Promise<Sweep>;
  /** True for synchronous reads, which are cheaper on worker threads. */
  blocking: boolean;
  /** Used with `blocking`. It returns true if this path doesn't need `resolve`, which is only the case if it is real. */
  mayReadDirect?: (path: string) => boolean;
}

export function createFiles({ resolve, sweep, blocking, mayReadDirect }: FilesOptions): Files {
  let entryStats: { look: StatEntry | undefined } | undefined;

  /** Reads a file whose path has already been checked. */
  async function content(
    file: ResolvedPath,
    options: { offset?: number; length?: number; maxBytes?: number },
  ): Promise<Uint8Array> {
    const offset = options.offset ?? 0;
    const length = Math.min(options.length ?? Number.POSITIVE_INFINITY, Math.max(0, file.size - offset));
    const limit = options.maxBytes ?? DEFAULT_MAX_BYTES;
    if (length > limit) throw tooLarge(file.written, length, limit);
    return blocking ? readBlocking(file, offset, length) : await readAsync(file, offset, length);
  }

  const readDirect = (path: string, maxBytes = DEFAULT_MAX_BYTES) =>
    mayReadDirect?.(path) ? tryReadDirect(path, maxBytes) : undefined;

  return {
    async read(path, options = {}) {
      const isWhole = options.offset === undefined && options.length === undefined;
      const plain = isWhole ? readDirect(path, options.maxBytes) : undefined;
      return plain?.bytes ?? (await content(await resolve(path, "read"), options));
    },
    async stat(path) {
      const file = await resolve(path, "read", { expect: "any" });
      return {
        path: file.absolute,
        kind: file.kind === "missing" ? "other" : file.kind,
        size: file.size,
        mtimeMs: file.mtimeMs,
      };
    },
    async readText(path, options = {}): Promise<FileText> {
      const plain = readDirect(path, options.maxBytes);
      if (plain) {
        const { bytes, mtimeMs } = plain;
        return { ...decodeText(bytes, options.encoding), size: bytes.length, mtimeMs };
      }
      const file = await resolve(path, "read");
      const bytes = await content(file, options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes });
      return { ...decodeText(bytes, options.encoding), size: bytes.length, mtimeMs: file.mtimeMs };
    },
    async *stream(path, options = {}) {
      const file = await resolve(path, "read");
      // The stream uses the handle and closes it at its end.
      const stream = createReadStream(file.absolute, {
        fd: openChecked(file),
        start: options.offset ?? 0,
        highWaterMark: options.chunkBytes ?? DEFAULT_CHUNK,
      });
      try {
        for await (const chunk of stream) yield chunk;
      } catch (error) {
        throw toJigError(error, `read ${quoted(path)}`);
      } finally {
        stream.destroy();
      }
    },
    async list(directory, options = {}) {
      if (blocking) entryStats ??= { look: openEntryStats() };
      const statEntry = entryStats?.look;
      const plain = mayReadDirect?.(directory)
        ? tryInFolderDirect(directory, (at, handle) => listDirectory({ directory, at, handle, statEntry }, options))
        : undefined;
      if (plain) return plain;
      const folder = await resolve(directory, "read", { expect: "directory" });
      return inFolder(folder, (at, handle) =>
        listDirectory({ directory: folder.absolute, at, handle, statEntry }, options),
      );
    },
    async sweep(options = {}) {
      const directories: string[] = [];
      for (const each of options.directories ?? [])
        directories.push((await resolve(each, "read", { expect: "directory" })).absolute);
      return await sweep({ ...options, ...(options.directories ? { directories } : {}) });
    },
    async write(path, data, options = {}) {
      const file = await resolve(path, "write", { expect: "new" });
      try {
        const folder = { ...file, absolute: slashed(dirname(file.absolute)) };
        inFolder(folder, (at) =>
          writeAtomically(at(basename(file.absolute)), data, { replace: options.replace ?? false }),
        );
      } catch (error) {
        throw toJigError(error, `write ${quoted(path)}`);
      }
    },
  };
}

interface OpenFolder {
  directory: string;
  at: (name: string) => string;
  handle: number | undefined;
  statEntry: StatEntry | undefined;
}

/**
 * Lists all entries of a directory, or those in `names`. Links are not followed, and entries that disappear meanwhile are
 * skipped.
 */
function listDirectory(
  folder: OpenFolder,
  { names, anyName = false }: { names?: string[]; anyName?: boolean },
): FileStat[] {
  const { directory, at } = folder;
  const entries: FileStat[] = [];
  const prefix = directory.endsWith("/") ? directory : `${directory}/`;
  for (const name of (names?.filter(isName) ?? (anyName ? namesIn : readdirSync)(at(""))).sort()) {
    const entry = statIn(folder, prefix, name);
    if (entry) entries.push(entry);
  }
  return entries;
}

function statIn({ at, handle, statEntry }: OpenFolder, prefix: string, name: string): FileStat | undefined {
  const known = handle === undefined ? undefined : statEntry?.(handle, prefix, name);
  if (known) return known;
  // The entry no longer exists. In all other cases, lstat throws the reason.
  const stat = lstatSync(systemPath(at(name)), { throwIfNoEntry: false });
  if (!stat) return undefined;
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "directory" : stat.isSymbolicLink() ? "link" : "other";
  const { size, mtimeMs, ctimeMs, mode } = stat;
  const executable = kind === "file" && (mode & 0o111) !== 0;
  return { path: prefix + name, kind, size, mtimeMs, ctimeMs, ...(executable ? { executable } : {}) };
}

/** Returns true if the name is safe, which means that it can only refer to an entry of this folder. */
function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && basename(name) === name && !name.includes("\0");
}

function tooLarge(path: string, size: number, limit: number): JigError {
  return new JigError("LIMIT_EXCEEDED", `${quoted(path)} has ${size} bytes, more than the limit of ${limit}`, {
    hint: "Request a part of it",
    details: { limit: "max_bytes", size, maximum: limit },
  });
}
