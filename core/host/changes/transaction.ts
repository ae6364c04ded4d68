/**
 * Changes several files, either all of them or none. The tree is not touched until the journal says "committing". From then on,
 * the journal and the stored contents are sufficient to finish or to revert the work. When it says "reverting", the work can
 * only be reverted.
 */

import { accessSync, constants, rmSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { ContentStore } from "./content-store.ts";
import {
  type FileState,
  findFile,
  inFolderOf,
  moveInto,
  newToken,
  openForSync,
  type Place,
  stampAt,
  syncAll,
  writeNew,
} from "./files-on-disk.ts";
import { READ_ONLY, refusal, stepFaults } from "./step-faults.ts";

/** One file with the hashes of its old and new content. A missing hash means that there is no file. */
export interface Step extends Place {
  /** The path in its printed form. */
  shown: string;
  before?: string;
  after?: string;
  /** The mode of the new file. By default it is that of the file it replaces. */
  mode?: number;
}

export interface Journal {
  state: "preparing" | "committing" | "reverting";
  steps: Step[];
  /** A part of the names of temporary files. */
  token: string;
}

export interface Work {
  steps: readonly Step[];
  contents: ContentStore;
  /** Writes the whole journal to disk with a sync. */
  record(journal: Journal): void;
  /** Called regularly, and always before the tree is touched. It throws if another process has taken over. */
  check(): void;
  slice: TimeSlice;
  undoes: boolean;
}

/** The number of files that are open at the same time for fsync. */
const SYNC_BATCH = 64;

/**
 * Applies the steps, for which all contents must be in the store. Throws CHANGE_REFUSED with the names of files, or else a
 * system error. In both cases, every file has its old content again.
 */
export async function runSteps(work: Work): Promise<void> {
  const { steps, contents, record, check, slice, undoes } = work;
  const found = await verify(steps, slice, undoes);
  const token = newToken();
  const journal: Journal = { state: "preparing", steps: [...steps], token };
  record(journal);
  try {
    for (const [index, step] of steps.entries()) {
      check();
      writeTemporary(step, index, token, contents, found[index]);
      await slice.check();
    }
    await syncTemporaries(steps, token);
    check();
  } catch (error) {
    const [unreached] = removeTemporaries(steps, token);
    if (unreached !== undefined) throw unsettledError(error, unreached);
    throw error;
  }
  record({ ...journal, state: "committing" });
  const done: Step[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      done.push(step);
      put(step, index, token, found[index]);
      await slice.check();
    }
    await syncFolders(steps);
  } catch (error) {
    const [unreached] = removeTemporaries(steps, token);
    // If another process has taken over, everything is left to that process.
    check();
    recordReverting(journal, record);
    await takeBack(done, contents, slice).catch((second) => {
      throw unsettledError(error, second);
    });
    if (unreached === undefined) throw error;
    // Everything is restored, so the next start only has to remove temporary files.
    record(journal);
    throw unsettledError(error, unreached);
  }
}

/** We are about to report a failure, so a later start must not finish the work after all. */
function recordReverting(journal: Journal, record: Work["record"]): void {
  try {
    record({ ...journal, state: "reverting" });
  } catch {
    // Restoring works even if the disk is full.
  }
}

function unsettledError(first: unknown, second: unknown): JigError {
  const [why, whyNot] = [toJigError(first).message, toJigError(second).message];
  return new JigError("UNAVAILABLE", `${why}; and not every file could be restored: ${whyNot}`, {
    hint: "jig tries again whenever it starts in this workspace",
    details: { unsettled: true },
    cause: first,
  });
}

/** Returns true if some files have old content and some have new content. */
export function isUnsettled(error: unknown): boolean {
  return error instanceof JigError && error.details?.unsettled === true;
}

/**
 * Verifies that the file of every step is in the expected state.
 * @throws CHANGE_REFUSED, listing all files that differ
 */
async function verify(steps: readonly Step[], slice: TimeSlice, undoes: boolean): Promise<(FileState | undefined)[]> {
  const found: (FileState | undefined)[] = [];
  const faults = stepFaults(undoes);
  for (const step of steps) {
    const there = faults.guard(step.shown, () => {
      accessSync(dirname(step.path), constants.W_OK);
      return stateOf(step);
    });
    if (there?.hash !== step.before) faults.add(step.shown, there, step.before);
    else if (there && isReadOnly(there, step)) faults.add(step.shown, READ_ONLY);
    found.push(there);
    await slice.check();
  }
  faults.throwAny();
  return found;
}

function isReadOnly({ mode }: FileState, { path }: Step): boolean {
  if ((mode & 0o200) === 0) return true;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function temporaryName(name: string, index: number, token: string): string {
  return `.${name.slice(0, 60)}.${token}.${index}.tmp`;
}

function writeTemporary(
  step: Step,
  index: number,
  token: string,
  contents: ContentStore,
  old: FileState | undefined,
): void {
  if (step.after === undefined) return;
  const bytes = contents.read(step.after);
  inFolderOf(step, (at, name) =>
    writeNew(at(temporaryName(name, index, token)), bytes, { mode: step.mode ?? old?.mode, owner: old?.owner }),
  );
}

/** Moves the new content of a file to its place, which is a single operation of the file system. */
function put(step: Step, index: number, token: string, old: FileState | undefined): void {
  inFolderOf(step, (at, name) => {
    const file = at(name);
    if (stampAt(file) !== old?.stamp)
      throw refusal(new Map([["was changed while the plan was applied", [step.shown]]]), false);
    if (step.after === undefined) rmSync(file);
    else moveInto(at(temporaryName(name, index, token)), file, old === undefined);
  });
}

/** Returns errors for folders that can't be reached. They may still contain temporary files. */
function removeTemporaries(steps: readonly Step[], token: string): unknown[] {
  const unreached: unknown[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.after === undefined) continue;
    try {
      inFolderOf(step, (at, name) => rmSync(at(temporaryName(name, index, token)), { force: true }));
    } catch (error) {
      unreached.push(error);
    }
  }
  return unreached;
}

