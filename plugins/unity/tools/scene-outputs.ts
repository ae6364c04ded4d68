/** Defines the output schemas for scenes, assets and menus. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";
import { COMMON, envelope, SAME_PROJECT } from "./console-outputs.ts";

type Declared = Output<v.GenericSchema>;

const text = v.nullish(v.string());
const count = v.nullish(v.number());
const flag = v.nullish(v.boolean());
const paged = { parameter: "cursor", by: "page" } as const;

const component = v.looseObject({ type: text, fullTypeName: text, properties: v.nullish(v.array(v.any())) });

export const findGameObjectsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      results: v.nullish(
        v.array(
          v.looseObject({
            name: v.string(),
            path: v.string(),
            isActive: v.boolean(),
            tag: text,
            layer: count,
            components: v.nullish(v.array(component)),
          }),
        ),
      ),
      totalFound: v.number(),
      errorMessage: text,
      resultsFilePath: text,
      message: text,
      processingErrors: v.nullish(v.array(v.any())),
    }),
  ),
  rows: [
    {
      at: "/processingErrors",
      unit: ["error", "errors"],
      text: "{/gameObjectPath}: {/error}",
      tone: "error",
    },
    {
      at: "/results",
      unit: ["object", "objects"],
      total: "/totalFound",
      columns: [
        { field: "path", kind: "symbol" },
        { field: "isActive", title: "active" },
        { field: "tag", drop: 2 },
        { field: "layer", kind: "number", drop: 3 },
        { field: "types", title: "components", at: "/components/*/type", drop: 1 },
        { field: "name", hidden: true },
        { field: "components", hidden: true },
      ],
      lines: true,
      tone: { at: "/isActive", muted: [false] },
      links: [{ rel: "members", tool: "get-hierarchy", input: { RootPath: { at: "/path" }, ...SAME_PROJECT } }],
    },
  ],
  next: paged,
  notices: [
    { at: "/totalFound", text: "{} objects found", one: "1 object found", zero: true },
    { at: "/message" },
    { at: "/resultsFilePath", text: "saved by the Editor: {}" },
    ...COMMON,
  ],
};

export const unitySearchOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Results: v.array(v.looseObject({ Id: text, Label: text, Provider: text, Type: text, Path: text })),
      TotalCount: v.number(),
      DisplayedCount: v.number(),
      SearchQuery: text,
      ProvidersUsed: v.nullish(v.array(v.string())),
      SearchDurationMs: count,
      Success: v.boolean(),
      ErrorMessage: text,
      ResultsFilePath: text,
      ResultsSavedToFile: flag,
      SavedFileFormat: text,
      SaveToFileReason: text,
      AppliedFilters: v.nullish(v.looseObject({ FilteredOutCount: count })),
      ProjectRoot: text,
    }),
  ),
  rows: [
    {
      at: "/Results",
      unit: ["result", "results"],
      count: "/DisplayedCount",
      total: "/TotalCount",
      columns: [
        { field: "Label", title: "label", kind: "symbol" },
        { field: "Type", title: "type", drop: 1 },
        { field: "Path", title: "path", kind: "path" },
        { field: "Provider", title: "provider", drop: 2 },
        { field: "Description", title: "description", drop: 3 },
        { field: "FileSize", title: "bytes", kind: "bytes", drop: 4 },
        { field: "LastModified", title: "modified", drop: 5 },
        ...["Id", "Score", "Tags", "Thumbnail", "IsSelectable", "Properties"].map((field) => ({ field, hidden: true })),
      ],
      lines: true,
    },
  ],
  next: paged,
  notices: [
    { at: "/TotalCount", text: "{} results in all", one: "1 result in all", zero: true },
    { at: "/AppliedFilters/FilteredOutCount", text: "{} filtered out" },
    { at: "/ProvidersUsed/0", text: "providers: {/ProvidersUsed}" },
    { at: "/SearchDurationMs", text: "searched in {} ms" },
    { at: "/ResultsFilePath", text: "saved by the Editor: {} ({/SaveToFileReason})" },
    ...COMMON,
  ],
};

