/** Stores plans in the user's state folder. Each workspace has a folder, and each plan has a subfolder. */

import { createHash, randomInt } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanSummary } from "../contract/changes.ts";
import { errorCode } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { sweepLeftovers, writeAtomically } from "../runtime/atomic-write.ts";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { removeTree } from "../runtime/remove-tree.ts";
import { openContents } from "./content-store.ts";
import type { PreparedPlan } from "./prepare-plan.ts";
import type { Journal, Step } from "./transaction.ts";

/** The version of the file formats. */
const VERSION = "v1";
const PENDING = "pending";
const MAX_PLANS = 100;
const DAY_MS = 86_400_000;
/** A plan without a summary that is older than this was left over by a process that was killed. */
const UNFINISHED_MS = 60 * 60_000;
/**
 * The number of days for which plans are kept: first for those that were never applied, then for those that can be undone or
 * whose workspace has no new plans.
 */
const PLANNED_DAYS = 7;
const APPLIED_DAYS = 60;
/** The maximum size of all plans of a workspace (the latest one is always kept) and of all workspaces together, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ALL_BYTES = 1024 * 1024 * 1024;
/** Only characters that are hard to confuse. The name of a plan is never a number. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Work that was not finished, with the roots of its workspace. */
export interface PendingWork {
  plan: string;
  roots: string[];
}

/** A journal and the state that the plan will have when its work is done. */
export interface StoredJournal extends Journal {
  to: "applied" | "undone";
  applied_hunks?: number[];
}

export class PlanStore {
  /** The folder of all workspaces. */
  readonly folder: string;
  readonly workspace: string;
  readonly #roots: readonly string[];

  constructor(stateFolder: string, roots: readonly string[]) {
    this.folder = join(stateFolder, "plans", VERSION);
    this.#roots = roots;
    this.workspace = hashOfRoots(roots);
  }

