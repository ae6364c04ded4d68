/** `get-menu-items`: the Editor's menu items with the methods behind them. */
import type { InferOutput } from "valibot";
import type { Context, Json, Outcome, View } from "../../core/host/plugin-api.ts";
import { dealingsOf, editorParams } from "./dealings.ts";
import { menuItemsByCode } from "./equivalents/menu.ts";
import { orEquivalent } from "./equivalents/run-code.ts";
import { cutRows } from "./fit.ts";
import { outcomeOf, rowsOf, sameProject, textIn } from "./results/answer.ts";
import type { getMenuItemsInput } from "./schemas.ts";

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

export function view(value: Json, input: object): View {
  const rows = rowsOf(value, "MenuItems").map((item) => {
    const path = textIn(item, "Path");
    return {
      text: path,
      cells: {
        path,
        method: `${textIn(item, "TypeName")}.${textIn(item, "MethodName")}`,
        assembly: textIn(item, "AssemblyName"),
      },
      links: [
        { rel: "open" as const, tool: "execute-menu-item", input: { MenuItemPath: path, ...sameProject(input) } },
      ],
    };
  });
  return { rows, columns: ["path", "method", "assembly"] };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(value, ["MenuItems"], maxChars, "Ask with a FilterText or a smaller MaxCount");
}