export const getHierarchyOutput: Declared = {
  schema: lazily(() =>
    envelope({
      hierarchy: v.optional(v.array(v.looseObject({ name: text, depth: v.number(), children: v.array(v.any()) }))),
      context: v.nullish(v.looseObject({ sceneType: text, sceneName: text, nodeCount: count, maxDepth: count })),
      hierarchySavedToFile: v.optional(v.literal(true)),
      hierarchyFilePath: text,
      saveToFileReason: text,
    }),
  ),
  rows: [
    {
      at: "/hierarchy",
      children: "/children",
      unit: ["object", "objects"],
      lines: true,
      tone: { at: "/isActive", muted: [false] },
      links: [
        {
          rel: "definition",
          tool: "find-game-objects",
          input: {
            NamePattern: { at: "//name" },
            SearchMode: { value: "Path" },
            IncludeInactive: { value: true },
            ...SAME_PROJECT,
          },
        },
      ],
    },
  ],
  next: paged,
  notices: [
    {
      at: "/context/sceneName",
      text: "scene {} ({/context/sceneType}): {/context/nodeCount} objects, deepest level {/context/maxDepth}",
    },
    { at: "/hierarchySavedToFile", text: "The hierarchy is larger than MaxResponseSizeKB and was left in the file" },
    { at: "/hierarchyFilePath", text: "saved by the Editor: {}" },
    { at: "/Message" },
    ...COMMON,
  ],
};

const PROVIDER_FIELDS = ["ShowDetails", "ShowDetailsOptions", "SupportedTypes", "ActionCount"];

export const getProviderDetailsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      Providers: v.array(v.looseObject({ Id: v.string(), DisplayName: text, IsActive: flag, Priority: count })),
      TotalCount: v.number(),
      ActiveCount: v.number(),
      InactiveCount: v.number(),
      Success: v.boolean(),
      ErrorMessage: text,
      AppliedFilter: text,
      SortedByPriority: flag,
    }),
  ),
  rows: [
    {
      at: "/Providers",
      unit: ["provider", "providers"],
      total: "/TotalCount",
      columns: [
        { field: "Id", title: "id", kind: "symbol" },
        { field: "DisplayName", title: "name" },
        { field: "IsActive", title: "active" },
        { field: "Priority", title: "priority", kind: "number" },
        { field: "FilterId", title: "filter" },
        { field: "Description", title: "description", drop: 1 },
        ...PROVIDER_FIELDS.map((field, index) => ({ field, drop: 2 + index })),
      ],
      links: [{ rel: "open", tool: "unity-search", input: { Providers: { at: "/Id", list: true }, ...SAME_PROJECT } }],
    },
  ],
  next: paged,
  notices: [
    {
      at: "/TotalCount",
      text: "{} providers, {/ActiveCount} active",
      one: "1 provider, {/ActiveCount} active",
      zero: true,
    },
    ...COMMON,
  ],
};

export const getMenuItemsOutput: Declared = {
  schema: lazily(() =>
    envelope({
      MenuItems: v.array(
        v.looseObject({
          Path: v.string(),
          MethodName: text,
          TypeName: text,
          AssemblyName: text,
          Priority: count,
          IsValidateFunction: flag,
        }),
      ),
      TotalCount: v.number(),
      FilteredCount: v.number(),
      AppliedFilter: text,
      AppliedFilterType: text,
    }),
  ),
  rows: [
    {
      at: "/MenuItems",
      unit: ["item", "items"],
      count: "/FilteredCount",
      columns: [
        { field: "Path", title: "path", kind: "symbol" },
        { field: "TypeName", title: "type" },
        { field: "MethodName", title: "method" },
        { field: "AssemblyName", title: "assembly", drop: 1 },
        { field: "Priority", title: "priority", kind: "number", drop: 2 },
        { field: "IsValidateFunction", title: "validates", drop: 3 },
        { field: "WarningMessage", title: "warning", drop: 4 },
      ],
      links: [{ rel: "open", tool: "execute-menu-item", input: { MenuItemPath: { at: "/Path" }, ...SAME_PROJECT } }],
    },
  ],
  next: paged,
  notices: [{ at: "/TotalCount", text: "{} items in all", one: "1 item in all", zero: true }, ...COMMON],
};
