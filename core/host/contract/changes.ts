/** Describes changes of files as data. Tools only plan changes, while the host stores, shows, applies and undoes them. */
import type { JsonObject, Outcome } from "./outcome.ts";

/**
 * Replaces the text from `start` to `end`, in UTF-16 units of the original text. The line endings in `text` don't matter,
 * because they are converted to those of the file.
 */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** A change to a single file, which can have edits, a new text or a new name, or create or delete the file. */
export interface FileChange {
  path: string;
  /**
   * The `hash` of the text that the change is based on. It may only be left out if the file is just created, renamed or
   * deleted.
   */
  hash?: string;
  /** The edits can be in any order, but must not overlap. */
  edits?: readonly TextEdit[];
  /**
   * The complete new text, instead of `edits`. Line endings and the final newline follow the file. This creates the file if
   * there is no `hash`.
   */
  text?: string;
  /** The new path, which must be free or become free by the same plan. */
  renameTo?: string;
  delete?: boolean;
  /** A reason that is shown to the user. */
  why?: string;
}

/** A place that a plan mentions. */
export interface PlanNote {
  /** A full sentence that says why this place blocks the plan, or why it is left alone. */
  why: string;
  path?: string;
  line?: number;
  column?: number;
  /** The line of the source. */
  text?: string;
}

/** A complete change. Nothing is written until it is applied. */
export interface Plan {
  /** A sentence such as `Rename Health to Vitality`. */
  title: string;
  files: readonly FileChange[];
  /** If there are any conflicts the plan is refused, and the result lists all of them. */
  conflicts?: readonly PlanNote[];
  /** Places that were found but are left unchanged. */
  untouched?: readonly PlanNote[];
  /**
   * The arguments for another, read-only call of the tool before the plan is applied or undone later. If that call fails, no
   * file is changed.
   */
  recheck?: JsonObject;
}

/** A file to edit. The `text` has no BOM and keeps the line endings of the file. */
export interface EditableText {
  text: string;
  /** The value for `FileChange.hash`. */
  hash: string;
}

/** For tools that change files. They can read and plan, while applying is left to the host. */
export interface Changes {
  /** @throws the errors of reading a file, and ENCODING if it could not be written back byte for byte */
  read(path: string): Promise<EditableText>;
  /**
   * Checks and stores a plan, and returns the result of the tool (the diff and its counts). With `apply` it is applied
   * immediately. @throws CHANGE_REFUSED on conflicts, or if a file has changed or may not be changed
   */
  propose(plan: Plan): Promise<Outcome>;
}

/**
 * `interrupted` means that jig was killed while it applied the plan, and that another program changed one of the files before
 * jig could finish.
 */
export const PLAN_STATES = ["planned", "applied", "undone", "interrupted"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A hunk of a diff, which consists of adjacent lines that change and their context. */
export interface Hunk {
  /** The 1-based number, counted across all files of the plan. */
  hunk: number;
  /** The first line that is shown, with its number before the change. */
  line: number;
  /** A unified diff starting at `@@`, or a sentence if the file is only moved or deleted. */
  text: string;
  insertions: number;
  deletions: number;
}

export interface FileDiff {
  path: string;
  /** The new path. */
  to?: string;
  /** Not set if the file is only edited. */
  kind?: "new" | "deleted";
  why?: string;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
}

/** The summary of a plan, which is used in a list of plans. */
export interface PlanSummary {
  plan: string;
  title: string;
  state: PlanState;
  /** The tool that planned it. */
  tool: string;
  /** The time at which it was planned, applied or undone, in milliseconds since 1970. */
  at: number;
  files_changed: number;
  insertions: number;
  deletions: number;
  /** The hunks that were applied. It is missing if all of them were. */
  applied_hunks?: number[];
  /** Set if jig was killed in the middle of the work, and the next start had to finish or revert it. */
  note?: string;
}

export interface PlanDetails extends PlanSummary {
  diff: FileDiff[];
  untouched: PlanNote[];
}

/** A part of a plan, which consists of whole files or of hunks by number. If both are left out, everything is selected. */
export interface PlanSelection {
  files?: readonly string[];
  hunks?: readonly number[];
}

/** The plans of this workspace. `last` is the one that was planned, applied or undone most recently. @throws PLAN_NOT_FOUND */
export interface PlanLog {
  list(): Promise<PlanSummary[]>;
  show(plan: string): Promise<PlanDetails>;
  /** Applies everything or nothing. @throws CHANGE_REFUSED, or PERMISSION_DENIED under `--read-only` */
  apply(plan: string, selection?: PlanSelection): Promise<PlanDetails>;
  /** The rules are the same as for `apply`. */
  undo(plan: string): Promise<PlanDetails>;
}
