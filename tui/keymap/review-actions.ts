/** Keys for reviewing a plan. They select hunks, apply the plan and undo it. */
import type { LayerName } from "../state/key-layers.ts";
import { isReviewing, isUndoable } from "../state/plan-review.ts";
import { actions } from "./action.ts";

const RESULT: readonly LayerName[] = ["result"];

export const REVIEW_ACTIONS = actions([
  {
    id: "hunk",
    title: "Take the hunk or leave it out",
    keys: ["x"],
    layers: RESULT,
    hint: "hunk",
    enabled: isReviewing,
  },
  {
    id: "hunks",
    title: "Take all hunks of the file or leave them out",
    keys: ["X"],
    layers: RESULT,
    hint: "file",
    enabled: isReviewing,
  },
  {
    id: "plan-apply",
    title: "Apply the chosen hunks of the plan",
    keys: ["A"],
    layers: RESULT,
    hint: "apply",
    enabled: isReviewing,
  },
  { id: "plan-undo", title: "Undo the plan", keys: ["U"], layers: RESULT, hint: "undo", enabled: isUndoable },
]);
