/** Defines the output schemas for compiling, logs, menus, code and the Editor's state. */
import * as v from "valibot";
import { lazily, type Notice, type Output, type RowSource } from "../../../core/host/plugin-api.ts";

export type Declared = Output<v.GenericSchema>;

export const text = v.nullish(v.string());
export const count = v.nullish(v.number());
const flag = v.nullish(v.boolean());

/** The properties that all answers have. Additional fields are allowed, because Editors add their own. */
export const envelope = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.looseObject({ ...entries, warnings: v.optional(v.array(v.string())), Ver: v.string() });

/** These follow the notices of the tool. */
export const COMMON: Notice[] = [
  { at: "/ErrorMessage", tone: "error" },
  { at: "/errorMessage", tone: "error" },
  { at: "/Hint" },
  { at: "/warnings", tone: "warning" },
];

/** The next call is probably about the same project. */
export const SAME_PROJECT = { ProjectPath: { at: "@ProjectPath" } } as const;

export const messageOf = v.looseObject({ Message: text, File: text, Line: count });

export const messages = (at: string, severity: "error" | "warning"): RowSource => ({
  at,
  unit: [severity, `${severity}s`],
  columns: [
    { field: "severity", template: severity },
    { field: "File", title: "file", kind: "path" },
    { field: "Line", title: "line", kind: "line" },
    { field: "Message", title: "message" },
  ],
  location: { path: "/File", base: "#/ProjectRoot", line: "/Line" },
  tone: severity,
});

export const compileOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: flag,
      ErrorCount: count,
      WarningCount: count,
      CompletedAt: text,
      Errors: v.nullish(v.array(messageOf)),
      Warnings: v.nullish(v.array(messageOf)),
      Message: text,
      ProjectRoot: text,
    }),
  ),
  rows: [messages("/Warnings", "warning"), messages("/Errors", "error")],
  notices: [
    { at: "/Success", text: "compiled" },
    { at: "/ErrorCount", text: "{} errors", one: "1 error", zero: true },
    { at: "/WarningCount", text: "{} warnings", one: "1 warning", zero: true },
    { at: "/CompletedAt", text: "completed at {}" },
    { at: "/Message" },
    ...COMMON,
  ],
};

export const getLogsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      TotalCount: v.number(),
      DisplayedCount: v.number(),
      LogType: text,
      MaxCount: count,
      SearchText: text,
      IncludeStackTrace: flag,
      Logs: v.array(v.looseObject({ Type: text, Message: text, StackTrace: text })),
      ProjectRoot: text,
    }),
  ),
  rows: [
    {
      at: "/Logs",
      unit: ["log", "logs"],
      count: "/DisplayedCount",
      total: "/TotalCount",
      columns: [
        { field: "Type", title: "type" },
        { field: "Message", title: "message" },
        { field: "StackTrace", title: "stack", drop: 1 },
      ],
      lines: true,
      tone: { at: "/Type", error: ["Error"], warning: ["Warning"] },
    },
  ],
  next: { parameter: "cursor", by: "page" },
  notices: [{ at: "/TotalCount", text: "{} logs in all", one: "1 log in all", zero: true }, ...COMMON],
};

export const clearConsoleOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      ClearedLogCount: v.number(),
      ClearedCounts: v.nullish(v.looseObject({ ErrorCount: count, WarningCount: count, LogCount: count })),
      Message: text,
      ErrorMessage: text,
    }),
  ),
  notices: [
    { at: "/Message" },
    { at: "/ClearedLogCount", text: "{} logs cleared", one: "1 log cleared", zero: true },
    { at: "/ClearedCounts/ErrorCount", text: "{} errors", one: "1 error" },
    { at: "/ClearedCounts/WarningCount", text: "{} warnings", one: "1 warning" },
    ...COMMON,
  ],
};

export const executeMenuItemOutput: Declared = {
  schema: lazily(() =>
    envelope({
      MenuItemPath: v.string(),
      Success: v.boolean(),
      ExecutionMethod: text,
      ErrorMessage: text,
      Details: text,
      MenuItemFound: flag,
    }),
  ),
  notices: [
    { at: "/Success", text: "{/MenuItemPath} executed by {/ExecutionMethod}" },
    { at: "/Details" },
    { at: "/WarningMessage", tone: "warning" },
    ...COMMON,
  ],
};

