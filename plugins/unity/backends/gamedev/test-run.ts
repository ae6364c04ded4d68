/**
 * Implements test runs on Unity-MCP. A run is a single call that takes until the tests have finished. The Editor doesn't accept
 * a second one in the meantime.
 */
import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { GamedevServer } from "./editor-server.ts";

export async function runTests(
  server: GamedevServer,
  title: string,
  command: Command,
  context: CommandContext,
): Promise<EditorAnswer> {
  const params = { ...own(command.params, title), includeStacktrace: true };
  const { structured } = await server.tool("tests-run", params, command, context);
  const outer = asObject(structured);
  const response = isObject(outer.result) ? outer.result : outer;
  return { result: report(response, context), warnings: [] };
}

function own({ TestMode, FilterType, FilterValue }: JsonObject, title: string): JsonObject {
  const testMode = TestMode ?? "EditMode";
  switch (FilterType) {
    case "exact":
      return { testMode, testMethod: FilterValue ?? "" };
    case "assembly":
      return { testMode, testAssembly: String(FilterValue ?? "").replace(/\.dll$/, "") };
    case "regex":
      throw editorError(
        "NOT_ON_THIS_VERSION",
        `${title} selects tests by assembly, class or method, not by a pattern`,
        {
          hint: "Nothing was sent. Filter by the full name of one test, or by assembly",
          details: { dispatched: false },
        },
      );
    default:
      return { testMode };
  }
}

function report(response: JsonObject, context: CommandContext): JsonObject {
  const field = (object: JsonObject, name: string): Json | undefined =>
    object[name] ?? object[name.charAt(0).toLowerCase() + name.slice(1)];
  const summary = asObject(field(response, "Summary"));
  const count = (name: string) => Number(field(summary, name) ?? 0);
  const results = field(response, "Results");
  const failed = (Array.isArray(results) ? results.map(asObject) : [])
    .filter((each) => field(each, "Status") === "Failed")
    .map((each) => ({
      FullName: field(each, "Name") ?? "",
      Message: field(each, "Message") ?? "",
      StackTrace: field(each, "StackTrace") ?? "",
    }));
  const total = count("TotalTests");
  const known = field(summary, "TotalTests") !== undefined;
  return {
    Success: known && total > 0 && count("FailedTests") === 0,
    Message: !known
      ? "The Editor gave no summary of the run"
      : total === 0
        ? "No tests matched"
        : `${count("PassedTests")} of ${total} passed, ${count("FailedTests")} failed`,
    CompletedAt: new Date(context.deadline.clock.now()).toISOString(),
    TestCount: total,
    PassedCount: count("PassedTests"),
    FailedCount: count("FailedTests"),
    SkippedCount: count("SkippedTests"),
    XmlPath: null,
    ...(failed.length > 0 ? { FailedTests: failed } : {}),
  };
}
