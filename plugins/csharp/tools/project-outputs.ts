/** Defines the output schemas and the display for tools about packages, files, assets and the index. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const packagesList: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      packages: v.array(
        v.object({
          name: v.string(),
          displayName: v.string(),
          version: v.string(),
          source: v.string(),
          isEmbedded: v.boolean(),
          resolvedPath: v.nullable(v.string()),
          isDirect: v.boolean(),
          note: v.optional(v.string()),
          root: v.optional(v.string()),
        }),
      ),
      totalCount: count,
      hint: v.optional(v.string()),
    }),
  ),
  rows: [
    {
      at: "/packages",
      unit: ["package", "packages"],
      total: "/totalCount",
      columns: [
        { field: "name" },
        { field: "version" },
        { field: "source" },
        { field: "resolvedPath", kind: "path" },
        { field: "displayName", drop: 3 },
        { field: "isDirect", drop: 4 },
        { field: "root", drop: 2 },
        { field: "note", drop: 1 },
      ],
      location: { path: "/resolvedPath" },
    },
  ],
  notices: [{ at: "/totalCount", text: "{} packages", one: "1 package", zero: true }, { at: "/hint" }],
};

export const read: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      path: v.string(),
      startLine: count,
      endLine: count,
      totalLines: count,
      content: v.string(),
      symbol_path: v.optional(v.string()),
      parts: v.optional(v.array(v.string())),
      truncated: v.optional(v.boolean()),
      encoding: v.optional(v.string()),
      warning: v.optional(v.string()),
    }),
  ),
  rows: [{ at: "/content", keep: "head", unit: ["line", "lines"], location: { path: "#/path", line: "#/startLine" } }],
  next: { parameter: "startLine", by: "line", firstLine: "/startLine", lastLine: "/endLine" },
  language: "csharp",
  notices: [
    { at: "/totalLines", text: "the file has {} lines", one: "the file has 1 line", zero: true },
    { at: "/symbol_path", text: "declaration of {}" },
    { at: "/parts", text: "other parts: {}" },
    { at: "/encoding", text: "encoding {}" },
    { at: "/warning", tone: "warning" },
  ],
};

export const assetUsages: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      path: v.optional(v.string()),
      guid: v.string(),
      results: v.array(
        v.object({
          path: v.string(),
          kind: v.picklist(["scene", "prefab", "asset"]),
          count,
          depth: v.optional(count),
          of: v.optional(v.string()),
          step: v.optional(v.string()),
          uses: v.array(
            v.object({
              line: count,
              kind: v.string(),
              object: v.optional(v.string()),
              value: v.optional(v.string()),
              fields: v.optional(v.array(v.string())),
              count: v.optional(count),
              lastLine: v.optional(count),
            }),
          ),
        }),
      ),
      total: count,
      files: v.optional(v.array(v.string())),
      cursor: v.optional(v.string()),
      hint: v.optional(v.string()),
      note: v.optional(v.string()),
      unread: v.optional(v.string()),
    }),
  ),
  rows: [
    {
      at: "/results/*/uses",
      unit: ["use", "uses"],
      lines: true,
      columns: [
        { field: "kind" },
        { field: "object" },
        { field: "value" },
        { field: "fields" },
        { field: "count", kind: "number" },
        { field: "lastLine", hidden: true },
        { field: "asset", at: "^/path", kind: "path", hidden: true },
        { field: "line", kind: "line", hidden: true },
      ],
      location: { path: "^/path", line: "/line" },
      heading: { text: "{^/kind} {^/path}, uses: {^/count} {^/step}", location: { path: "^/path" } },
    },
  ],
  next: { parameter: "startAfter", by: "cursors", at: "/cursor" },
  textTokens: { default: 4000, unless: ["pageSize"] },
  notices: [
    { at: "/guid", text: "guid {}" },
    { at: "/total", text: "{} assets", one: "1 asset", zero: true },
    { at: "/files", text: "uses by file: {}" },
    { at: "/hint" },
    { at: "/note" },
    { at: "/unread", tone: "warning" },
  ],
};

export const indexStatus: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      totalFiles: count,
      indexedFiles: count,
      coverage: v.number(),
      codeIndexRoot: v.string(),
      ready: v.boolean(),
      building: v.boolean(),
      symbols: count,
      extractorVersion: v.number(),
      scopes: v.record(v.string(), v.object({ total: count, indexed: count })),
      projects: v.optional(v.array(v.string())),
      unread: v.optional(v.string()),
      degradedFiles: v.optional(count),
      degraded: v.optional(v.array(v.object({ path: v.string(), reason: v.string() }))),
      foreignIndex: v.optional(v.object({ path: v.string(), note: v.string() })),
      cacheProblem: v.optional(v.string()),
      freshness: v.optional(v.object({ watchedFolders: v.optional(count), reason: v.optional(v.string()) })),
    }),
  ),
  rows: [
    {
      at: "/degraded",
      unit: ["file", "files"],
      total: "/degradedFiles",
      text: "{/path}: {/reason}",
      columns: [{ field: "path", kind: "path" }, { field: "reason" }],
      tone: "warning",
      location: { path: "/path" },
    },
    { at: "/scopes", unit: ["scope", "scopes"], text: "scope {^}: {/indexed} of {/total} files" },
  ],
  notices: [
    {
      at: "/totalFiles",
      zero: true,
      text: "{/indexedFiles} of {} files indexed ({/coverage} %), {/symbols} symbols; extractor {/extractorVersion}",
    },
    { at: "/ready", text: "the index is ready" },
    { at: "/building", text: "the index is being built" },
    { at: "/degradedFiles", text: "{} files could not be parsed", one: "1 file could not be parsed" },
    { at: "/projects", text: "Unity project inside the root: {}" },
    { at: "/unread", tone: "warning" },
    { at: "/codeIndexRoot", text: "kept in {}" },
    { at: "/cacheProblem", tone: "warning" },
    {
      at: "/freshness/watchedFolders",
      text: "{} folders are watched: a query checks only what changed",
      one: "1 folder is watched: a query checks only what changed",
    },
    { at: "/freshness/reason", text: "every query checks all files: {}" },
    { at: "/foreignIndex/path", text: "{}: {/foreignIndex/note}" },
  ],
};
