/** Prepares a proposed plan for storage by checking paths, reading each file once, sorting edits and computing the diff. */
import type { FileChange, FileDiff, Hunk, Plan, PlanNote, TextEdit } from "../contract/changes.ts";
import type { ResolvedPath, ResolveOptions, Root } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { rootOf } from "../workspace/path-rules.ts";
import { hashOf, openText, withNewline } from "./editable-text.ts";
import { applyEdits, editsTo, orderedEdits } from "./edits.ts";
import { type Found, findFile } from "./files-on-disk.ts";
import { deletedFileHunk, type FileHunk, hunksOf, newFileHunk } from "./hunks.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NAMED = 5;
/** A hint for names that are taken. */
const OLD_TEXT = "To replace its text, give its `hash`, as changes.read returns it; for a new file choose another path";
const OTHER_NAME = "Choose another name, or rename or delete that file in the same plan";

/** A file in a stored plan, which has both its absolute real path and the one to print. */
export interface PlannedFile {
  path: string;
  shown: string;
  root: string;
  /** The new location. */
  to?: { path: string; shown: string; root: string; runsLater?: true };
  /** True for a place whose content runs later. The plan may change it, because the call named it. */
  runsLater?: true;
  /** The hash of the bytes. It is not set for a new file. */
  before?: string;
  mode?: number;
  why?: string;
  isDeleted?: true;
  edits: TextEdit[];
  /** The text of a new file. */
  text?: string;
  hunks: PlannedHunk[];
}

/** `edits` contains indexes into the edits of the file. A hunk that renames, creates or deletes the file has none. */
export interface PlannedHunk extends Hunk {
  edits: number[];
  moves?: true;
}

export interface PreparedPlan {
  title: string;
  files: PlannedFile[];
  untouched: PlanNote[];
  /** The same as `Plan.recheck`. */
  recheck?: JsonObject;
}

export interface PlanRules {
  roots: readonly Root[];
  resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath>;
  /** Throws if plans may not change this file. It returns true if they may but the content of the file runs later. */
  permit(file: ResolvedPath): boolean | Promise<boolean>;
  /** True if a plan that changes nothing isn't refused. */
  mayBeEmpty?: boolean;
}

/**
 * Converts a proposed plan to the form in which it is stored. Every file is read once, and if any part of the plan is refused,
 * all of it is.
 * @throws CHANGE_REFUSED, INVALID_ARGUMENT, ENCODING, and everything from `resolve` or `permit`
 */
export async function preparePlan(plan: Plan, rules: PlanRules): Promise<PreparedPlan> {
  refuseConflicts(plan);
  const slice = new TimeSlice();
  const files: PlannedFile[] = [];
  for (const change of plan.files) {
    const file = await plannedFile(change, rules);
    if (file) files.push(file);
    await slice.check();
  }
  refuseCollisions(files);
  if (files.length === 0 && !rules.mayBeEmpty) {
    throw new JigError("CHANGE_REFUSED", "The plan changes nothing: every file already has that text and name");
  }
  let number = 0;
  for (const file of files) for (const hunk of file.hunks) hunk.hunk = ++number;
  const { title, untouched = [], recheck } = plan;
  return { title, files, untouched: [...untouched], ...(recheck && { recheck }) };
}

/**
 * Refuses a plan that has any conflicts.
 * @throws CHANGE_REFUSED
 */
function refuseConflicts({ title, conflicts = [] }: Plan): void {
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, MAX_NAMED).map(({ path, line, why }) => {
    return path === undefined ? why : `${path}${line === undefined ? "" : `:${line}`}: ${why}`;
  });
  const more = conflicts.length - named.length;
  const all = named.join("; ") + (more > 0 ? `; and ${more} more` : "");
  throw new JigError("CHANGE_REFUSED", `Not planned (${title}): ${all}`, {
    hint: "Nothing was changed. Resolve these places first, then try again",
    details: { conflicts },
  });
}

async function plannedFile(change: FileChange, rules: PlanRules): Promise<PlannedFile | undefined> {
  const isNew = change.hash === undefined && change.text !== undefined;
  const place = await placeOf(change.path, rules, isNew ? "new" : "file");
  const file = { ...place, ...(change.why !== undefined && { why: change.why }) };
  const found = findFile(place);
  if (isNew) {
    if (found) throw refused(place.shown, "already exists", OLD_TEXT);
    const text = withNewline(change.text ?? "", "\n");
    return { ...file, edits: [], text, hunks: [numbered(newFileHunk(text), true)] };
  }
  if (!found) throw refused(place.shown, "is gone");
  if (found.bytes.length > MAX_BYTES) {
    throw new JigError(
      "LIMIT_EXCEEDED",
      `${place.shown} has ${found.bytes.length} bytes, but at most ${MAX_BYTES} can be edited`,
    );
  }
  const { hash: before, mode } = found;
  const opened = openedOf(change, found, place.shown);
  if (change.delete) {
    const hunks = [numbered(deletedFileHunk(opened?.text), true)];
    return { ...file, before, mode, isDeleted: true, edits: [], hunks };
  }
  const edits = opened ? editsOf(change, opened) : [];
  const hunks = opened ? hunksOf(opened.text, edits).map((hunk) => numbered(hunk)) : [];
  const to = change.renameTo === undefined ? undefined : await placeOf(change.renameTo, rules, "new");
  const isMoved = to !== undefined && to.path !== place.path;
  if (opened && edits.length > 0) opened.encode(applyEdits(opened.text, edits));
  if (hunks.length === 0 && !isMoved) return undefined;
  if (!isMoved) return { ...file, before, mode, edits, hunks };
  const move = {
    line: 1,
    text: `rename from ${place.shown}\nrename to ${to.shown}`,
    insertions: 0,
    deletions: 0,
    edits: [],
  };
  return { ...file, to, before, mode, edits, hunks: [numbered(move, true), ...hunks] };
}

