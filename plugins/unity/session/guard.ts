/** C# that runs at most once for one receipt: it leaves a mark in the Editor's session before the caller's code, and refuses where the mark is there. Pure. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import { isObject } from "../protocol/message.ts";
import type { Command } from "./call.ts";

const CODE = "execute-dynamic-code";

export interface Guard {
  /** C# in front of the caller's first line. */
  prologue: string;
}

/** Undefined where the command is no code, only reads, or where nothing can be put in front of it: directives, types, preprocessor lines. */
export function guardOf({ method, params, repeatable }: Command, id: string): Guard | undefined {
  const { Code, CompileOnly } = params;
  if (method !== CODE || repeatable || CompileOnly === true || typeof Code !== "string" || Code.trim() === "") return;
  if (/^\s*(#|namespace\b|\[|extern\s+alias\b|using\s+(static\s+)?[\w.]+\s*(=[^;]*)?;)/m.test(Code)) return;
  if (/(^|[\s;{}])(class|struct|enum|interface|record|delegate)\s+\w/.test(Code)) return;
  return { prologue: prologueFor(id) };
}

/** The mark lives as long as the Editor's session: over domain reloads, not over a restart. No `return` in it: some Editors look for that word. */
function prologueFor(id: string): string {
  const key = `"${markOf(id)}"`;
  return (
    `if (UnityEditor.SessionState.GetBool(${key}, false)) ` +
    `throw new System.InvalidOperationException("jig: this command had already run"); ` +
    `UnityEditor.SessionState.SetBool(${key}, true); `
  );
}

export function markOf(id: string): string {
  return `jig.receipt.${id}`;
}

export function guarded(params: JsonObject, { prologue }: Guard): JsonObject {
  return { ...params, Code: `${prologue}${String(params.Code)}` };
}

/** Columns of the first line as the caller counts them. */
export function unguarded(result: JsonObject, { prologue }: Guard): JsonObject {
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

/** C# that tells whether the mark is there, and since when this Editor runs: `true 1234.5`. */
export function questionFor(id: string): string {
  return `return (UnityEditor.SessionState.GetBool("${markOf(id)}", false) ? "true" : "false") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`;
}
