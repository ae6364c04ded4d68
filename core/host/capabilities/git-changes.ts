/**
 * Finds the source files that differ between two states of a repository, with both versions of each. Note that we read the
 * working tree ourselves, because git would run filters.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Context, Root } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { ifThere } from "../contract/if-there.ts";
import { safeGit } from "../contract/safe-git.ts";

/** A version of a file. The text is only read if it differs. */
interface Version {
  /** The id of the git object, or "" if the file isn't tracked. */
  object: string;
  text?: string;
  /** True if the file isn't on disk because the checkout is sparse. */
  isLeftOut?: boolean;
}

export interface ChangedFile {
  /** The absolute path of the file. */
  path: string;
  before?: string;
  after?: string;
}

export interface GitChanges {
  files: ChangedFile[];
  /** Files that were moved without any change, as [old path, new path]. */
  moved: [string, string][];
  /** A description of the two states for messages. */
  compared: string;
  /** Versions that this clone doesn't have. */
  missing: string[];
  /** The parts that couldn't be compared, in full sentences. */
  left: string[];
}

export type IsSource = (path: string) => boolean;

/** The number of files that are read at the same time. */
const AT_ONCE = 32;

/** @throws INVALID_ARGUMENT for an unknown revision, UNAVAILABLE outside of a repository */
export async function gitChanges(since: string, isSource: IsSource, context: Context): Promise<GitChanges> {
  const all: GitChanges = { files: [], moved: [], compared: "", missing: [], left: [] };
  const errors: JigError[] = [];
  for (const root of context.workspace.roots) {
    try {
      const found = await changesBelow(root, since, isSource, context);
      all.files.push(...found.files);
      all.moved.push(...found.moved);
      all.missing.push(...found.missing);
      all.left.push(...found.left);
      all.compared = found.compared;
    } catch (error) {
      if (!(error instanceof JigError)) throw error;
      errors.push(error);
    }
  }
  if (all.compared === "" && errors[0]) throw errors[0];
  all.left.push(...errors.map(({ message }) => `Not compared: ${message}`));
  return all;
}

async function changesBelow(root: Root, since: string, isSource: IsSource, context: Context): Promise<GitChanges> {
  const git = new Git(root, isSource, context);
  if (!(await git.query(["rev-parse", "--is-inside-work-tree"])).startsWith("true"))
    throw new JigError("UNAVAILABLE", `Git finds no repository in ${root.path}`, {
      hint: 'Leave "since" out, or start jig in the folder that has .git',
    });
  const revision = since === "staged" || since === "worktree" ? "HEAD" : since;
  const commit = await commitOf(revision, git);
  const before = await git.tree(commit);
  const { staged, left } = await git.index();
  const after = since === "staged" ? staged : await worktree(root, staged, isSource, git, context);
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((path) => !isSame(before.get(path), after.get(path)));
  const objects = changed.flatMap((path) => {
    const { object = "" } = before.get(path) ?? {};
    const { object: now = "", text } = after.get(path) ?? {};
    return [object, text === undefined ? now : ""].filter((each) => each !== "");
  });
  const texts = await git.contents([...new Set(objects)]);
  const textOf = (version: Version | undefined) => version && (version.text ?? texts.get(version.object));
  const files: ChangedFile[] = [];
  const missing: string[] = [];
  for (const path of changed) {
    const [old, now] = [before.get(path), after.get(path)];
    const [was, is] = [textOf(old), textOf(now)];
    const absolute = `${root.path}/${path}`;
    if ((old && was === undefined) || (now && is === undefined)) missing.push(absolute);
    else if (was !== is) {
      const file: ChangedFile = { path: absolute };
      if (was !== undefined) file.before = was;
      if (is !== undefined) file.after = is;
      files.push(file);
    }
  }
  const short = commit.slice(0, 10);
  return {
    files,
    moved: movedIn(files),
    missing,
    left,
    compared: `${since === short || commit.startsWith(since) ? short : `${since === "staged" ? "HEAD" : revision} (${short})`} and ${since === "staged" ? "the index" : "the working tree"}`,
  };
}

function isSame(old: Version | undefined, now: Version | undefined): boolean {
  return old !== undefined && now !== undefined && now.text === undefined && old.object === now.object;
}

function movedIn(files: readonly ChangedFile[]): [string, string][] {
  const gone = new Map(files.flatMap(({ path, before, after }) => (after === undefined ? [[before, path]] : [])));
  return files.flatMap(({ path, before, after }): [string, string][] => {
    const from = before === undefined ? gone.get(after) : undefined;
    return from === undefined ? [] : [[from, path]];
  });
}