type Opened = ReturnType<typeof openText>;

/** Returns the current text if there is one. It throws if the change was based on a different text. */
function openedOf({ hash, edits, text }: FileChange, { bytes }: Found, shown: string): Opened | undefined {
  let opened: Opened | undefined;
  try {
    opened = openText(bytes, shown);
  } catch (error) {
    if (hash !== undefined || edits !== undefined || text !== undefined) throw error;
  }
  if (hash !== undefined && opened && hash !== hashOf(opened.text)) {
    const form = hashedForm(hash, bytes, opened.text);
    if (form === undefined) throw refused(shown, "was changed since it was read");
    throw new JigError("CHANGE_REFUSED", `Not planned: the hash of ${shown} is that of ${form}`, { hint: HASHED });
  }
  return opened;
}

/**
 * If the file is unchanged and only its hash has another form, this returns that form. The positions of the edits may then be
 * wrong because of the BOM or the line endings.
 */
function hashedForm(hash: string, bytes: Uint8Array, text: string): string | undefined {
  const lines = text.replaceAll("\r\n", "\n");
  if (hash === hashOf(bytes)) return "its bytes";
  if (hash === hashOf(`\ufeff${text}`)) return "its text with the byte order mark";
  return hash === hashOf(lines) || hash === hashOf(`\ufeff${lines}`) ? "its text with other line endings" : undefined;
}

function editsOf({ edits, text, path }: FileChange, opened: Opened): TextEdit[] {
  if (text !== undefined) return editsTo(opened.text, text, opened.newline);
  return orderedEdits(opened.text, edits ?? [], opened.newline, path);
}

function numbered(hunk: FileHunk, moves = false): PlannedHunk {
  return { hunk: 0, ...hunk, ...(moves && { moves }) };
}

async function placeOf(written: string, { roots, resolve, permit }: PlanRules, expect: "file" | "new") {
  const found = await resolve(written, { expect });
  const root = rootOf(roots, found.absolute);
  if (!root) {
    throw new JigError("PATH_OUTSIDE", `${JSON.stringify(written)} is not in any workspace root`, {
      hint: "Only files in the workspace can be changed",
    });
  }
  const runsLater = await permit(found);
  return { path: found.absolute, shown: found.display, root: root.path, ...(runsLater && { runsLater }) };
}

/** Refuses two changes to the same file, and new names that are taken already. */
function refuseCollisions(files: readonly PlannedFile[]): void {
  const byPath = new Map<string, PlannedFile>();
  const targets = new Set<string>();
  for (const file of files) {
    if (byPath.has(file.path)) throw refused(file.shown, "is in the plan twice");
    byPath.set(file.path, file);
  }
  for (const { to } of files) {
    if (!to) continue;
    if (targets.has(to.path)) throw refused(to.shown, "would be the new name of two files");
    targets.add(to.path);
    const other = byPath.get(to.path);
    const isFreed = other !== undefined && (other.to !== undefined || other.isDeleted === true);
    if (other ? !isFreed : findFile(to) !== undefined) throw refused(to.shown, "already exists", OTHER_NAME);
  }
}

const HASHED =
  "It must be the SHA-256 of its text in UTF-8, without byte order mark, with its own line endings; edits count in that text";
const READ_AGAIN = "Nothing was changed. Read the files again and make a new plan";

function refused(shown: string, what: string, hint = READ_AGAIN): JigError {
  return new JigError("CHANGE_REFUSED", `Not planned: ${shown} ${what}`, {
    hint,
    details: { files: [{ path: shown, reason: what }] },
  });
}

export function diffOf(files: readonly PlannedFile[]): FileDiff[] {
  return files.map(({ shown, to, before, isDeleted, why, hunks }) => ({
    path: shown,
    ...(to && { to: to.shown }),
    ...(isDeleted ? { kind: "deleted" as const } : before === undefined ? { kind: "new" as const } : {}),
    ...(why !== undefined && { why }),
    insertions: sum(hunks.map(({ insertions }) => insertions)),
    deletions: sum(hunks.map(({ deletions }) => deletions)),
    hunks: hunks.map(({ hunk, line, text, insertions, deletions }) => ({ hunk, line, text, insertions, deletions })),
  }));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
