/** File changes as data. Tools only plan changes. It is the host that stores, shows, applies and undoes them. */
import type { JsonObject, Outcome } from "./outcome.ts";

/**
 * Replaces `start` up to `end`, in UTF-16 units of the original text. Do not worry about line endings in `text`: they are
 * converted to the file's.
 */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** Change to a single file: edits, new text, a rename, a new file or a deletion. */
export interface FileChange {
  path: string;
  /** `hash` of the text you based the change on. May be omitted only if the file is just created, renamed or deleted. */
  hash?: string;
  /** Any order, no overlaps */
  edits?: readonly TextEdit[];
  /**
   * All of the new text, instead of `edits`. Line endings and the final newline follow the file. This creates the file if
   * there is no `hash`.
   */
  text?: string;
  /** New path. Has to be free, or be freed by the same plan. */
  renameTo?: string;
  delete?: boolean;
  /** For the user */
  why?: string;
}

/** A place that is mentioned by a plan. */
export interface PlanNote {
  /** Why this place blocks the plan, or why we leave it alone. A full sentence. */
  why: string;
  path?: string;
  line?: number;
  column?: number;
  /** The line of source */
  text?: string;
}

/** A complete change. Until it is applied, nothing is written. */
export interface Plan {
  /** Sentence, e.g. `Rename Health to Vitality` */
  title: string;
  files: readonly FileChange[];
  /** With any conflict the plan is refused, and the result lists them all. */
  conflicts?: readonly PlanNote[];
  /** Found, but left unchanged */
  untouched?: readonly PlanNote[];
  /** The arguments to call the tool once more, read-only, before a later apply or undo. If that call fails, no file is changed. */
  recheck?: JsonObject;
}

/** File to edit. `text` comes without a BOM and with the file's own line endings. */
export interface EditableText {
  text: string;
  /** For `FileChange.hash`. */
  hash: string;
}

/** For tools that change files. They can read and plan, but applying is left to the host. */
export interface Changes {
  /** @throws the errors of reading a file, and ENCODING if we could not write it back byte for byte */
  read(path: string): Promise<EditableText>;
  /**
   * Check and store a plan, and return the tool's result (the diff and its counts). `apply` applies it right away. @throws
   * CHANGE_REFUSED on conflicts, or if a file has changed or may not be changed
   */
  propose(plan: Plan): Promise<Outcome>;
}

/**
 * `interrupted`: jig was killed while applying the plan and then, before it was able to finish, some other program changed
 * one of the files.
 */
export const PLAN_STATES = ["planned", "applied", "undone", "interrupted"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A hunk of a diff, i.e. adjacent lines that are changed plus their context. */
export interface Hunk {
  /** 1-based, counted across all files of the plan */
  hunk: number;
  /** First line shown, numbered as before the change */
  line: number;
  /** Unified diff from `@@` on. For files that are merely moved or deleted, a sentence. */
  text: string;
  insertions: number;
  deletions: number;
}

export interface FileDiff {
  path: string;
  /** New path */
  to?: string;
  /** Not set if the file is only edited */
  kind?: "new" | "deleted";
  why?: string;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
}

/** The summary of a plan, for a list of plans. */
export interface PlanSummary {
  plan: string;
  title: string;
  state: PlanState;
  /** The tool that planned it. */
  tool: string;
  /** Time of the last step (planned, applied or undone), in ms since the epoch */
  at: number;
  files_changed: number;
  insertions: number;
  deletions: number;
  /** Which hunks were applied. Missing if all were. */
  applied_hunks?: number[];
  /** Set when jig was killed halfway and the next start had to finish or revert the work */
  note?: string;
}

export interface PlanDetails extends PlanSummary {
  diff: FileDiff[];
  untouched: PlanNote[];
}

/** Part of a plan: whole files, or hunks by number. Leave both out to select everything. */
export interface PlanSelection {
  files?: readonly string[];
  hunks?: readonly number[];
}

/** This workspace's plans. `last` is the one planned, applied or undone most recently. @throws PLAN_NOT_FOUND */
export interface PlanLog {
  list(): Promise<PlanSummary[]>;
  show(plan: string): Promise<PlanDetails>;
  /** All or nothing. @throws CHANGE_REFUSED, or PERMISSION_DENIED under `--read-only` */
  apply(plan: string, selection?: PlanSelection): Promise<PlanDetails>;
  /** Same rules as for `apply` */
  undo(plan: string): Promise<PlanDetails>;
}
