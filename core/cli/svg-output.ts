/** `--as svg`: an answer that is a chart or a graph, drawn whole. */
import { JigError, type JsonObject, picturesOf, svgOf, type ToolInfo, type View } from "../host/frontend-api.ts";
import type { Shell } from "./shell.ts";

/** Rows of one picture: more are no picture any more. */
const MOST_ROWS = 5000;

export async function drawSvg(tool: ToolInfo, input: JsonObject, shell: Shell): Promise<number> {
  const host = await shell.host();
  const { signal } = shell.io;
  const whole: View = { rows: [] };
  // A picture has no pages.
  for (let asked: JsonObject | undefined = input; asked && whole.rows.length < MOST_ROWS; ) {
    const outcome = await host.invoke(tool.name, asked, { signal });
    if (signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { next, page: _, ...rest } = outcome;
    const view = await host.view(tool.name, rest, asked);
    if (outcome.failed) {
      for (const { text } of view.rows) shell.say(text);
      return 1;
    }
    Object.assign(whole, view, { rows: [...whole.rows, ...view.rows] });
    asked = next && { ...asked, ...next };
    if (asked && whole.rows.length >= MOST_ROWS) shell.say(`Only the first ${whole.rows.length} rows are drawn`);
  }
  const [kind] = picturesOf(whole);
  if (kind === undefined) {
    throw new JigError("UNAVAILABLE", `This answer of "${tool.name}" is neither a chart nor a graph`, {
      hint: "Ask for another format: --as json|toon|text",
    });
  }
  await shell.print(await svgOf(whole, kind, tool.title, host.layout));
  return 0;
}
