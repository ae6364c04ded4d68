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
  /** The code that is inserted before the first line of the caller. */
  prologue: string;
}

/**
 * Returns undefined if there is no code to protect, if the code only reads, or if directives, types or preprocessor lines don't
 * allow a prefix.
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
 * SessionState survives domain reloads but not a restart. We avoid `return`, because some Editors look for that word in the
 * code.
 */
function prologueFor(id: string): string {
  const key = markOf(id);
  return (
    `if (UnityEditor.SessionState.GetInt(${key}, 0) != 0) ` +
    `throw new System.InvalidOperationException("${ALREADY_RAN}"); ` +
    `UnityEditor.SessionState.SetInt(${key}, ${BEGUN}); `
  );
}

/** The states of the mark. It is 0 if it isn't set. */
const BEGUN = 1;
const GIVEN_UP = 2;

function markOf(id: string): string {
  return `"jig.receipt.${id}"`;
}

export function withGuard(params: JsonObject, { prologue }: Guard): JsonObject {
  return { ...params, Code: `${prologue}${String(params.Code)}` };
}

/** Our prologue moves the first line to the right, so we have to correct its columns. */
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
 * Returns C# code that reports whether the caller's code had started, along with the uptime of the Editor in seconds (`begun
 * 1234.5`). If the mark isn't set yet, the code also sets it to "given up". This way, code that arrives later won't run after
 * we have reported that it didn't.
 */
export function markQuery(id: string): string {
  const key = markOf(id);
  return (
    `var state = UnityEditor.SessionState.GetInt(${key}, 0); ` +
    `if (state == 0) UnityEditor.SessionState.SetInt(${key}, ${GIVEN_UP}); ` +
    `return (state == ${BEGUN} ? "begun" : "not begun") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`
  );
}

/** Parses the output of `markQuery`. */
export function markStateIn(result: JsonObject): { begun: boolean; seconds: number } | undefined {
  const [, state, seconds] = /^(begun|not begun) (\d+(?:\.\d+)?)/.exec(String(result.Result)) ?? [];
  return result.Success === true && state !== undefined
    ? { begun: state === "begun", seconds: Number(seconds) }
    : undefined;
}
