/** What the tools that run tests answer. */
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
  remarks: [
    { at: "/Message" },
    { at: "/PassedCount", say: "{} passed", zero: true },
    { at: "/FailedCount", say: "{} failed", zero: true },
    { at: "/SkippedCount", say: "{} skipped", zero: true },
    { at: "/TestCount", say: "{} in all", zero: true },
    { at: "/CompletedAt", say: "completed at {}" },
    { at: "/XmlPath", say: "results: {}" },
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
    { ...messages("/Warnings", "warning"), say: "warning: {/Message}  {/Source}" },
    {
      at: "/Runs",
      unit: ["run", "runs"],
      columns: [{ field: "Assembly" }, { field: "TestMode" }, { field: "TestCount" }, { field: "FailedCount" }],
      say: "{/Assembly} ({/TestMode}): {/TestCount} tests, {/FailedCount} failed {/Message}",
    },
    failedTests,
    { ...messages("/Errors", "error"), say: "error: {/Message}  {/Source}" },
  ],
  remarks: [
    { at: "/Message" },
    { at: "/ErrorCount", say: "{} errors", one: "1 error" },
    { at: "/WarningCount", say: "{} warnings", one: "1 warning" },
    { at: "/PassedCount", say: "{} passed" },
    { at: "/FailedCount", say: "{} failed" },
    { at: "/SkippedCount", say: "{} skipped" },
    { at: "/Changed", say: "changed: {}" },
    { at: "/CompletedAt", say: "completed at {}" },
    ...COMMON,
  ],
};
