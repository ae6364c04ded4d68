/** Converts the selected part of a plan to files with their old and new content. */
import { relative } from "node:path";
import type { PlanSelection } from "../contract/changes.ts";
import { JigError } from "../contract/errors.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { placeOf } from "../workspace/places-of-git.ts";
import type { ContentStore } from "./content-store.ts";
import { openText } from "./editable-text.ts";
import { applyEdits } from "./edits.ts";
import { type Found, findFile } from "./files-on-disk.ts";
import type { PlannedFile, PlannedHunk } from "./prepare-plan.ts";
import { stepFaults } from "./step-faults.ts";
import type { Step } from "./transaction.ts";

/**
 * Returns the numbers of the selected hunks. If nothing was selected explicitly, this returns undefined, which means all of
 * them.
 * @throws INVALID_ARGUMENT for a file or hunk that is not part of the plan
 */
export function chosenHunks(
  files: readonly PlannedFile[],
  { files: names, hunks }: PlanSelection,
): number[] | undefined {
  if (names === undefined && hunks === undefined) return undefined;
  const chosen = new Set<number>();
  for (const name of names ?? []) {
    const file = files.find(({ path, shown, to }) => [path, shown, to?.path, to?.shown].includes(name));
    if (!file)
      throw unknown(
        `the file ${JSON.stringify(name)}`,
        files
          .map(({ shown }) => shown)
          .slice(0, 20)
          .join(", "),
      );
    for (const { hunk } of file.hunks) chosen.add(hunk);
  }
  const all = files.flatMap((file) => file.hunks.map(({ hunk }) => hunk));
  for (const hunk of hunks ?? []) {
    if (!all.includes(hunk)) throw unknown(`the hunk ${hunk}`, `1 to ${all.length}`);
    chosen.add(hunk);
  }
  if (chosen.size === 0) throw new JigError("INVALID_ARGUMENT", "No file or hunk of the plan is selected");
  return chosen.size === all.length ? undefined : [...chosen].sort((a, b) => a - b);
}

/** Git settings or a new repository may have made the file protected after the plan was made. */
function runsLater({ path, root }: { path: string; root: string }): boolean {
  return placeOf({ relative: relative(root, path), absolute: path, root: { path: root } }) !== undefined;
}

function unknown(what: string, there: string): JigError {
  return new JigError("INVALID_ARGUMENT", `The plan does not have ${what}`, { hint: `It has ${there}` });
}

/** Adds all old and new contents to the store. @throws CHANGE_REFUSED if a file isn't in the state that the plan is based on */
export async function stepsOf(
  files: readonly PlannedFile[],
  hunks: readonly number[] | undefined,
  contents: ContentStore,
  slice: TimeSlice,
): Promise<Step[]> {
  const steps = new Map<string, Step>();
  const faults = stepFaults();
  for (const file of files) {
    const chosen = hunks ? file.hunks.filter(({ hunk }) => hunks.includes(hunk)) : file.hunks;
    if (chosen.length === 0) continue;
    const { path, root, shown, before, mode } = file;
    for (const each of [file, ...(file.to ? [file.to] : [])])
      if (!each.runsLater && runsLater(each)) faults.add(each.shown, "became a file that other programs run later");
    const there = faults.guard(shown, () => findFile({ path, root }));
    if (there?.hash !== before) {
      faults.add(shown, there, before);
      continue;
    }
    if (there) contents.add(there.bytes);
    const after = contentAfter(file, chosen, there);
    const to = file.to && chosen.some(({ moves }) => moves) ? file.to : { path, root, shown };
    // A file may take over the name of another one, but each path still has a single step.
    if (to.path !== path || file.isDeleted) {
      const freed = steps.get(path);
      steps.set(path, { path, root, shown, ...modeOf(mode), ...freed, ...(before !== undefined && { before }) });
    }
    if (after !== undefined) {
      const taken = steps.get(to.path);
      const old = taken?.before ?? (to.path === path ? before : undefined);
      const step: Step = {
        ...to,
        ...(old !== undefined && { before: old }),
        after: contents.add(after),
        ...modeOf(mode),
      };
      steps.set(to.path, step);
    }
    await slice.check();
  }
  faults.throwAny();
  return [...steps.values()];
}

function modeOf(mode: number | undefined): Pick<Step, "mode"> {
  return mode === undefined ? {} : { mode };
}

function contentAfter(
  file: PlannedFile,
  chosen: readonly PlannedHunk[],
  there: Found | undefined,
): Uint8Array | undefined {
  if (file.isDeleted) return undefined;
  if (!there) return Buffer.from(file.text ?? "");
  const wanted = new Set(chosen.flatMap(({ edits }) => edits));
  if (wanted.size === 0) return there.bytes;
  const { text, encode } = openText(there.bytes, file.shown);
  return encode(
    applyEdits(
      text,
      file.edits.filter((_, index) => wanted.has(index)),
    ),
  );
}

export function inverse(steps: readonly Step[]): Step[] {
  return steps.map(({ before, after, ...step }) => ({
    ...step,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  }));
}
