/** Formats a failed test with its name, location, message and stack. */
import type { Json, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import { locationIn } from "../results/project-paths.ts";

export function lines({ row }: RenderedRow, answer: Json): Row[] {
  const test = asObject(row);
  const [name, message, stack, file] = ["FullName", "Message", "StackTrace", "File"].map((key) =>
    textIn(test, key).trimEnd(),
  );
  const line = typeof test.Line === "number" ? test.Line : 0;
  const location = locationIn(textIn(asObject(answer), "ProjectRoot"), file!, line);
  const place = file === "" ? "" : `  ${file}:${line}`;
  const head: Row = {
    text: `FAILED ${name}${place}`,
    cells: { test: name!, file: file!, line: line || null, message: message!, stack: stack! },
    tone: "error",
    ...(location ? { location } : {}),
  };
  const said = [message!, stack!].filter((each) => each !== "");
  return [head, ...said.map((text, index): Row => ({ text, depth: 1, ...(index > 0 ? { tone: "muted" } : {}) }))];
}
