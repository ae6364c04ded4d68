/** Implements `get-menu-items`, which lists menu items and their methods. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { menuItemsByCode } from "../fallbacks/menu-items-by-code.ts";
import { orFallback } from "../fallbacks/run-code.ts";
import { openCall } from "../routing/editor-call.ts";
import { editorParams } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { getMenuItemsInput } from "./input.ts";

const TOOL = "get-menu-items";

export default async function getMenuItems(
  input: InferOutput<typeof getMenuItemsInput>,
  context: Context,
): Promise<Outcome> {
  const call = await openCall(input, context);
  const command = { method: TOOL, params: editorParams(input), repeatable: true };
  return outcomeOf(
    await orFallback(
      () => call.router.run(command, call.commandContext),
      () => menuItemsByCode(TOOL, input, call, context),
    ),
    call,
  );
}
