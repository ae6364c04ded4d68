/** `get-menu-items`: the Editor's menu items with the methods behind them. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { menuItemsByCode } from "../equivalents/menu.ts";
import { orEquivalent } from "../equivalents/run-code.ts";
import { dealingsOf, editorParams } from "./call-editor.ts";
import { outcomeOf } from "./handler.ts";
import type { getMenuItemsInput } from "./input.ts";

const TOOL = "get-menu-items";

export default async function getMenuItems(
  input: InferOutput<typeof getMenuItemsInput>,
  context: Context,
): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const command = { method: TOOL, params: editorParams(input), repeatable: true };
  return outcomeOf(
    await orEquivalent(
      () => dealings.session.run(command, dealings.caller),
      () => menuItemsByCode(TOOL, input, dealings, context),
    ),
    dealings,
  );
}
