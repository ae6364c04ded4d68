/** `get-logs`: the Console's messages. */

import { getDefaults } from "valibot";
import type { Context, DrawnRow, Json, Outcome, Row } from "../../../core/host/plugin-api.ts";
import { asObject } from "../protocol/message.ts";
import { locationIn } from "../results/project-files.ts";
import { placeIn } from "../results/stack-place.ts";
import { type CommonInput, dealingsOf, editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf, textIn } from "./handler.ts";
import { getLogsInput } from "./input.ts";

export default async function getLogs(input: CommonInput, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const command = { method: "get-logs", params: editorParams(input), repeatable: true };
  const answer = await dealings.session.run(command, dealings.caller);
  const { result, warnings } = await withParameterWarnings(answer, dealings, command, getDefaults(getLogsInput));
  // The places in messages and stacks are relative to it.
  return outcomeOf({ result: { ...result, ProjectRoot: dealings.session.projectRoot }, warnings }, dealings);
}

export function lines({ row }: DrawnRow, answer: Json): Row[] {
  const entry = asObject(row);
  const root = textIn(asObject(answer), "ProjectRoot");
  const type = textIn(entry, "Type");
  const stack = textIn(entry, "StackTrace").trimEnd();
  const message = textIn(entry, "Message");
  const tone = type === "Error" ? "error" : type === "Warning" ? "warning" : undefined;
  const place = placeIn(`${message}\n${stack}`);
  const location = place && locationIn(root, place.file, place.line);
  const drawn: Row = {
    text: `[${type}] ${message}${stack === "" ? "" : `\n${stack}`}`,
    cells: { type, message, stack },
    ...(tone ? { tone } : {}),
    ...(location ? { location } : {}),
  };
  return [drawn];
}
