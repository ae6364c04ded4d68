/** Implements `--as svg`, which prints a chart or graph. */
import {
  FORMAT_NAMES,
  JigError,
  type JsonObject,
  picturesOf,
  svgOf,
  type ToolInfo,
  type View,
} from "../host/frontend-api.ts";
import { type Failure, failureOf } from "./failed-answer.ts";
import { flagsInText } from "./flags-in-text.ts";
import type { Shell } from "./shell.ts";

/** With more rows than this, a picture isn't readable. */
const MAX_ROWS = 5000;

export async function drawSvg(tool: ToolInfo, input: JsonObject, shell: Shell): Promise<"answered" | Failure> {
  const host = await shell.host();
  const { signal } = shell.io;
  const whole: View = { rows: [] };
  // All pages are fetched, because a picture can't be continued.
  for (let current: JsonObject | undefined = input; current && whole.rows.length < MAX_ROWS; ) {
    const outcome = await host.invoke(tool.name, current, { signal });
    if (signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { next, page: _, ...rest } = outcome;
    const view = await host.view(tool.name, rest, current);
    if (outcome.failed) {
      for (const { text } of view.rows) shell.say(flagsInText(text, tool));
      return failureOf(outcome);
    }
    Object.assign(whole, view, { rows: [...whole.rows, ...view.rows] });
    current = next && { ...current, ...next };
    if (current && whole.rows.length >= MAX_ROWS) shell.say(`Only the first ${whole.rows.length} rows are drawn`);
  }
  const [kind] = picturesOf(whole);
  if (kind === undefined) {
    throw new JigError("UNAVAILABLE", `This answer of "${tool.name}" is neither a chart nor a graph`, {
      hint: `Ask for another format: --as ${FORMAT_NAMES.join("|")}`,
    });
  }
  await shell.print(await svgOf(whole, kind, tool.title, host.layout));
  return "answered";
}
