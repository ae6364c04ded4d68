/** Implements `clear-console`, which clears the Console. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { CommonInput } from "../routing/editor-call.ts";
import { callEditor, editorParams } from "./call-editor.ts";
import { clearConsoleInput } from "./input.ts";

export default async function clearConsole(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "clear-console", params: editorParams(input), repeatable: false };
  return callEditor(input, context, command, getDefaults(clearConsoleInput));
}
