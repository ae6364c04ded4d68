/** Creates a remote tree on the local disk with empty files, so that any tool can list it. Ignore files do have their content. */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toJigError } from "../contract/errors.ts";
import type { FetchedFolders, RemoteCandidates, RemoteVersion } from "../contract/remote-source.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";
import { isTreePath, type RemoteCopies } from "./remote-copies.ts";

/** The ignore files that ripgrep reads. */
const RULES = /(?:^|\/)\.(?:gitignore|ignore|rgignore)$/;
/** The limit for each listing. */
const MAX_NAMES = 100_000;
/** The approximate size of an empty file on disk in bytes. */
const NAME_BYTES = 256;
const AT_ONCE = 32;
const MAX_NAMED = 5;

/** The files that were requested but could not be fetched. */
export interface Unfetched {
  late: string[];
  /** Files that the source knows but whose content it doesn't have. */
  absent: string[];
  why?: string;
}

export async function layOutNames(
  folders: RemoteCandidates["folders"],
  fetched: FetchedFolders,
  copies: RemoteCopies,
  fetchRules: (of: RemoteVersion, tree: string, paths: readonly string[]) => Promise<Unfetched>,
): Promise<void> {
  const missing = (what: string) => {
    fetched.incomplete = true;
    fetched.warnings.push(what);
  };
  let budget = MAX_NAMES;
  for (const { name, version, below, paths, origins } of folders) {
    const tree = copies.openNames({ name, version });
    const within = paths.slice(0, budget);
    budget -= within.length;
    const mark = join(
      dirname(tree),
      `laid-${createHash("sha256").update(within.join("\0")).digest("hex").slice(0, 32)}`,
    );
    if (!existsSync(mark)) {
      const late = await fetchRules(
        { name, version },
        tree,
        within.filter((path) => isUnread(tree, path)),
      );
      const unknown = [...late.late, ...late.absent];
      if (unknown.length > 0)
        missing(`Ignore rules of ${name} are not known${late.why ? ` (${late.why})` : ""}: ${listShort(unknown)}`);
      const failed = await writeEmptyFiles(tree, within);
      if (failed.length > 0)
        missing(`Not listed in ${name}, because no folder here can contain them: ${listShort(failed)}`);
      copies.recordAdded(tree, within.length * NAME_BYTES);
      if (unknown.length + failed.length === 0) writeFileSync(mark, "", { mode: 0o600 });
    }
    fetched.folders.push({ name, tree, path: copies.folderIn(tree, below), origins });
    if (within.length < paths.length)
      missing(
        `Not listed in ${name}: ${paths.length - within.length} files, because a listing has at most ${MAX_NAMES} names`,
      );
  }
}

/** Returns true for ignore files that are empty here, although they might not be in the remote tree. */
function isUnread(tree: string, path: string): boolean {
  return RULES.test(path) && isTreePath(path) && !lstatSync(join(tree, path), { throwIfNoEntry: false })?.size;
}

/**
 * Creates empty files for all paths.
 * @returns the paths that can't exist
 * @throws if the disk is full
 */
async function writeEmptyFiles(tree: string, paths: readonly string[]): Promise<string[]> {
  const plain = paths.filter(isTreePath);
  const failed = new Set(paths.filter((path) => !isTreePath(path)));
  const folders = new Set(plain.map((path) => dirname(path)));
  await inBatches([...folders], (folder) =>
    mkdir(join(tree, folder), { recursive: true, mode: 0o700 }).catch(unlessFull),
  );
  await inBatches(plain, async (path) => {
    await writeFile(join(tree, path), "", { mode: 0o600, flag: "wx" }).catch(unlessFull);
    // This also handles a folder that exists, and a hostile list with a file and a folder at the same path.
    if (!lstatSync(join(tree, path), { throwIfNoEntry: false })?.isFile()) failed.add(path);
  });
  return [...failed];
}

function unlessFull(error: unknown): void {
  if (resourceErrorOf(error)) throw toJigError(error);
}

async function inBatches(items: readonly string[], work: (item: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}

export function listShort(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  return paths.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
