/** Implements `get-logs`, which returns the messages of the Console. */
import { getDefaults } from "valibot";
import type { Context, Json, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import { locationIn } from "../results/project-paths.ts";
import { projectFrame } from "../results/stack-trace.ts";
import { type CommonInput, openCall } from "../routing/editor-call.ts";
import { editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { getLogsInput } from "./input.ts";

export default async function getLogs(input: CommonInput, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  const command = { method: "get-logs", params: editorParams(input), repeatable: true };
  const answer = await call.router.run(command, call.commandContext);
  const { result, warnings } = await withParameterWarnings(answer, call, command, getDefaults(getLogsInput));
  // Locations in messages and stacks are relative to this.
  return outcomeOf({ result: { ...result, ProjectRoot: call.router.projectRoot }, warnings }, call);
}

export function lines({ row }: RenderedRow, answer: Json): Row[] {
  const entry = asObject(row);
  const root = textIn(asObject(answer), "ProjectRoot");
  const type = textIn(entry, "Type");
  const stack = textIn(entry, "StackTrace").trimEnd();
  const message = textIn(entry, "Message");
  const tone = type === "Error" ? "error" : type === "Warning" ? "warning" : undefined;
  const place = projectFrame(`${message}\n${stack}`);
  const location = place && locationIn(root, place.file, place.line);
  const head: Row = {
    text: `[${type}] ${message}${stack === "" ? "" : `\n${stack}`}`,
    cells: { type, message, stack },
    ...(tone ? { tone } : {}),
    ...(location ? { location } : {}),
  };
  return [head];
}