export const executeDynamicCodeOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Result: text,
      Logs: v.nullish(v.array(v.string())),
      CompilationErrors: v.nullish(
        v.array(v.looseObject({ Message: text, Line: count, Column: count, ErrorCode: text })),
      ),
      ErrorMessage: text,
      SecurityLevel: text,
      UpdatedCode: text,
    }),
  ),
  // Problems are shown before the result.
  rows: [
    { at: "/UpdatedCode", unit: ["line", "lines"], keep: "ends" },
    { at: "/Logs", unit: ["log", "logs"], text: "log: {}", tone: "muted" },
    { at: "/Result", unit: ["line", "lines"], keep: "ends" },
    {
      at: "/CompilationErrors",
      unit: ["error", "errors"],
      columns: [
        { field: "Line", kind: "line" },
        { field: "Column", kind: "number" },
        { field: "ErrorCode" },
        { field: "Message" },
        { field: "Hint" },
        { field: "Suggestions" },
        { field: "Context" },
      ],
      text: "{/Line}:{/Column}: {/ErrorCode} {/Message} {/Hint} {/Suggestions}",
      tone: "error",
    },
  ],
  notices: [{ at: "/DiagnosticsSummary" }, { at: "/SecurityLevel", text: "security level: {}" }, ...COMMON],
};

export const focusWindowOutput: Declared = {
  schema: lazily(() => envelope({ Success: v.boolean(), Message: v.string(), ErrorMessage: v.string() })),
  notices: [{ at: "/Message" }, ...COMMON],
};

export const unityStatusOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Ready: v.boolean(),
      State: v.string(),
      BlockedBy: v.optional(v.string()),
      Why: v.string(),
      Endpoint: v.string(),
    }),
  ),
  rows: [],
  notices: [
    { at: "/State" },
    { at: "/BlockedBy", text: "blocked by: {}" },
    { at: "/Why" },
    { at: "/Fix" },
    { at: "/ProjectRoot", text: "project: {}" },
    { at: "/Endpoint", text: "endpoint: {}" },
    { at: "/UnityVersion", text: "Unity {}" },
    { at: "/Backend", text: "by {}" },
    { at: "/OtherBackends", text: "also there: {}" },
    { at: "/ToolCount", text: "{} tools" },
    { at: "/SettingsFile", text: "settings: {}" },
    { at: "/Locks", text: "lock {/Name}, {/AgeSeconds} s old" },
    ...COMMON,
  ],
};

const parameter = v.looseObject({ Name: v.string(), Type: v.string(), Description: v.string() });

export const unityToolsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Tools: v.array(v.looseObject({ Name: v.string(), Description: v.string(), Parameters: v.array(parameter) })),
      TotalCount: v.number(),
      DisplayedCount: v.number(),
    }),
  ),
  rows: [
    {
      at: "/Tools",
      unit: ["tool", "tools"],
      count: "/DisplayedCount",
      columns: [
        { field: "Name", title: "name", kind: "symbol" },
        { field: "Description", title: "description" },
        { field: "Parameters", hidden: true },
      ],
      lines: true,
      links: [{ rel: "open", tool: "unity-call", input: { Tool: { at: "/Name" }, ...SAME_PROJECT } }],
    },
  ],
  next: { parameter: "cursor", by: "page" },
  notices: [{ at: "/TotalCount", text: "{} tools in all", one: "1 tool in all", zero: true }, ...COMMON],
};

/** The tool belongs to the Editor, so its result can have any form. */
export const unityCallOutput: Declared = { schema: envelope({}) };

const receipt = {
  Id: v.string(),
  Tool: v.string(),
  SentAt: v.string(),
  Backend: v.string(),
  Verdict: v.picklist(["ran", "did not run", "still running", "unknown"]),
  Why: v.string(),
  Result: v.optional(v.looseObject({})),
};

/** Returns the receipt with the given Id, or the latest ones. */
export const unityReceiptOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Receipts: v.optional(v.array(v.looseObject(receipt))),
      ...v.partial(v.object(receipt)).entries,
    }),
  ),
  rows: [
    {
      at: "/Receipts",
      unit: ["command", "commands"],
      columns: [
        { field: "Id", title: "id", kind: "symbol" },
        { field: "Tool", title: "tool" },
        { field: "SentAt", title: "sent" },
        { field: "Backend", hidden: true },
        { field: "Verdict", title: "verdict" },
        { field: "Why", title: "why" },
        { field: "Result", hidden: true },
      ],
      links: [{ rel: "open", tool: "unity-receipt", input: { Id: { at: "/Id" }, ...SAME_PROJECT } }],
    },
  ],
  next: { parameter: "cursor", by: "page" },
  notices: [
    { at: "/Id" },
    { at: "/Tool", text: "tool: {}" },
    { at: "/SentAt", text: "sent: {}" },
    { at: "/Verdict", text: "verdict: {}" },
    { at: "/Why" },
    ...COMMON,
  ],
};
