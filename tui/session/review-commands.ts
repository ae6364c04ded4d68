/** Implements the review of a plan in the current answer, which is marked as applied or undone afterwards. */
import { type PlanDetails, planAnswer, toJigError } from "../../core/host/frontend-api.ts";
import { withEntryInAnyTab } from "../state/explorer-state.ts";
import { chosenHunks, hunksOfFile, planIn, toggled } from "../state/plan-review.ts";
import { currentEntry, settled } from "../state/trail.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";

export interface ReviewCommands {
  toggleHunk(): void;
  toggleFile(): void;
  apply(): void;
  undo(): void;
}

export function createReviewCommands(context: SessionContext): ReviewCommands {
  const { host, ports } = context;
  const entry = () => currentEntry(context.state().trail);

  function toggle(hunks: readonly number[]): void {
    if (hunks.length > 0) changeTabState(context, (tabState) => toggled(tabState, hunks));
  }

  function toggleFile(): void {
    const row = context.row();
    if (row) toggle(hunksOfFile(entry()?.view.rows ?? [], row));
  }

  function settle(doing: string, done: string, work: (plan: string) => Promise<PlanDetails>): void {
    const at = entry();
    const shown = planIn(at);
    if (!at || !shown) return;
    context.notify("muted", `${doing} ${shown.plan}…`);
    void work(shown.plan)
      .then(async (details) => {
        const outcome = { value: planAnswer(details) };
        const view = await host.view(at.tool, outcome, at.input);
        const now = ports.now();
        const { model: _, ...before } = at;
        context.update(
          withEntryInAnyTab(context.state(), at.id, () => settled(before, outcome, view, false, now, now)),
        );
        const part = details.applied_hunks ? `, hunks ${details.applied_hunks.join(", ")}` : "";
        context.notify("success", `${done}: ${details.title}${part}`);
      })
      .catch((error) => context.notify("error", toJigError(error).advice));
  }

  return {
    toggleHunk() {
      const hunk = context.row()?.hunk;
      if (hunk === undefined) toggleFile();
      else toggle([hunk]);
    },
    toggleFile,
    apply() {
      const at = entry();
      const hunks = at && chosenHunks(at);
      if (hunks?.length === 0) return context.notify("warning", "No hunk is selected");
      settle("Applying", "Applied", (plan) => host.plans.apply(plan, hunks ? { hunks } : {}));
    },
    undo: () => settle("Undoing", "Undone", (plan) => host.plans.undo(plan)),
  };
}