  /** Stores a plan with a new name. */
  async add(plan: PreparedPlan, summary: Omit<PlanSummary, "plan">): Promise<PlanSummary> {
    const text = await planText(plan);
    return this.#inOwn(() => {
      mkdirSync(join(this.folder, this.workspace), { recursive: true, mode: 0o700 });
      this.#prune();
      const name = this.#newName();
      writeAtomically(this.#path(name, "plan.json"), text, { replace: true, mode: 0o600 });
      const all = { plan: name, ...summary };
      this.update(all);
      return all;
    });
  }

  /** Throws PLAN_NOT_FOUND. */
  plan(name: string): PreparedPlan {
    return this.#read<PreparedPlan>(name, "plan.json") ?? this.#missing(name);
  }

  summary(name: string): PlanSummary {
    const known = name === "last" ? this.list()[0]?.plan : name;
    return (known !== undefined && this.#read<PlanSummary>(known, "summary.json")) || this.#missing(name);
  }

  update(summary: PlanSummary): void {
    writeAtomically(this.#path(summary.plan, "summary.json"), JSON.stringify(summary), { replace: true, mode: 0o600 });
  }

  /** Lists plans, starting with the latest. */
  list(): PlanSummary[] {
    const names = listNames(join(this.folder, this.workspace));
    return names
      .flatMap((name) => this.#read<PlanSummary>(name, "summary.json") ?? [])
      .sort((one, other) => other.at - one.at);
  }

  contents(name: string) {
    return this.#inOwn(() => openContents(this.#path(name, "contents")));
  }

  /** Returns the file steps of an applied plan. */
  steps(name: string): Step[] {
    return this.#read<Step[]>(name, "applied.json") ?? this.#missing(name);
  }

  saveSteps(name: string, steps: readonly Step[]): void {
    writeAtomically(this.#path(name, "applied.json"), JSON.stringify(steps), { replace: true, mode: 0o600 });
  }

  /** Records the start of the work before the first file is written. */
  begin(name: string, journal: StoredJournal): void {
    this.#inOwn(() => {
      const pending: PendingWork = { plan: name, roots: [...this.#roots] };
      mkdirSync(join(this.folder, PENDING), { recursive: true, mode: 0o700 });
      writeAtomically(this.#path(name, "journal.json"), JSON.stringify(journal), { replace: true, mode: 0o600 });
      writeAtomically(this.#marker(name), JSON.stringify(pending), { replace: true, mode: 0o600 });
    });
  }

  end(name: string): void {
    rmSync(this.#marker(name), { force: true });
    rmSync(this.#path(name, "journal.json"), { force: true });
  }

  journal(name: string): StoredJournal | undefined {
    return this.#read<StoredJournal>(name, "journal.json");
  }

  /** Returns unfinished work in all workspaces. */
  pending(): PendingWork[] {
    return listNames(join(this.folder, PENDING)).flatMap((name) =>
      name.startsWith(".") ? [] : (parsed<PendingWork>(join(this.folder, PENDING, name)) ?? []),
    );
  }

  #marker(name: string): string {
    return join(this.folder, PENDING, `${this.workspace}-${name}`);
  }

  #path(name: string, file: string): string {
    return join(this.folder, this.workspace, name, file);
  }

  #read<Content>(name: string, file: string): Content | undefined {
    return /^[a-z0-9]{4,12}$/.test(name) ? parsed<Content>(this.#path(name, file)) : undefined;
  }

  #missing(name: string): never {
    const known = this.list().slice(0, 5);
    throw new JigError("PLAN_NOT_FOUND", `There is no plan ${JSON.stringify(name.slice(0, 100))}`, {
      hint:
        known.length > 0
          ? `The latest are ${known.map(({ plan }) => plan).join(", ")}`
          : "No plan is stored for these roots",
    });
  }

  #newName(): string {
    for (;;) {
      const name = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
      if (!/[a-z]/.test(name)) continue;
      try {
        mkdirSync(join(this.folder, this.workspace, name), { mode: 0o700 });
        return name;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
    }
  }

  /** Removes old plans, plans that exceed the limit, and workspaces without recent plans. Unfinished work is never removed. */
  #prune(): void {
    const now = Date.now();
    const busy = new Set(this.pending().map(({ plan }) => plan));
    const own = join(this.folder, this.workspace);
    let bytes = 0;
    for (const [index, { plan, state, at }] of this.list().entries()) {
      const days = state === "planned" ? PLANNED_DAYS : APPLIED_DAYS;
      const size = sizeOf(join(own, plan));
      const isKept = index < MAX_PLANS && now - at < days * DAY_MS && (index === 0 || bytes + size <= MAX_BYTES);
      if (isKept || busy.has(plan)) bytes += size;
      else removeTree(join(own, plan));
    }
    this.#sweep(own);
    utimesSync(own, now / 1000, now / 1000);
    this.#pruneOthers(now, busy);
  }

  /** This runs once a day, because it has to measure the plans of all workspaces. Those that were used recently are kept first. */
  #pruneOthers(now: number, busy: ReadonlySet<string>): void {
    const mark = join(this.folder, ".pruned");
    if (now - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DAY_MS) return;
    writeFileSync(mark, "", { mode: 0o600 });
    const folders = listNames(this.folder)
      .filter((name) => /^[0-9a-f]{16}$/.test(name))
      .map((name) => join(this.folder, name))
      .map((folder) => ({ folder, at: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((one, other) => other.at - one.at);
    let bytes = 0;
    for (const [index, { folder, at }] of folders.entries()) {
      const plans = listNames(folder);
      const size = plans.reduce((sum, plan) => sum + sizeOf(join(folder, plan)), 0);
      const isKept = index === 0 || (now - at < APPLIED_DAYS * DAY_MS && bytes + size <= MAX_ALL_BYTES);
      if (isKept || plans.some((plan) => busy.has(plan))) bytes += size;
      else removeTree(folder);
    }
  }

  /** Removes temporary files and plans without a summary, which killed processes have left. */
  #sweep(own: string): void {
    sweepLeftovers(join(this.folder, PENDING));
    for (const name of listNames(own)) {
      const folder = join(own, name);
      const stat = statSync(folder, { throwIfNoEntry: false });
      // This changes the folder's modification time.
      sweepLeftovers(folder);
      const isWhole = ["summary.json", "journal.json"].some((file) => this.#read(name, file) !== undefined);
      if (stat && !isWhole && Date.now() - stat.mtimeMs > UNFINISHED_MS) removeTree(folder);
    }
  }

  #inOwn<Result>(work: () => Result): Result {
    return inOwnFolder(this.folder, "XDG_STATE_HOME", work);
  }
}

/** Encodes a plan in slices, because it may have thousands of hunks. */
async function planText({ files, ...rest }: PreparedPlan): Promise<string> {
  const slice = new TimeSlice();
  await slice.pause();
  const encoded: string[] = [];
  for (const file of files) {
    encoded.push(JSON.stringify(file));
    await slice.check();
  }
  return `${JSON.stringify(rest).slice(0, -1)},"files":[${encoded.join(",")}]}`;
}

/** Returns the total size of a plan's files. */
function sizeOf(folder: string): number {
  const sizes = listNames(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function hashOfRoots(roots: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(roots.toSorted())).digest("hex").slice(0, 16);
}

/** Parses a JSON file. If the file is missing or incomplete, it returns undefined. */
function parsed<Content>(path: string): Content | undefined {
  try {
    const content: Content = JSON.parse(readFileSync(path, "utf8"));
    return content;
  } catch {
    return undefined;
  }
}
