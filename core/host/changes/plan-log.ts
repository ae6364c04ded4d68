/**
 * Keeps the plans of a workspace. It stores, shows, applies and undoes them, and completes or reverts the work of a process
 * that was killed.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { PlanDetails, PlanLog, PlanSelection, PlanState, PlanSummary } from "../contract/changes.ts";
import type { Lease, Root } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { Recheck } from "../contract/host.ts";
import type { JsonObject, Outcome } from "../contract/outcome.ts";
import { shortJson } from "../contract/short-json.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { takeLease } from "../runtime/lease.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { isInside } from "../workspace/path-rules.ts";
import type { ContentStore } from "./content-store.ts";
import { chosenHunks, inverse, stepsOf } from "./plan-steps.ts";
import { PlanStore, type StoredJournal } from "./plan-store.ts";
import { diffOf, type PreparedPlan, sum } from "./prepare-plan.ts";
import { isUnsettled, runSteps, type Settled, settle } from "./transaction.ts";

/** The time in milliseconds that we wait for another process to apply its plan. */
const WAIT_MS = 20_000;
const POLL_MS = 25;
/** The number of names that a note lists. All others are only counted. */
const MAX_NAMED = 10;

export interface PlanLogOptions {
  stateFolder: string;
  roots: readonly Root[];
  readOnly: boolean;
  invoke(tool: string, input: JsonObject, options: { atMost: "read"; recheck: Recheck }): Promise<Outcome>;
}

export interface PlanKeeper extends PlanLog {
  add(plan: PreparedPlan, tool: string): Promise<PlanDetails>;
  applyNew(name: string): Promise<PlanDetails>;
}

/** The fields of the journal that the transaction itself does not have. */
type Aim = Pick<StoredJournal, "to" | "applied_hunks" | "steps">;

export function createPlanLog({ stateFolder, roots, readOnly, invoke }: PlanLogOptions): PlanKeeper {
  const paths = roots.map(({ path }) => path);
  const store = new PlanStore(stateFolder, paths);

  function details(summary: PlanSummary): PlanDetails {
    const { files, untouched } = store.plan(summary.plan);
    return { ...summary, diff: diffOf(files), untouched };
  }

  function refuseWriting(): void {
    if (!readOnly) return;
    throw new JigError("PERMISSION_DENIED", "No plan can be made, applied or undone: --read-only is on", {
      hint: "Start jig without --read-only",
    });
  }

  /** Applies or undoes a plan while holding a lock. Before that, the work of killed processes is settled. */
  async function change(
    name: string,
    aimAt: (summary: PlanSummary, contents: ContentStore, slice: TimeSlice) => Promise<Aim>,
  ): Promise<PlanDetails> {
    refuseWriting();
    const { plan } = store.summary(name);
    return await alone(store.folder, async (lease) => {
      const slice = new TimeSlice();
      await settlePending(stateFolder, paths, slice);
      const contents = store.contents(plan);
      try {
        const { steps, ...aim } = await aimAt(store.summary(plan), contents, slice);
        contents.flush();
        const record: Parameters<typeof runSteps>[0]["record"] = (journal) => store.begin(plan, { ...journal, ...aim });
        await runSteps({ steps, contents, record, check: () => refuseLost(lease), slice, undoes: aim.to === "undone" });
        if (aim.to === "applied") store.saveSteps(plan, steps);
        finish(store, plan, aim);
      } catch (error) {
        // Files that could not be restored remain in the journal, so that the next start tries again.
        if (!lease.lost.aborted && !isUnsettled(error)) store.end(plan);
        throw error;
      } finally {
        contents.close();
      }
      return details(store.summary(plan));
    });
  }

  /**
   * Checks a plan again by calling the tool that made it. This is done before the lock is acquired, because the tool may take
   * long. It returns the name of the plan, because "last" may be another one afterwards.
   */
  async function checkAgain(name: string, recheck: Recheck, from: PlanState[]): Promise<string> {
    refuseWriting();
    const { plan, state, tool } = store.summary(name);
    const { recheck: given } = store.plan(plan);
    if (!given || !from.includes(state)) return plan;
    // A tool may repeat all arguments of its call, also the one that the host has added.
    const { apply: _, ...input } = given;
    const { failed, reason } = await invoke(tool, input, { atMost: "read", recheck });
    if (!failed) return plan;
    throw new JigError("CHANGE_REFUSED", `Nothing was changed: ${reason ?? `"${tool}" now refuses the plan`}`, {
      hint: `The plan's "recheck" called "${tool}" again, with ${shortJson(input)}`,
    });
  }

  const apply = (name: string, selection: PlanSelection = {}) =>
    change(name, async ({ plan, state }, contents, slice) => {
      if (state === "applied") throw inState(plan, "is already applied", "Undo it first");
      const { files } = store.plan(plan);
      const hunks = chosenHunks(files, selection);
      const steps = await stepsOf(files, hunks, contents, slice);
      return { steps, to: "applied", ...(hunks && { applied_hunks: hunks }) };
    });

  return {
    async add(plan, tool) {
      refuseWriting();
      const diff = diffOf(plan.files);
      const summary = await store.add(plan, {
        title: plan.title,
        state: "planned",
        tool,
        at: Date.now(),
        files_changed: diff.length,
        insertions: sum(diff.map(({ insertions }) => insertions)),
        deletions: sum(diff.map(({ deletions }) => deletions)),
      });
      return { ...summary, diff, untouched: plan.untouched };
    },
    list: async () => store.list(),
    show: async (name) => details(store.summary(name)),
    applyNew: (name) => apply(name),
    async apply(name, selection) {
      return await apply(await checkAgain(name, "apply", ["planned", "undone", "interrupted"]), selection);
    },
    async undo(name) {
      return await change(await checkAgain(name, "undo", ["applied"]), async ({ plan, state }) => {
        if (state !== "applied") throw inState(plan, `is not applied; it is ${state}`, "There is nothing to undo");
        return { steps: inverse(store.steps(plan)), to: "undone" };
      });
    },
  };
}

