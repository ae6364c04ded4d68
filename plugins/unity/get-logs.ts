/** `get-logs`: the Console's messages. */

import { getDefaults } from "valibot";
import type { Context, Json, JsonObject, Location, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { type CommonInput, dealingsOf, editorParams, withParameterWarnings } from "./dealings.ts";
import { cutRows } from "./fit.ts";
import { asObject } from "./protocol/message.ts";
import { outcomeOf, rowsOf, textIn } from "./results/answer.ts";
import { locationIn } from "./results/project-files.ts";
import { getLogsInput } from "./schemas.ts";

export default async function getLogs(input: CommonInput, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const command = { method: "get-logs", params: editorParams(input), repeatable: true };
  const answer = await dealings.session.run(command, dealings.caller);
  const { result, warnings } = await withParameterWarnings(answer, dealings, command, getDefaults(getLogsInput));
  // The places in messages and stacks are relative to it.
  return outcomeOf({ result: { ...result, ProjectRoot: dealings.session.projectRoot }, warnings }, dealings);
}

export function view(value: Json): View {
  const root = textIn(asObject(value), "ProjectRoot");
  return { rows: rowsOf(value, "Logs").map((entry) => logRow(entry, root)) };
}

function logRow(entry: JsonObject, root: string): Row {
  const type = textIn(entry, "Type");
  const stack = textIn(entry, "StackTrace").trimEnd();
  const message = textIn(entry, "Message");
  const tone = type === "Error" ? "error" : type === "Warning" ? "warning" : undefined;
  const location = placeIn(root, `${message}\n${stack}`);
  return {
    text: `[${type}] ${message}${stack === "" ? "" : `\n${stack}`}`,
    cells: { type, message },
    ...(tone ? { tone } : {}),
    ...(location ? { location } : {}),
  };
}

/** The first place that a log names: `(at Assets/A.cs:12)` of a stack, `Assets/A.cs(12,3)` of the compiler. */
function placeIn(root: string, text: string): Location | undefined {
  const match = /\(at ([^()\n]+):(\d+)\)|^([^():\n]+\.cs)\((\d+),\d+\)/m.exec(text);
  return match ? locationIn(root, (match[1] ?? match[3])!, Number(match[2] ?? match[4])) : undefined;
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(
    value,
    ["Logs"],
    maxChars,
    "Ask with IncludeStackTrace false, a smaller MaxCount, a LogType or a SearchText",
  );
}
