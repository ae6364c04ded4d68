/** `execute-menu-item`: runs a menu item of the Editor, once. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { executeMenuByCode } from "../equivalents/menu.ts";
import { orEquivalent } from "../equivalents/run-code.ts";
import { dealingsOf, editorParams } from "./call-editor.ts";
import { outcomeOf } from "./handler.ts";
import type { executeMenuItemInput } from "./input.ts";

const TOOL = "execute-menu-item";

export default async function executeMenuItem(
  input: InferOutput<typeof executeMenuItemInput>,
  context: Context,
): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const command = { method: TOOL, params: editorParams(input), repeatable: false };
  return outcomeOf(
    await orEquivalent(
      () => dealings.session.run(command, dealings.caller),
      () => executeMenuByCode(TOOL, input.MenuItemPath, dealings, context),
    ),
    dealings,
  );
}
