/**
 * C# that runs at most once per receipt. It sets a mark in the Editor's session before the caller's code, and refuses to run if the
 * mark is already set.
 */
import { isObject, type JsonObject } from "../../../core/host/plugin-api.ts";
import { ALREADY_RAN, type Command } from "../command/command.ts";

const CODE = "execute-dynamic-code";

export function isCode({ method }: Command): boolean {
  return method === CODE;
}

export interface Guard {
  /** C# to insert before the caller's first line. */
  prologue: string;
}

/** Returns undefined if the command is not code, is read-only, or can't be prefixed because of directives, types or preprocessor lines. */
export function guardOf(command: Command, id: string): Guard | undefined {
  const { params, repeatable } = command;
  const { Code, CompileOnly } = params;
  if (!isCode(command) || repeatable || CompileOnly === true || typeof Code !== "string" || Code.trim() === "") return;
  if (/^\s*(#|namespace\b|\[|extern\s+alias\b|using\s+(static\s+)?[\w.]+\s*(=[^;]*)?;)/m.test(Code)) return;
  if (/(^|[\s;{}])(class|struct|enum|interface|record|delegate)\s+\w/.test(Code)) return;
  return { prologue: prologueFor(id) };
}

/** The mark survives domain reloads but not a restart. We avoid `return`, because some Editors search the code for that word. */
function prologueFor(id: string): string {
  const key = markOf(id);
  return (
    `if (UnityEditor.SessionState.GetInt(${key}, 0) != 0) ` +
    `throw new System.InvalidOperationException("${ALREADY_RAN}"); ` +
    `UnityEditor.SessionState.SetInt(${key}, ${BEGUN}); `
  );
}

/** The value of the mark, or 0 if it is not set. */
const BEGUN = 1;
const GIVEN_UP = 2;

function markOf(id: string): string {
  return `"jig.receipt.${id}"`;
}

export function withGuard(params: JsonObject, { prologue }: Guard): JsonObject {
  return { ...params, Code: `${prologue}${String(params.Code)}` };
}

/** Converts columns of the first line to columns in the caller's code. */
export function withOwnColumns(result: JsonObject, { prologue }: Guard): JsonObject {
  const shifted = (list: unknown) =>
    Array.isArray(list)
      ? list.map((entry) =>
          isObject(entry) && entry.Line === 1 && typeof entry.Column === "number"
            ? { ...entry, Column: Math.max(1, entry.Column - prologue.length) }
            : entry,
        )
      : undefined;
  const errors = shifted(result.CompilationErrors);
  const diagnostics = shifted(result.Diagnostics);
  return {
    ...result,
    ...(errors ? { CompilationErrors: errors } : {}),
    ...(diagnostics ? { Diagnostics: diagnostics } : {}),
  };
}

/**
 * C# that reports whether the code had started and how long this Editor has been running: `begun 1234.5`. Also sets the mark, so
 * that code that is still on its way won't run later.
 */
export function markQuery(id: string): string {
  const key = markOf(id);
  return (
    `var state = UnityEditor.SessionState.GetInt(${key}, 0); ` +
    `if (state == 0) UnityEditor.SessionState.SetInt(${key}, ${GIVEN_UP}); ` +
    `return (state == ${BEGUN} ? "begun" : "not begun") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`
  );
}

/** Parses the output of `markQuery`. Returns undefined for anything else. */
export function markStateIn(result: JsonObject): { begun: boolean; seconds: number } | undefined {
  const [, state, seconds] = /^(begun|not begun) (\d+(?:\.\d+)?)/.exec(String(result.Result)) ?? [];
  return result.Success === true && state !== undefined
    ? { begun: state === "begun", seconds: Number(seconds) }
    : undefined;
}
