/** Implements `execute-dynamic-code`, which compiles and runs C# code in the Editor once. */
import { getDefaults } from "valibot";
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { SETTINGS_WINDOW } from "../editor/menu-paths.ts";
import type { CommonInput } from "../routing/editor-call.ts";
import { callEditor, editorParams } from "./call-editor.ts";
import { executeDynamicCodeInput } from "./input.ts";

export default async function executeDynamicCode(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "execute-dynamic-code", params: editorParams(input), repeatable: false };
  const outcome = await callEditor(input, context, command, getDefaults(executeDynamicCodeInput));
  const hint = outcome.failed ? hintFor(asObject(outcome.value)) : undefined;
  return hint === undefined ? outcome : { ...outcome, value: { ...asObject(outcome.value), Hint: hint } };
}

/** Some refusals are returned as normal results, so we add the advice here. */
function hintFor(result: JsonObject): string | undefined {
  const { SecurityLevel, ErrorMessage } = result;
  if (SecurityLevel === "Disabled") {
    return `Dynamic code is off. A person can set Dynamic Code Security Level to Restricted or FullAccess: ${SETTINGS_WINDOW}`;
  }
  if (typeof ErrorMessage !== "string") return undefined;
  if (ErrorMessage.includes("already in progress")) {
    return "Other code is still running, so this did not run. Try again when it has ended";
  }
  if (SecurityLevel === "Restricted" && /security|restricted|dangerous/i.test(ErrorMessage)) {
    return `The Restricted level forbids some APIs. A person can choose FullAccess: ${SETTINGS_WINDOW}`;
  }
  return undefined;
}
