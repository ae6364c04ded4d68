/** Turns the arguments of a listing into conditions on entries. */
import { JigError } from "../../../core/host/plugin-api.ts";
import { LONGEST_QUERY, refuseLong, refuseNul } from "../arguments/argument-limits.ts";
import { parseFileSize } from "../arguments/file-size.ts";
import type { ListInput } from "./input.ts";
import { decodeCursor, type SavedPosition, type SortKey } from "./sort.ts";

/** The conditions by which a worker thread filters entries. They can be sent in a message. */
export interface ListRequest {
  types: string[];
  /** The extensions in lowercase, including the dot. */
  extensions: string[];
  exclude: string[];
  depth: number;
  minDepth: number;
  sizes: { low: number; high: number }[];
  /** A time in ms since the epoch. */
  changedAfter: number;
  changedBefore: number;
  hidden: boolean;
  followSymlinks: boolean;
  pattern: ListPattern | undefined;
  sort: "path" | "size" | "time";
  /** The last entry of the previous page. */
  after: (SortKey & { saved?: SavedPosition }) | undefined;
}

/** A filter by name, which is either a glob or a regular expression. */
export interface ListPattern {
  text: string;
  glob: boolean;
  /** True if paths relative to the workspace root should be matched instead of names. */
  fullPath: boolean;
  /** True if matching directories should be listed but not entered. */
  prune: boolean;
}

const MILLISECONDS: [unit: RegExp, ms: number][] = [
  [/^s(ec(ond)?s?)?$/, 1000],
  [/^m(in(ute)?s?)?$/, 60_000],
  [/^h((ou)?rs?)?$/, 3_600_000],
  [/^d(ays?)?$/, 86_400_000],
  [/^w(eeks?)?$/, 7 * 86_400_000],
  [/^months?$/, 30 * 86_400_000],
  [/^y(ears?)?$/, 365 * 86_400_000],
];

/**
 * Converts the arguments. @param now ms since the epoch
 * @throws INVALID_ARGUMENT
 */
export function toListRequest(input: ListInput & { cursor?: string }, now: number): ListRequest {
  if (input.roots?.length === 0) {
    throw new JigError("INVALID_ARGUMENT", "roots is empty", { hint: "Omit it to list the workspace" });
  }
  if (input.suppress_output && input.output_file === undefined) {
    throw new JigError("INVALID_ARGUMENT", "suppress_output needs output_file", {
      hint: "Name the file to save the list to",
    });
  }
  refuseLong("pattern", input.pattern ?? "", LONGEST_QUERY);
  refuseNul("pattern", input.pattern);
  return {
    types: input.types ?? [],
    extensions: (input.extensions ?? []).map((ending) => `.${ending.replace(/^\./, "").toLowerCase()}`),
    exclude: input.exclude ?? [],
    depth: input.depth ?? Number.MAX_SAFE_INTEGER,
    minDepth: input.min_depth ?? 1,
    sizes: (input.size ?? []).map(sizeRange),
    changedAfter: input.changed_within === undefined ? Number.NEGATIVE_INFINITY : moment(input.changed_within, now),
    changedBefore: input.changed_before === undefined ? Number.POSITIVE_INFINITY : moment(input.changed_before, now),
    hidden: input.hidden ?? false,
    followSymlinks: input.follow_symlinks ?? false,
    pattern: input.pattern ? patternOf(input.pattern, input) : undefined,
    sort: input.sort ?? "path",
    after: input.cursor === undefined ? undefined : decodeCursor(input.cursor, input.sort ?? "path"),
  };
}

function patternOf(
  text: string,
  { glob = false, full_path_match: fullPath = false, prune = false }: ListInput,
): ListPattern {
  return { text, glob, fullPath, prune };
}

function sizeRange(size: string): { low: number; high: number } {
  const sign = /^[+-]/.exec(size)?.[0];
  const bytes = parseFileSize(sign ? size.slice(1) : size);
  if (sign === "+") return { low: bytes, high: Number.POSITIVE_INFINITY };
  return sign === "-" ? { low: 0, high: bytes } : { low: bytes, high: bytes };
}

/** Parses either a date in local time or a duration before `now`. */
function moment(text: string, now: number): number {
  const duration = /^(\d{1,9})\s*([a-z]+)$/i.exec(text.trim());
  const unit = duration && MILLISECONDS.find(([names]) => names.test(duration[2]!.toLowerCase()))?.[1];
  if (duration && unit) return now - Number(duration[1]) * unit;
  const dated = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/.test(text.trim());
  // JavaScript assumes UTC for a date without a time of day.
  const date = dated ? Date.parse(`${text.trim().replace(" ", "T")}${text.includes(":") ? "" : "T00:00"}`) : Number.NaN;
  if (Number.isNaN(date)) {
    throw new JigError("INVALID_ARGUMENT", `"${text}" is neither a duration nor a date`, {
      hint: "Write 30min, 2h, 3days, 1week or a date such as 2026-01-31",
    });
  }
  return date;
}
