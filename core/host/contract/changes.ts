/** File changes as data: a tool plans them, and the host stores, shows, applies and undoes them. */
import type { JsonObject, Outcome } from "./outcome.ts";

/** Replaces the text from `start` up to `end`, in UTF-16 units of the text that was read. Line ends of `text` become those of the file. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** The change of one file: edits, a new text, a new name, a new file, or a deletion. */
export interface FileChange {
  path: string;
  /** `hash` of the text that the change was made against. Required except for a new file, a new name or a deletion. */
  hash?: string;
  /** In any order. They must not overlap. */
  edits?: readonly TextEdit[];
  /** The whole new text, instead of `edits`. Line ends and the final newline are adapted to the file. Without `hash`, a new file. */
  text?: string;
  /** The file's new path. It must be free, or freed by the same plan. */
  renameTo?: string;
  delete?: boolean;
  /** A sentence for the user. */
  why?: string;
}

/** A place that a plan mentions. */
export interface PlanNote {
  /** A sentence: why the place prevents the plan, or why it is not changed. */
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
  /** Conflicts. If there are any, the plan is refused and the answer lists them. */
  conflicts?: readonly PlanNote[];
  /** Places that were found but are not changed. */
  untouched?: readonly PlanNote[];
  /** Arguments with which the same tool is called, read-only, before a later apply or undo. If that fails, no file is changed. */
  recheck?: JsonObject;
}

/** A file to edit. `text` has no BOM and keeps the file's line ends. */
export interface EditableText {
  text: string;
  /** For `FileChange.hash`. */
  hash: string;
}

/** For tools that change files: the tool reads and plans, and the host applies. */
export interface Changes {
  /** Throws the errors of reading a file, and ENCODING if the file could not be written back byte for byte. */
  read(path: string): Promise<EditableText>;
  /**
   * Checks and stores a plan, and returns the tool's answer: the diff and its counts. A call with `apply` applies it at once. Throws CHANGE_REFUSED for conflicts, changed files, and files that must not be changed.
   */
  propose(plan: Plan): Promise<Outcome>;
}

/** The state of a plan. `interrupted`: jig ended while it applied the plan, and a file was changed before it could finish. */
export const PLAN_STATES = ["planned", "applied", "undone", "interrupted"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Adjacent changed lines with context. */
export interface Hunk {
  /** Number from 1, counted over all files of the plan. */
  hunk: number;
  /** First line that it shows, before the change. */
  line: number;
  /** Lines of a unified diff, beginning with `@@`; a sentence for a file that is only moved or deleted. */
  text: string;
  insertions: number;
  deletions: number;
}

export interface FileDiff {
  path: string;
  /** Its new path. */
  to?: string;
  /** Absent for an edited file. */
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
  /** Applied hunks, if not all were. */
  applied_hunks?: number[];
  /** Set if jig was killed during the work, which the next start finished or reverted. */
  note?: string;
}

export interface PlanDetails extends PlanSummary {
  diff: FileDiff[];
  untouched: PlanNote[];
}

/** The selected parts of a plan: whole files, and hunks by number. If neither is given, all. */
export interface PlanSelection {
  files?: readonly string[];
  hunks?: readonly number[];
}

/** The plans of this workspace. `last` is the most recently planned, applied or undone one. Throws PLAN_NOT_FOUND. */
export interface PlanLog {
  list(): Promise<PlanSummary[]>;
  show(plan: string): Promise<PlanDetails>;
  /** All or nothing. Throws CHANGE_REFUSED, PERMISSION_DENIED under `--read-only`. */
  apply(plan: string, selection?: PlanSelection): Promise<PlanDetails>;
  /** Undoes a plan under the same rules. */
  undo(plan: string): Promise<PlanDetails>;
}
