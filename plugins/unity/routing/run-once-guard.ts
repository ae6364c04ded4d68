/**
 * C# that runs at most once per receipt: it sets a mark in the Editor's session before the caller's code, and refuses to run
 * if the mark exists.
 */
import { isObject, type JsonObject } from "../../../core/host/plugin-api.ts";
import { ALREADY_RAN, type Command } from "../command/command.ts";

const CODE = "execute-dynamic-code";

export function isCode({ method }: Command): boolean {
  return method === CODE;
}

export interface Guard {
  /** C# in front of the caller's first line. */
  prologue: string;
}

/** Undefined if the command is not code, only reads, or cannot be prefixed: directives, types, preprocessor lines. */
export function guardOf(command: Command, id: string): Guard | undefined {
  const { params, repeatable } = command;
  const { Code, CompileOnly } = params;
  if (!isCode(command) || repeatable || CompileOnly === true || typeof Code !== "string" || Code.trim() === "") return;
  if (/^\s*(#|namespace\b|\[|extern\s+alias\b|using\s+(static\s+)?[\w.]+\s*(=[^;]*)?;)/m.test(Code)) return;
  if (/(^|[\s;{}])(class|struct|enum|interface|record|delegate)\s+\w/.test(Code)) return;
  return { prologue: prologueFor(id) };
}

/** The mark survives domain reloads but not a restart. The code must not contain `return`, because some Editors search for that word. */
function prologueFor(id: string): string {
  const key = markOf(id);
  return (
    `if (UnityEditor.SessionState.GetInt(${key}, 0) != 0) ` +
    `throw new System.InvalidOperationException("${ALREADY_RAN}"); ` +
    `UnityEditor.SessionState.SetInt(${key}, ${BEGUN}); `
  );
}

/** The mark's value; 0 if it is not set. */
const BEGUN = 1;
const GIVEN_UP = 2;

function markOf(id: string): string {
  return `"jig.receipt.${id}"`;
}

export function withGuard(params: JsonObject, { prologue }: Guard): JsonObject {
  return { ...params, Code: `${prologue}${String(params.Code)}` };
}

/** Converts columns of the first line to those of the caller's code. */
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
 * C# that reports whether the code had begun, and how long this Editor has run: `begun 1234.5`. It also sets the mark, so
 * that code still in transit will not run later.
 */
export function markQuery(id: string): string {
  const key = markOf(id);
  return (
    `var state = UnityEditor.SessionState.GetInt(${key}, 0); ` +
    `if (state == 0) UnityEditor.SessionState.SetInt(${key}, ${GIVEN_UP}); ` +
    `return (state == ${BEGUN} ? "begun" : "not begun") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`
  );
}

/** The result of `markQuery`; undefined for another answer. */
export function markStateIn(result: JsonObject): { begun: boolean; seconds: number } | undefined {
  const [, state, seconds] = /^(begun|not begun) (\d+(?:\.\d+)?)/.exec(String(result.Result)) ?? [];
  return result.Success === true && state !== undefined
    ? { begun: state === "begun", seconds: Number(seconds) }
    : undefined;
}
