/** `compile`: compiles the project's scripts and returns once the Editor takes commands again. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { type CommonInput, dealingsOf, editorParams } from "./dealings.ts";
import { cutRows } from "./fit.ts";
import { asObject } from "./protocol/message.ts";
import { outcomeOf, rowsOf, textIn } from "./results/answer.ts";
import { locationIn } from "./results/project-files.ts";

export default async function compile(input: CommonInput, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const { session, caller } = dealings;
  const { result, warnings } = await session.compile(editorParams(input), caller);
  // Newer Editors say the project themselves; without it the files below are relative to nothing.
  return outcomeOf({ result: { ...result, ProjectRoot: session.projectRoot }, warnings }, dealings);
}

export function view(value: Json): View {
  const { Message, ProjectRoot } = asObject(value);
  const root = typeof ProjectRoot === "string" ? ProjectRoot : "";
  const rows = [
    ...rowsOf(value, "Errors").map((entry) => diagnosticRow(entry, "error", root)),
    ...rowsOf(value, "Warnings").map((entry) => diagnosticRow(entry, "warning", root)),
  ];
  return {
    rows,
    columns: ["severity", "message", "file", "line"],
    notes: typeof Message === "string" && Message !== "" ? [Message] : [],
  };
}

function diagnosticRow(entry: JsonObject, severity: "error" | "warning", root: string): Row {
  const file = textIn(entry, "File");
  const line = typeof entry.Line === "number" ? entry.Line : 0;
  const message = textIn(entry, "Message");
  const location = locationIn(root, file, line);
  return {
    text: file === "" ? message : `${file}:${line}: ${message}`,
    cells: { severity, message, file, line },
    tone: severity,
    ...(location ? { location } : {}),
  };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(value, ["Warnings", "Errors"], maxChars, "Fix the errors shown and compile again");
}
