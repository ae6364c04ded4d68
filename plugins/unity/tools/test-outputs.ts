/** Defines the output schemas of the test tools. */
import * as v from "valibot";
import { lazily, type RowSource } from "../../../core/host/plugin-api.ts";
import { COMMON, count, type Declared, envelope, messageOf, messages, text } from "./console-outputs.ts";

const failedTest = v.looseObject({
  FullName: v.string(),
  Message: v.string(),
  StackTrace: v.string(),
  File: v.string(),
  Line: v.number(),
});

const failedTests: RowSource = {
  at: "/FailedTests",
  unit: ["failed test", "failed tests"],
  columns: [
    { field: "FullName", title: "test", kind: "symbol" },
    { field: "File", title: "file", kind: "path" },
    { field: "Line", title: "line", kind: "line" },
    { field: "Message", title: "message" },
    { field: "StackTrace", title: "stack", drop: 1 },
  ],
  lines: true,
  tone: "error",
};

export const runTestsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Message: text,
      CompletedAt: text,
      TestCount: count,
      PassedCount: count,
      FailedCount: count,
      SkippedCount: count,
      XmlPath: text,
      FailedTests: v.optional(v.array(failedTest)),
      ProjectRoot: text,
    }),
  ),
  rows: [failedTests],
  notices: [
    { at: "/Message" },
    { at: "/PassedCount", text: "{} passed", zero: true },
    { at: "/FailedCount", text: "{} failed", zero: true },
    { at: "/SkippedCount", text: "{} skipped", zero: true },
    { at: "/TestCount", text: "{} in all", zero: true },
    { at: "/CompletedAt", text: "completed at {}" },
    { at: "/XmlPath", text: "results: {}" },
    ...COMMON,
  ],
};

export const unityVerifyOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Stage: v.picklist(["compile", "tests"]),
      Message: text,
      ErrorCount: count,
      WarningCount: count,
      Errors: v.nullish(v.array(v.looseObject({ ...messageOf.entries, Source: v.optional(v.string()) }))),
      Warnings: v.nullish(v.array(messageOf)),
      Changed: v.optional(v.array(v.string())),
      Reached: v.optional(v.array(v.string())),
      TestCount: count,
      PassedCount: count,
      FailedCount: count,
      SkippedCount: count,
      FailedTests: v.optional(v.array(failedTest)),
      Runs: v.optional(
        v.array(v.looseObject({ Assembly: v.string(), TestMode: v.string(), Passed: v.boolean(), TestCount: count })),
      ),
      CompletedAt: text,
      ProjectRoot: text,
    }),
  ),
  rows: [
    { ...messages("/Warnings", "warning"), text: "warning: {/Message}  {/Source}" },
    {
      at: "/Runs",
      unit: ["run", "runs"],
      columns: [{ field: "Assembly" }, { field: "TestMode" }, { field: "TestCount" }, { field: "FailedCount" }],
      text: "{/Assembly} ({/TestMode}): {/TestCount} tests, {/FailedCount} failed {/Message}",
    },
    failedTests,
    { ...messages("/Errors", "error"), text: "error: {/Message}  {/Source}" },
  ],
  notices: [
    { at: "/Message" },
    { at: "/ErrorCount", text: "{} errors", one: "1 error" },
    { at: "/WarningCount", text: "{} warnings", one: "1 warning" },
    { at: "/PassedCount", text: "{} passed" },
    { at: "/FailedCount", text: "{} failed" },
    { at: "/SkippedCount", text: "{} skipped" },
    { at: "/Changed", text: "changed: {}" },
    { at: "/CompletedAt", text: "completed at {}" },
    ...COMMON,
  ],
};
