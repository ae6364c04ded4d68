/** File changes as data. Tools plan changes, and the host stores, shows, applies and undoes them. */
import type { JsonObject, Outcome } from "./outcome.ts";

/** Replaces the text from `start` up to `end`, in UTF-16 units of the original text. Line ends in `text` are converted to those of the file. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** A change of one file: edits, new text, a new name, a new file, or a deletion. */
export interface FileChange {
  path: string;
  /** `hash` of the text that the change was made against. Required unless the file is only created, renamed or deleted. */
  hash?: string;
  /** In any order, but without overlaps. */
  edits?: readonly TextEdit[];
  /**
   * The complete new text, as an alternative to `edits`. Line ends and the final newline are adapted to the file. Without `hash`,
   * the file is new.
   */
  text?: string;
  /** The file's new path. It has to be free, or become free through the same plan. */
  renameTo?: string;
  delete?: boolean;
  /** A sentence for the user. */
  why?: string;
}

/** A place mentioned by a plan. */
export interface PlanNote {
  /** A sentence that says why this place prevents the plan, or why it is left unchanged. */
  why: string;
  path?: string;
  line?: number;
  column?: number;
  /** The source line. */
  text?: string;
}

/** A complete change. Nothing is written until it is applied. */
export interface Plan {
  /** A sentence: `Rename Health to Vitality`. */
  title: string;
  files: readonly FileChange[];
  /** If there are any conflicts, the plan is refused and the result lists them. */
  conflicts?: readonly PlanNote[];
  /** Places that were found but are left unchanged. */
  untouched?: readonly PlanNote[];
  /** Arguments for calling the same tool again, read-only, before a later apply or undo. If that fails, no file is changed. */
  recheck?: JsonObject;
}

/** A file to edit. `text` has no BOM and keeps the file's line ends. */
export interface EditableText {
  text: string;
  /** For `FileChange.hash`. */
  hash: string;
}

/** For tools that change files. They read and plan, and the host applies the changes. */
export interface Changes {
  /** Throws the errors of reading a file. Throws ENCODING if the file could not be written back byte for byte. */
  read(path: string): Promise<EditableText>;
  /**
   * Checks and stores a plan, and returns the tool's result: the diff and its counts. With `apply`, the plan is applied right away.
   * Throws CHANGE_REFUSED for conflicts, changed files, and files that must not be changed.
   */
  propose(plan: Plan): Promise<Outcome>;
}

/** The state of a plan. `interrupted` means that jig was killed while applying it, and that a file was changed before it could finish. */
export const PLAN_STATES = ["planned", "applied", "undone", "interrupted"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Adjacent changed lines with their context. */
export interface Hunk {
  /** Number from 1, counted over all files of the plan. */
  hunk: number;
  /** The first line that it shows, as numbered before the change. */
  line: number;
  /** Lines of a unified diff, starting with `@@`, or a sentence if the file is only moved or deleted. */
  text: string;
  insertions: number;
  deletions: number;
}

export interface FileDiff {
  path: string;
  /** Its new path. */
  to?: string;
  /** Absent if the file is only edited. */
  kind?: "new" | "deleted";
  why?: string;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
}

/** A stored plan in a list. */
export interface PlanSummary {
  plan: string;
  title: string;
  state: PlanState;
  /** The tool that planned it. */
  tool: string;
  /** When it was planned, applied or undone, in milliseconds since the epoch. */
  at: number;
  files_changed: number;
  insertions: number;
  deletions: number;
  /** The applied hunks, unless all of them were. */
  applied_hunks?: number[];
  /** Set if jig was killed during the work and the next start finished or reverted it. */
  note?: string;
}

export interface PlanDetails extends PlanSummary {
  diff: FileDiff[];
  untouched: PlanNote[];
}

/** The selected parts of a plan: whole files, or hunks by number. If neither is given, everything is selected. */
export interface PlanSelection {
  files?: readonly string[];
  hunks?: readonly number[];
}

/** The plans of this workspace. `last` is the one that was planned, applied or undone most recently. Throws PLAN_NOT_FOUND. */
export interface PlanLog {
  list(): Promise<PlanSummary[]>;
  show(plan: string): Promise<PlanDetails>;
  /** All or nothing. Throws CHANGE_REFUSED, and PERMISSION_DENIED under `--read-only`. */
  apply(plan: string, selection?: PlanSelection): Promise<PlanDetails>;
  /** Undoes a plan under the same rules. */
  undo(plan: string): Promise<PlanDetails>;
}
