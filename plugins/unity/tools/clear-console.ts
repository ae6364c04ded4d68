/** `clear-console`: empties the Console. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { askEditor, type CommonInput, editorParams } from "./call-editor.ts";
import { clearConsoleInput } from "./input.ts";

export default async function clearConsole(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "clear-console", params: editorParams(input), repeatable: false };
  return askEditor(input, context, command, getDefaults(clearConsoleInput));
}
