/** Editor answer → tool outcome. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { EditorAnswer } from "../command/command.ts";
import { withAbsolutePaths } from "../results/project-paths.ts";
import type { EditorCall } from "../routing/editor-call.ts";

/** `Ver` is always last. */
export function outcomeOf({ result, warnings }: EditorAnswer, { router, isRoot }: EditorCall): Outcome {
  const { Ver, ...rest } = isRoot ? result : withAbsolutePaths(result, router.projectRoot);
  const value: JsonObject = { ...rest };
  if (warnings.length > 0) value.warnings = [...(Array.isArray(rest.warnings) ? rest.warnings : []), ...warnings];
  value.Ver = typeof Ver === "string" ? Ver : "";
  if (!saysFailure(result)) return { value };
  const reason = reasonIn(result);
  return reason === undefined ? { value, failed: true } : { value, failed: true, reason };
}

/** Required by the contract, but Editors stopped sending it in 0.48. */
export function withCompletedAt(result: JsonObject, { clock }: Context): JsonObject {
  const said = typeof result.CompletedAt === "string" && result.CompletedAt !== "";
  return said ? result : { ...result, CompletedAt: new Date(clock.now()).toISOString() };
}

function reasonIn(result: JsonObject): string | undefined {
  const said = ["ErrorMessage", "errorMessage", "error", "Message"].map((key) => result[key]);
  return said.find((each): each is string => typeof each === "string" && each !== "");
}

/**
 * Failures that come as ordinary results: `Success:false`, `errorMessage` (find-game-objects), or `error` (couldn't
 * serialize).
 */
function saysFailure(result: JsonObject): boolean {
  const said = (key: string) => typeof result[key] === "string" && result[key] !== "";
  return (
    result.Success === false ||
    (result.Success === undefined && said("errorMessage")) ||
    (said("error") && said("commandType"))
  );
}
