/** Changes of files as data: a tool plans them; the host keeps, shows, applies and undoes them. */
import type { JsonObject, Outcome } from "./outcome.ts";

/** Replaces the text from `start` up to `end`, in UTF-16 units of the text that was read. Line ends of `text` become those of the file. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** The change of one file: edits, a whole new text, a new name, a new file, a removal. */
export interface FileChange {
  path: string;
  /** `hash` of the text that the change was made against. Without it only a new file, a new name or a removal is possible. */
  hash?: string;
  /** In any order; they may not overlap. */
  edits?: readonly TextEdit[];
  /** Instead of `edits`: the whole text. Line ends and the final newline become those of the file. Without `hash` it is a new file. */
  text?: string;
  /** The file's new path. Nothing may be there, but for a file that the same plan takes away. */
  renameTo?: string;
  delete?: boolean;
  /** A sentence for people. */
  why?: string;
}

/** A place that a plan says something about. */
export interface PlanNote {
  /** A sentence: why it prevents the plan, or why it is left alone. */
  why: string;
  path?: string;
  line?: number;
  column?: number;
  /** The line of source. */
  text?: string;
}

/** A change as a whole. Nothing is written before the plan is applied. */
export interface Plan {
  /** A sentence: `Rename Health to Vitality`. */
  title: string;
  files: readonly FileChange[];
  /** Why it cannot be done. With any of them the plan is refused as a whole, and the answer lists them. */
  conflicts?: readonly PlanNote[];
  /** Places that were found and are not changed. */
  untouched?: readonly PlanNote[];
  /** Arguments of the same tool: it is called with them, only reading, before a later apply or undo. If that fails, no file is changed. */
  recheck?: JsonObject;
}

/** A file to edit: `text` has no BOM, and the line ends of the file. */
export interface EditableText {
  text: string;
  /** For `FileChange.hash`. */
  hash: string;
}

/** For tools that change files: they read and plan, the host does the rest. */
export interface Changes {
  /** Throws what reading a file throws, and ENCODING for one that could not be written again byte for byte. */
  read(path: string): Promise<EditableText>;
  /**
   * Checks a plan, keeps it and gives the answer of the tool: the diff and its counts. A call with `apply` applies it at once. Throws CHANGE_REFUSED for conflicts, for a file that is not as the plan knows it, and for one that may not be changed.
   */
  propose(plan: Plan): Promise<Outcome>;
}

/** The state of a plan. `interrupted`: jig ended while it applied the plan, and a file was changed before it could finish. */
export const PLAN_STATES = ["planned", "applied", "undone", "interrupted"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Changed lines near one another, with their neighbors. */
export interface Hunk {
  /** From 1, through all files of the plan. */
  hunk: number;
  /** The first line of the file that it shows, before the change. */
  line: number;
  /** Its lines in a unified diff, the first beginning with `@@`; of a file that only moves or vanishes a sentence. */
  text: string;
  insertions: number;
  deletions: number;
}

export interface FileDiff {
  path: string;
  /** Its new path. */
  to?: string;
  /** Absent for a file that stays. */
  kind?: "new" | "deleted";
  why?: string;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
}

/** A plan as the host keeps it: one line of a list. */
export interface PlanSummary {
  plan: string;
  title: string;
  state: PlanState;
  /** The tool that planned it. */
  tool: string;
  /** Milliseconds since the epoch: when it was planned, or applied, or undone. */
  at: number;
  files_changed: number;
  insertions: number;
  deletions: number;
  /** Hunks that were applied, where not all were. */
  applied_hunks?: number[];
  /** Set after jig was killed at work: the next start finished the work or took it back. */
  note?: string;
}

export interface PlanDetails extends PlanSummary {
  diff: FileDiff[];
  untouched: PlanNote[];
}

/** Which parts of a plan: those of all its files that are named, and the hunks with these numbers. Neither: all. */
export interface PlanSelection {
  files?: readonly string[];
  hunks?: readonly number[];
}

/** The plans of this workspace. `last` is the one that was planned, applied or undone last. Throws PLAN_NOT_FOUND. */
export interface PlanLog {
  list(): Promise<PlanSummary[]>;
  show(plan: string): Promise<PlanDetails>;
  /** All or nothing. Throws CHANGE_REFUSED, PERMISSION_DENIED under `--read-only`. */
  apply(plan: string, selection?: PlanSelection): Promise<PlanDetails>;
  /** The same rules. */
  undo(plan: string): Promise<PlanDetails>;
}
