/** `get-logs`: the Console's messages. */

import { getDefaults } from "valibot";
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { askEditor, type CommonInput, editorParams, rowsOf, textIn } from "./dealings.ts";
import { cutRows } from "./fit.ts";
import { getLogsInput } from "./schemas.ts";

export default async function getLogs(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "get-logs", params: editorParams(input), repeatable: true };
  return askEditor(input, context, command, getDefaults(getLogsInput));
}

export function view(value: Json): View {
  return { rows: rowsOf(value, "Logs").map(logRow) };
}

function logRow(entry: JsonObject): Row {
  const type = textIn(entry, "Type");
  const stack = textIn(entry, "StackTrace").trimEnd();
  const message = textIn(entry, "Message");
  const tone = type === "Error" ? "error" : type === "Warning" ? "warning" : undefined;
  return {
    text: `[${type}] ${message}${stack === "" ? "" : `\n${stack}`}`,
    cells: { type, message },
    ...(tone ? { tone } : {}),
  };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(
    value,
    ["Logs"],
    maxChars,
    "Ask with IncludeStackTrace false, a smaller MaxCount, a LogType or a SearchText",
  );
}