async function commitOf(revision: string, git: Git): Promise<string> {
  if (/^[-^]|\.\.|[\0\n]/.test(revision))
    throw new JigError("INVALID_ARGUMENT", `"since" takes one revision, not ${JSON.stringify(revision)}`, {
      hint: 'Write a commit, branch or tag such as HEAD~3, or "staged" or "worktree"',
    });
  const commit = (await git.query(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`])).trim();
  if (commit !== "") return commit;
  throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(revision)} is not a revision of this repository`, {
    hint: 'Write a commit, branch or tag such as HEAD~3, or "staged" or "worktree"',
  });
}

/**
 * Lists the files on disk, which are those in the index and all others that aren't ignored. Text is only read if it differs
 * from the index.
 */
async function worktree(
  root: Root,
  staged: ReadonlyMap<string, Version>,
  isSource: IsSource,
  git: Git,
  context: Context,
): Promise<Map<string, Version>> {
  const others = (await git.text(["ls-files", "-z", "--others", "--exclude-standard"])).split("\0").filter(isSource);
  const paths = [...staged.keys(), ...others];
  const found = new Map<string, Version>();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const versions = await Promise.all(
      some.map((path) => versionOf(`${root.path}/${path}`, staged.get(path), context)),
    );
    for (const [index, version] of versions.entries()) if (version) found.set(some[index] ?? "", version);
    context.signal.throwIfAborted();
  }
  return found;
}

async function versionOf(path: string, staged: Version | undefined, context: Context): Promise<Version | undefined> {
  const bytes = await ifThere(context.files.read(path));
  if (!bytes) return staged?.isLeftOut ? staged : undefined;
  // Git may have converted line endings, so these differences don't count.
  const known = staged?.object ?? "";
  if (
    known !== "" &&
    (objectOf(bytes, known.length) === known || objectOf(withLineFeeds(bytes), known.length) === known)
  )
    return { object: known };
  return { object: "", text: (await ifThere(context.files.readText(path)))?.text ?? decoded(bytes) };
}

function objectOf(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.includes(13)
    ? Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1")
    : bytes;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Runs git commands that read objects and lists. None of them opens a file of the working tree. */
class Git {
  readonly #root: Root;
  readonly #isSource: IsSource;
  readonly #context: Context;

  constructor(root: Root, isSource: IsSource, context: Context) {
    this.#root = root;
    this.#isSource = isSource;
    this.#context = context;
  }

  /** Returns the source files of a commit by their path relative to the root. */
  async tree(commit: string): Promise<Map<string, Version>> {
    return this.#versionsIn(await this.text(["ls-tree", "-r", "-z", commit]), /^100\d+ blob ([0-9a-f]+)\t(.+)$/s);
  }

  /** During a merge git lists each side, of which we use the last. */
  async index(): Promise<{ staged: Map<string, Version>; left: string[] }> {
    const list = await this.text(["ls-files", "-z", "-t", "--stage"]);
    const found = this.#versionsIn(list, /^\w 100\d+ ([0-9a-f]+) \d\t(.+)$/s);
    for (const [, path = ""] of list.matchAll(/(?:^|\0)S [^\t]+\t([^\0]+)/g)) {
      const version = found.get(path);
      if (version) version.isLeftOut = true;
    }
    const named = (entry: RegExp) => [...new Set([...list.matchAll(entry)].map(([, path = ""]) => path))];
    const unmerged = named(/(?:^|\0)\w \d+ \w+ [123]\t([^\0]+)/g)
      .filter(this.#isSource)
      .join(", ");
    const submodules = named(/(?:^|\0)\w 160000 \w+ \d\t([^\0]+)/g).join(", ");
    const left: string[] = [];
    if (unmerged !== "") left.push(`In conflict, so only one side was compared: ${unmerged}`);
    if (submodules !== "") left.push(`Not compared, because submodules are separate repositories: ${submodules}`);
    return { staged: found, left };
  }

  async contents(objects: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    if (objects.length === 0) return texts;
    const bytes = await this.#whole(["cat-file", "--batch"], `${objects.join("\n")}\n`);
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(10, at);
      if (end < 0) break;
      const [object = "", kind, size] = bytes.subarray(at, end).toString("latin1").split(" ");
      at = end + 1;
      if (kind !== "blob") continue;
      texts.set(object, decoded(bytes.subarray(at, at + Number(size))));
      at += Number(size) + 1;
    }
    return texts;
  }

  async text(args: readonly string[]): Promise<string> {
    return (await this.#whole(args)).toString("utf8");
  }

  /** Returns "" if git fails. */
  async query(args: readonly string[]): Promise<string> {
    const { bytes, code } = await this.#run(args);
    return code === 0 ? bytes.toString("utf8") : "";
  }

  async #whole(args: readonly string[], stdin?: string): Promise<Buffer> {
    const { bytes, code } = await this.#run(args, stdin);
    if (code === 0) return bytes;
    throw new JigError("COMMAND_FAILED", `git ${args[0]} exited with exit code ${code}`, {
      hint: "Objects of the commit may be missing in this clone: run git fsck, or fetch them",
    });
  }

  async #run(args: readonly string[], stdin?: string): Promise<{ bytes: Buffer; code: number | null }> {
    const { signal } = this.#context;
    const request = { ...safeGit(args), cwd: this.#root.path, signal, ...(stdin === undefined ? {} : { stdin }) };
    const running = await this.#context.run(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of running.stdout) chunks.push(chunk);
    const { code } = await running.exit;
    signal.throwIfAborted();
    return { bytes: Buffer.concat(chunks), code };
  }

  #versionsIn(list: string, entry: RegExp): Map<string, Version> {
    return new Map(
      list.split("\0").flatMap((line): [string, Version][] => {
        const [, object, path] = entry.exec(line) ?? [];
        return object !== undefined && path !== undefined && this.#isSource(path) ? [[path, { object }]] : [];
      }),
    );
  }
}
