/** From an Editor's result to a tool's outcome, and reading rows out of results. Pure. */
import type { Context, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { Answer } from "../command/command.ts";
import { asObject } from "../protocol/message.ts";
import { withAbsolutePaths } from "../results/printable-paths.ts";
import type { Dealings } from "./call-editor.ts";

/** The result as the Editor sent it, warnings added where there are any, `Ver` always there and last. */
export function outcomeOf({ result, warnings }: Answer, { session, isRoot }: Dealings): Outcome {
  const { Ver, ...rest } = isRoot ? result : withAbsolutePaths(result, session.projectRoot);
  const value: JsonObject = { ...rest };
  if (warnings.length > 0) value.warnings = [...(Array.isArray(rest.warnings) ? rest.warnings : []), ...warnings];
  value.Ver = typeof Ver === "string" ? Ver : "";
  if (!saysFailure(result)) return { value };
  const reason = reasonIn(result);
  return reason === undefined ? { value, failed: true } : { value, failed: true, reason };
}

/** Editors since 0.48 do not say when they were done, which the specification promises: then it is when the answer was there. */
export function stamped(result: JsonObject, { clock }: Context): JsonObject {
  const said = typeof result.CompletedAt === "string" && result.CompletedAt !== "";
  return said ? result : { ...result, CompletedAt: new Date(clock.now()).toISOString() };
}

/** The Editor's own sentence for a failure. */
function reasonIn(result: JsonObject): string | undefined {
  const said = ["ErrorMessage", "errorMessage", "error", "Message"].map((key) => result[key]);
  return said.find((each): each is string => typeof each === "string" && each !== "");
}

/** A tool that failed answers with an ordinary result: `Success:false`, find-game-objects by `errorMessage`, an unserialisable result by `error`. */
function saysFailure(result: JsonObject): boolean {
  const said = (key: string) => typeof result[key] === "string" && result[key] !== "";
  return (
    result.Success === false ||
    (result.Success === undefined && said("errorMessage")) ||
    (said("error") && said("commandType"))
  );
}

/** The rows of an array in a result; anything else in it is left out. */
export function rowsOf(value: Json, key: string): JsonObject[] {
  const rows = asObject(value)[key];
  return Array.isArray(rows) ? rows.map(asObject) : [];
}

export function textIn(row: JsonObject, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
