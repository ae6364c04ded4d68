/** `execute-dynamic-code`: compiles and runs C# in the Editor, once. */
import { getDefaults } from "valibot";
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { askEditor, type CommonInput, editorParams } from "./dealings.ts";
import { cutRows } from "./fit.ts";
import { asObject } from "./protocol/message.ts";
import { rowsOf, textIn } from "./results/answer.ts";
import { executeDynamicCodeInput } from "./schemas.ts";

export default async function executeDynamicCode(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "execute-dynamic-code", params: editorParams(input), repeatable: false };
  const outcome = await askEditor(input, context, command, getDefaults(executeDynamicCodeInput));
  const hint = outcome.failed ? hintFor(asObject(outcome.value)) : undefined;
  return hint === undefined ? outcome : { ...outcome, value: { ...asObject(outcome.value), Hint: hint } };
}

/** What a person can do about refusals that come as ordinary results. */
function hintFor(result: JsonObject): string | undefined {
  const { SecurityLevel, ErrorMessage } = result;
  if (SecurityLevel === "Disabled") {
    return "Dynamic code is off. A person can allow it in Unity's uLoopMCP window: Dynamic Code Security Level, Restricted or FullAccess";
  }
  if (typeof ErrorMessage !== "string") return undefined;
  if (ErrorMessage.includes("already in progress")) {
    return "Another piece of code is running: this one did not run. Ask again when that one has ended";
  }
  if (SecurityLevel === "Restricted" && /security|restricted|dangerous/i.test(ErrorMessage)) {
    return "The Restricted level forbids some APIs. A person can choose FullAccess in Unity's uLoopMCP window";
  }
  return undefined;
}

export function view(value: Json): View {
  const { Result, ErrorMessage } = asObject(value);
  const errors = rowsOf(value, "CompilationErrors").map(
    (entry): Row => ({
      text: `${textIn(entry, "Line")}:${textIn(entry, "Column")}: ${textIn(entry, "ErrorCode")} ${textIn(entry, "Message")}`,
      tone: "error",
    }),
  );
  const logs = asObject(value).Logs;
  const lines = Array.isArray(logs) ? logs.map((log): Row => ({ text: String(log), tone: "muted" })) : [];
  const results = String(Result ?? "").split("\n");
  const said = typeof ErrorMessage === "string" && ErrorMessage !== "" ? [ErrorMessage] : [];
  return { rows: [...errors, ...results.map((text) => ({ text })), ...lines], notes: said };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  const lists = ["Diagnostics", "Logs", "CompilationErrors"];
  return cutRows(value, lists, maxChars, "Let the code log and return less, or write to a file of the project");
}
