/** From an Editor's result to a tool's outcome, and reading rows out of outcomes for views. Pure. */
import type { Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { Dealings } from "../dealings.ts";
import { asObject } from "../protocol/message.ts";
import type { Answer } from "../session/call.ts";
import { withAbsolutePaths } from "./printable-paths.ts";

/** The result as the Editor sent it, warnings added where there are any, `Ver` always there and last. */
export function outcomeOf({ result, warnings }: Answer, { session, isRoot }: Dealings): Outcome {
  const { Ver, ...rest } = isRoot ? result : withAbsolutePaths(result, session.projectRoot);
  const value: JsonObject = { ...rest };
  if (warnings.length > 0) value.warnings = [...(Array.isArray(rest.warnings) ? rest.warnings : []), ...warnings];
  value.Ver = typeof Ver === "string" ? Ver : "";
  return saysFailure(result) ? { value, failed: true } : { value };
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

/** For links: the next call is about the same project. */
export function sameProject(input: object): JsonObject {
  const { ProjectPath } = input as { ProjectPath?: string };
  return ProjectPath === undefined ? {} : { ProjectPath };
}
