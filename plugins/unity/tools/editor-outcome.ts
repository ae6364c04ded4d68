/** Converts an answer of the Editor to the outcome of a tool. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { EditorAnswer } from "../command/command.ts";
import { withAbsolutePaths } from "../results/project-paths.ts";
import type { EditorCall } from "../routing/editor-call.ts";

/** `Ver` is always the last key. */
export function outcomeOf({ result, warnings }: EditorAnswer, { router, isRoot }: EditorCall): Outcome {
  const { Ver, ...rest } = isRoot ? result : withAbsolutePaths(result, router.projectRoot);
  const value: JsonObject = { ...rest };
  if (warnings.length > 0) value.warnings = [...(Array.isArray(rest.warnings) ? rest.warnings : []), ...warnings];
  value.Ver = typeof Ver === "string" ? Ver : "";
  if (!saysFailure(result)) return { value };
  const reason = reasonIn(result);
  return reason === undefined ? { value, failed: true } : { value, failed: true, reason };
}

/** The contract requires it, but Editors no longer send it since 0.48. */
export function withCompletedAt(result: JsonObject, { clock }: Context): JsonObject {
  const said = typeof result.CompletedAt === "string" && result.CompletedAt !== "";
  return said ? result : { ...result, CompletedAt: new Date(clock.now()).toISOString() };
}

function reasonIn(result: JsonObject): string | undefined {
  const said = ["ErrorMessage", "errorMessage", "error", "Message"].map((key) => result[key]);
  return said.find((each): each is string => typeof each === "string" && each !== "");
}

/**
 * Detects failures that are returned as normal results. They have `Success:false`, `errorMessage` (find-game-objects), or
 * `error` (if the value couldn't be serialized).
 */
function saysFailure(result: JsonObject): boolean {
  const said = (key: string) => typeof result[key] === "string" && result[key] !== "";
  return (
    result.Success === false ||
    (result.Success === undefined && said("errorMessage")) ||
    (said("error") && said("commandType"))
  );
}
