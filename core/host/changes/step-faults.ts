/** Combines the reasons why files can't be changed into a single error. */
import { errorCode } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { FileState } from "./files-on-disk.ts";

/** The number of names to mention. All others are only counted. */
const MAX_NAMED = 10;

export const READ_ONLY = "is read-only";
const EXISTS = "already exists";

/** Creates a collector for faults. At the end, files with the same fault are mentioned together in a single error. */
export function stepFaults(undoes = false) {
  const faults = new Map<string, string[]>();
  const named = new Set<string>();
  const add = (shown: string, there: Pick<FileState, "hash"> | string | undefined, before?: string) => {
    const what = typeof there === "string" ? there : whatChanged(there, before);
    if (!named.has(shown)) faults.set(what, [...(faults.get(what) ?? []), shown]);
    named.add(shown);
  };
  return {
    /** Only the first fault of a file counts. */
    add,
    guard<Result>(shown: string, work: () => Result): Result | undefined {
      try {
        return work();
      } catch (error) {
        const code = errorCode(error);
        const isGone = code === "ENOENT" || code === "ENOTDIR";
        add(
          shown,
          isGone ? "is in a folder that no longer exists" : `cannot be changed (${toJigError(error).message})`,
        );
        return undefined;
      }
    },
    throwAny() {
      if (faults.size > 0) throw refusal(faults, undoes);
    },
  };
}

function whatChanged(there: Pick<FileState, "hash"> | undefined, before: string | undefined): string {
  if (!there) return "is gone";
  return before === undefined ? EXISTS : "was changed since the plan was made";
}

/** Returns a hint for a set of faults. It only suggests a new plan if files were modified, and never when a plan is undone. */
function hintFor(reasons: readonly string[], undoes: boolean): string {
  if (reasons.every((reason) => reason === READ_ONLY))
    return "Make it writable, or check it out of version control, and repeat the call";
  if (undoes) return "First undo the later changes, or revert the old change by hand";
  if (reasons.every((reason) => reason === EXISTS)) return "Move it, or make a plan for another path";
  return "Make a new plan from the current files";
}

export function refusal(faults: ReadonlyMap<string, string[]>, undoes: boolean): JigError {
  const sentences = [...faults].map(([what, files]) => {
    const more = files.length - MAX_NAMED;
    const named = files.slice(0, MAX_NAMED).join(", ");
    return files.length === 1
      ? `${named} ${what}`
      : `each of these ${what}: ${named}${more > 0 ? ` and ${more} more` : ""}`;
  });
  return new JigError("CHANGE_REFUSED", `Nothing was changed: ${sentences.join("; ")}`, {
    hint: hintFor([...faults.keys()], undoes),
    details: { files: [...faults].flatMap(([reason, files]) => files.map((path) => ({ path, reason }))) },
  });
}
