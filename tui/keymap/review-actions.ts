/** Defines the keys to review a plan, which are to select hunks, apply and undo. */
import type { LayerName } from "../state/key-layers.ts";
import { isReviewing, isUndoable } from "../state/plan-review.ts";
import { actions } from "./action.ts";

const RESULT: readonly LayerName[] = ["result"];

export const REVIEW_ACTIONS = actions([
  {
    id: "hunk",
    title: "Select or deselect the hunk",
    keys: ["x"],
    layers: RESULT,
    hint: "hunk",
    enabled: isReviewing,
  },
  {
    id: "hunks",
    title: "Select or deselect all hunks of the file",
    keys: ["X"],
    layers: RESULT,
    hint: "file",
    enabled: isReviewing,
  },
  {
    id: "plan-apply",
    title: "Apply the selected hunks of the plan",
    keys: ["A"],
    layers: RESULT,
    hint: "apply",
    enabled: isReviewing,
  },
  { id: "plan-undo", title: "Undo the plan", keys: ["U"], layers: RESULT, hint: "undo", enabled: isUndoable },
]);