async function syncTemporaries(steps: readonly Step[], token: string): Promise<void> {
  const written = steps.entries().filter(([, { after }]) => after !== undefined);
  const paths = [...written].map(([index, step]) => [step, index] as const);
  for (let at = 0; at < paths.length; at += SYNC_BATCH) {
    const batch = paths.slice(at, at + SYNC_BATCH);
    const open = ([step, index]: (typeof paths)[number]) =>
      inFolderOf(step, (file, name) => openForSync(file(temporaryName(name, index, token))));
    await syncAll(batch.map(open));
  }
}

async function syncFolders(steps: readonly Step[]): Promise<void> {
  const folders = [...new Map(steps.map((step) => [dirname(step.path), step])).values()];
  for (let at = 0; at < folders.length; at += SYNC_BATCH)
    await syncAll(folders.slice(at, at + SYNC_BATCH).map((step) => inFolderOf(step, (file) => openForSync(file("")))));
}

/** Restores all files that already have their new content. It doesn't stop at an error, and throws the first one at the end. */
async function takeBack(steps: readonly Step[], contents: ContentStore, slice: TimeSlice): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      const there = stateOf(step);
      if (there?.hash === step.after && step.after !== step.before) replace(step, step.before, contents, there);
    } catch (error) {
      failures.push(error);
    }
    await slice.check();
  }
  if (failures.length > 0) throw failures[0];
}

/** Restores a single file from the stored contents. */
function replace(step: Step, content: string | undefined, contents: ContentStore, there: FileState | undefined): void {
  const bytes = content === undefined ? undefined : contents.read(content);
  inFolderOf(step, (at, name) => {
    if (bytes === undefined) return rmSync(at(name), { force: true });
    const temporary = at(`.${name.slice(0, 60)}.${newToken()}.tmp`);
    writeNew(temporary, bytes, { mode: step.mode ?? there?.mode, owner: there?.owner });
    moveInto(temporary, at(name), there === undefined);
  });
}

/** The result of settling. `changed` lists the files that another program has modified in the meantime. */
export interface Settled {
  as: "before" | "after";
  changed: string[];
}

/**
 * Finishes the work if each file has either its old or its new content. Otherwise, or if reverting has already begun, it
 * reverts the work. If neither is possible, or if a file can't be read, it reverts as much as possible and throws. A later
 * start settles the rest.
 */
export async function settle(journal: Journal, contents: ContentStore, slice: TimeSlice): Promise<Settled> {
  const { state, steps, token } = journal;
  const unreached = removeTemporaries(steps, token);
  if (state === "preparing") {
    const hidden = unreached.find((error) => !isGone(error));
    if (hidden !== undefined) throw hidden;
    return { as: "before", changed: [] };
  }
  const changed: string[] = [];
  const unseen = new Map<string, unknown>();
  const left: [Step, FileState | undefined][] = [];
  for (const step of steps) {
    const there = tryFind(step, (error) => unseen.set(step.shown, error));
    if (unseen.has(step.shown)) continue;
    if (there === "gone" || (there?.hash !== step.before && there?.hash !== step.after)) changed.push(step.shown);
    else if (there?.hash !== step.after) left.push([step, there]);
    await slice.check();
  }
  if (state === "committing" && changed.length === 0 && unseen.size === 0) {
    try {
      for (const [step, there] of left) {
        replace(step, step.after, contents, there);
        await slice.check();
      }
      await syncFolders(steps);
      return { as: "after", changed };
    } catch {
      // The disk is full or a file can't be written any more, so the work is reverted.
    }
  }
  await takeBack(
    steps.filter(({ shown }) => !changed.includes(shown) && !unseen.has(shown)),
    contents,
    slice,
  );
  for (const error of unseen.values()) throw error;
  return { as: "before", changed };
}

/** Returns the state of a file without its bytes, because not all files fit into memory. */
function stateOf(step: Step): FileState | undefined {
  const found = findFile(step);
  if (!found) return undefined;
  const { bytes: _, ...state } = found;
  return state;
}

/**
 * `unseen` is called for files that may exist but can't be read, because the folder was replaced by a link or is not
 * accessible.
 */
function tryFind(step: Step, unseen: (error: unknown) => void): FileState | undefined | "gone" {
  try {
    return stateOf(step);
  } catch (error) {
    if (!isGone(error)) unseen(error);
    return "gone";
  }
}

/** Returns true if the folder does not exist, or if the path is not a file. */
function isGone(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || (error instanceof JigError && error.code === "NOT_A_FILE");
}
