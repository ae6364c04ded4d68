/**
 * Makes C# run at most once per receipt. If an answer is lost we can't know whether the code ran, and at least one
 * server resends calls by itself. So we prefix the caller's code with a check: it sets a mark in the Editor's session,
 * and throws if the mark is already there. The same mark later tells us whether the code had started.
 */
import { isObject, type JsonObject } from "../../../core/host/plugin-api.ts";
import { ALREADY_RAN, type Command } from "../command/command.ts";

const CODE = "execute-dynamic-code";

export function isCode({ method }: Command): boolean {
  return method === CODE;
}

export interface Guard {
  /** Goes in front of the caller's first line. */
  prologue: string;
}

/**
 * Undefined if there's nothing to guard (no code, or read-only), or if the code can't take a prefix because of
 * directives, types or preprocessor lines.
 */
export function guardOf(command: Command, id: string): Guard | undefined {
  const { params, repeatable } = command;
  const { Code, CompileOnly } = params;
  if (!isCode(command) || repeatable || CompileOnly === true || typeof Code !== "string" || Code.trim() === "") return;
  if (/^\s*(#|namespace\b|\[|extern\s+alias\b|using\s+(static\s+)?[\w.]+\s*(=[^;]*)?;)/m.test(Code)) return;
  if (/(^|[\s;{}])(class|struct|enum|interface|record|delegate)\s+\w/.test(Code)) return;
  return { prologue: prologueFor(id) };
}

/**
 * SessionState survives domain reloads, though not a restart. We avoid `return`, because some Editors scan the code
 * for that word.
 */
function prologueFor(id: string): string {
  const key = markOf(id);
  return (
    `if (UnityEditor.SessionState.GetInt(${key}, 0) != 0) ` +
    `throw new System.InvalidOperationException("${ALREADY_RAN}"); ` +
    `UnityEditor.SessionState.SetInt(${key}, ${BEGUN}); `
  );
}

/** Mark states; 0 if unset. */
const BEGUN = 1;
const GIVEN_UP = 2;

function markOf(id: string): string {
  return `"jig.receipt.${id}"`;
}

export function withGuard(params: JsonObject, { prologue }: Guard): JsonObject {
  return { ...params, Code: `${prologue}${String(params.Code)}` };
}

/** Our prologue shifts the first line, so shift its columns back. */
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
 * C# that reports whether the code had started, along with the Editor's uptime in seconds: `begun 1234.5`. It has a
 * second job: if the mark isn't set yet, it's set to "given up", so code that's still on its way won't run after we've
 * reported that it didn't.
 */
export function markQuery(id: string): string {
  const key = markOf(id);
  return (
    `var state = UnityEditor.SessionState.GetInt(${key}, 0); ` +
    `if (state == 0) UnityEditor.SessionState.SetInt(${key}, ${GIVEN_UP}); ` +
    `return (state == ${BEGUN} ? "begun" : "not begun") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`
  );
}

/** Counterpart of `markQuery`. */
export function markStateIn(result: JsonObject): { begun: boolean; seconds: number } | undefined {
  const [, state, seconds] = /^(begun|not begun) (\d+(?:\.\d+)?)/.exec(String(result.Result)) ?? [];
  return result.Success === true && state !== undefined
    ? { begun: state === "begun", seconds: Number(seconds) }
    : undefined;
}
