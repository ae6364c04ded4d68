/** Answering for a tool that newer Editors dropped, by C# through their execute-dynamic-code; every such answer says so. */
import type { Context, Json, JsonObject } from "../../../core/host/plugin-api.ts";
import type { Answer } from "../command/command.ts";
import { asObject } from "../protocol/message.ts";
import { refusedCode } from "../routing/rejected-code.ts";
import type { Dealings } from "../tools/call-editor.ts";
import { editorCodeOf, editorError } from "../tools/error-envelope.ts";

/** What the code answered, read from the JSON it returns, with the warning that says how it was had. */
export interface CodeAnswer<Value> {
  value: Value;
  warnings: string[];
  ver: Json | undefined;
}

/** Asks the tool itself and, where this Editor has none of that name, its equivalent: then nothing has run yet. */
export async function orEquivalent(ask: () => Promise<Answer>, equivalent: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    if (editorCodeOf(thrown) !== "NOT_ON_THIS_VERSION") throw thrown;
    return equivalent();
  }
}

/** C# that returns one JSON text, and what reads it: undefined where it has another shape. */
export interface Code<Value> {
  tool: string;
  code: string;
  /** It only reads. */
  repeatable: boolean;
  read(json: Json): Value | undefined;
}

/** Throws NOT_ON_THIS_VERSION where code may not run. */
export async function runCode<Value>(
  { tool, code, repeatable, read }: Code<Value>,
  { session, caller }: Dealings,
  context: Context,
): Promise<CodeAnswer<Value>> {
  const missing = () => `This Editor${session.ver ? ` (${session.title})` : ""} has no "${tool}" any more`;
  const refused = (why: string, hint: string) =>
    editorError("NOT_ON_THIS_VERSION", `${missing()}, and its equivalent in C# ${why}`, {
      hint,
      details: { dispatched: false, ...(session.ver === undefined ? {} : { ver: session.ver }) },
    });
  if (context.readOnly) throw refused("is not run under --read-only", "Start jig without --read-only");
  const params = { Code: code, Parameters: {}, CompileOnly: false };
  const { result } = await session.run({ method: "execute-dynamic-code", params, repeatable }, caller);
  if (result.Success !== true) {
    const said = String(result.ErrorMessage || result.Error || "no reason given");
    if (!refusedCode(result)) {
      throw editorError("EDITOR_ERROR", `${missing()}; its equivalent in C# was run and failed: ${said}`, {
        hint: repeatable ? "It only reads" : "It ran, perhaps in part: look at its effect before you repeat it",
        details: { dispatched: true, ...(session.ver === undefined ? {} : { ver: session.ver }) },
      });
    }
    throw refused(
      `was not run: ${said}`,
      `A person can allow dynamic code in Unity's settings of that package (security level now: ${result.SecurityLevel ?? "unknown"})`,
    );
  }
  const warnings = [`${missing()}; answered by C# code through its execute-dynamic-code`];
  const value = read(parsed(String(result.Result)));
  if (value === undefined) {
    throw editorError("EDITOR_ERROR", `The C# equivalent of "${tool}" answered something else than was asked of it`, {
      details: { dispatched: true, result: String(result.Result).slice(0, 200) },
    });
  }
  return { value, warnings, ver: result.Ver };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Rows, for code that returns a list of objects. */
export function listOf(json: Json | undefined): JsonObject[] | undefined {
  return Array.isArray(json) ? json.map(asObject) : undefined;
}

export { literal } from "../backends/csharp-literal.ts";
