/** `run-tests`: runs the Unity Test Runner. */
import { getDefaults } from "valibot";
import type { Context, Json, Outcome, View } from "../../core/host/plugin-api.ts";
import { askEditor, type CommonInput, editorParams } from "./dealings.ts";
import { asObject } from "./protocol/message.ts";
import { runTestsInput } from "./schemas.ts";

export default async function runTests(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "run-tests", params: editorParams(input), repeatable: false };
  return askEditor(input, context, command, getDefaults(runTestsInput));
}

export function view(value: Json): View {
  const { PassedCount, FailedCount, SkippedCount, Message, XmlPath } = asObject(value);
  const counts = { passed: PassedCount, failed: FailedCount, skipped: SkippedCount };
  const rows = Object.entries(counts).flatMap(([what, number]) =>
    typeof number === "number"
      ? [
          {
            text: `${what}: ${number}`,
            cells: { tests: what, count: number },
            ...(what === "failed" && number > 0 ? { tone: "error" as const } : {}),
          },
        ]
      : [],
  );
  const notes = [Message, XmlPath && `Results: ${XmlPath}`].filter((note) => typeof note === "string" && note !== "");
  return { rows, columns: ["tests", "count"], notes: notes as string[] };
}
