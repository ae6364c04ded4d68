/** Runs C# code in place of tools that newer Editors no longer have. The result mentions this. */
import { type Context, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import type { EditorAnswer } from "../command/command.ts";
import { editorCodeOf, editorError } from "../command/editor-errors.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import { isRejectedCode } from "../routing/rejected-code.ts";

export interface FallbackResult<Value> {
  value: Value;
  warnings: string[];
  ver: Json | undefined;
}

/** The fallback is only used if the Editor doesn't know the tool, because then we know that nothing has run. */
export async function orFallback(
  ask: () => Promise<EditorAnswer>,
  fallback: () => Promise<EditorAnswer>,
): Promise<EditorAnswer> {
  try {
    return await ask();
  } catch (thrown) {
    if (editorCodeOf(thrown) !== "NOT_ON_THIS_VERSION") throw thrown;
    return fallback();
  }
}

/** The C# code returns JSON, and the parser returns undefined if it doesn't have the expected form. */
export interface FallbackCode<Value> {
  tool: string;
  code: string;
  repeatable: boolean;
  read(json: Json): Value | undefined;
}

/** Throws NOT_ON_THIS_VERSION if this Editor doesn't run code. */
export async function runFallbackCode<Value>(
  { tool, code, repeatable, read }: FallbackCode<Value>,
  { router, commandContext }: EditorCall,
  context: Context,
): Promise<FallbackResult<Value>> {
  const missing = () => `This Editor${router.ver ? ` (${router.title})` : ""} no longer has "${tool}"`;
  const refused = (why: string, hint: string) =>
    editorError("NOT_ON_THIS_VERSION", `${missing()}, and its equivalent in C# ${why}`, {
      hint,
      details: { dispatched: false, ...(router.ver === undefined ? {} : { ver: router.ver }) },
    });
  if (context.readOnly) throw refused("is not run under --read-only", "Start jig without --read-only");
  const params = { Code: code, Parameters: {}, CompileOnly: false };
  const { result } = await router.run({ method: "execute-dynamic-code", params, repeatable }, commandContext);
  if (result.Success !== true) {
    const said = String(result.ErrorMessage || result.Error || "no reason given");
    if (!isRejectedCode(result)) {
      throw editorError("EDITOR_ERROR", `${missing()}; its equivalent in C# was run and failed: ${said}`, {
        hint: repeatable ? "It only reads" : "It ran, perhaps in part: check its effect before you repeat it",
        details: { dispatched: true, ...(router.ver === undefined ? {} : { ver: router.ver }) },
      });
    }
    throw refused(
      `was not run: ${said}`,
      `A person can allow dynamic code in Unity's settings of that package (security level now: ${result.SecurityLevel ?? "unknown"})`,
    );
  }
  const warnings = [`${missing()}; answered by C# code through its execute-dynamic-code`];
  const text = textIn(result, "Result");
  const value = read(parsed(text));
  if (value === undefined) {
    throw editorError("EDITOR_ERROR", `The C# equivalent of "${tool}" returned an unexpected answer`, {
      details: { dispatched: true, result: text.slice(0, 200) },
    });
  }
  return { value, warnings, ver: result.Ver };
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

export function listOf(json: Json | undefined): JsonObject[] | undefined {
  return Array.isArray(json) ? json.map(asObject) : undefined;
}