function inState(plan: string, what: string, hint: string): JigError {
  return new JigError("CHANGE_REFUSED", `Nothing was changed: the plan ${plan} ${what}`, { hint });
}

function refuseLost({ lost }: Lease): void {
  if (lost.aborted) throw new JigError("UNAVAILABLE", "Another process took over the work on this plan");
}

function finish(store: PlanStore, plan: string, { to, applied_hunks }: Omit<Aim, "steps">, note?: string): void {
  const { applied_hunks: _, note: __, ...summary } = store.summary(plan);
  const state = {
    state: to,
    at: Date.now(),
    ...(applied_hunks && { applied_hunks }),
    ...(note !== undefined && { note }),
  };
  store.update({ ...summary, ...state });
  store.end(plan);
}

/** Runs some work while holding a lock, which all processes of this user share. */
async function alone<Result>(folder: string, work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const path = join(folder, "lock");
  const until = performance.now() + WAIT_MS;
  let lease = take(folder, path);
  while (!lease && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    lease = take(folder, path);
  }
  if (!lease) {
    throw new JigError("UNAVAILABLE", "Another process has been applying a plan for a long time", {
      hint: "Try again when it is done",
    });
  }
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

function take(folder: string, path: string): Lease | undefined {
  return inOwnFolder(folder, "XDG_STATE_HOME", () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return takeLease(path);
  });
}

/**
 * Recovers plans in these roots that a process was applying when it was killed. This runs before the first call is answered. If
 * the process is still alive, its work is left alone.
 */
export async function settleInterrupted(stateFolder: string, roots: readonly Root[]): Promise<void> {
  const paths = roots.map(({ path }) => path);
  const store = new PlanStore(stateFolder, paths);
  if (!store.pending().some((work) => concerns(work.roots, paths))) return;
  const lease = take(store.folder, join(store.folder, "lock"));
  if (!lease) return;
  try {
    await settlePending(stateFolder, paths, new TimeSlice());
  } finally {
    await lease.release();
  }
}

/** Settles the work of killed processes. Anything that can't be settled now is left for the next start. */
async function settlePending(stateFolder: string, roots: readonly string[], slice: TimeSlice): Promise<void> {
  for (const work of new PlanStore(stateFolder, roots).pending()) {
    if (!concerns(work.roots, roots)) continue;
    const store = new PlanStore(stateFolder, work.roots);
    const journal = store.journal(work.plan);
    if (!journal) {
      store.end(work.plan);
      continue;
    }
    const contents = store.contents(work.plan);
    try {
      close(store, work.plan, journal, await settle(journal, contents, slice));
    } catch (error) {
      // The folder no longer exists or the disk is full, so the journal is kept.
      const note = `jig was killed while it changed files; some of them could not be finished or restored, so the next start tries again (${toJigError(error).message})`;
      store.update({ ...store.summary(work.plan), note });
      // Until then, the plan counts as not applied. All files that could be reached have their old content again.
      if (journal.state === "committing") store.begin(work.plan, { ...journal, state: "reverting" });
    } finally {
      contents.close();
    }
  }
}

function concerns(theirs: readonly string[], ours: readonly string[]): boolean {
  return theirs.some((one) => ours.some((other) => isInside(one, other) || isInside(other, one)));
}

function close(store: PlanStore, plan: string, journal: StoredJournal, { as, changed }: Settled): void {
  const doing = journal.to === "applied" ? "applied" : "undid";
  const ended = journal.state === "reverting" ? "The changes failed" : `jig was killed while it ${doing} this plan`;
  if (as === "after") {
    if (journal.to === "applied") store.saveSteps(plan, journal.steps);
    finish(store, plan, journal, `${ended}; the next start finished it`);
    return;
  }
  const more = changed.length - MAX_NAMED;
  const named = changed.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const note =
    changed.length === 0
      ? `${ended}; the next start reverted it, and no file is changed`
      : `${ended}; these changed in the meantime and were left alone: ${named}; all others were reverted`;
  const before = store.summary(plan);
  const state = changed.length > 0 ? "interrupted" : before.state;
  store.update({ ...before, state, note });
  store.end(plan);
}
