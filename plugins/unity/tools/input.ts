/** Declares common parameters. Names and defaults follow docs/contracts/unity.md, except for differences between Editors. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";

const anyText = v.optional(v.string(), "");
const anyFlag = (standard: boolean) => v.optional(v.boolean(), standard);
const text = (description: string, standard = "") =>
  v.optional(v.pipe(v.string(), v.description(description)), standard);
const flag = (description: string, standard: boolean) =>
  v.optional(v.pipe(v.boolean(), v.description(description)), standard);
const count = (description: string, standard: number, least = 1) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.description(description)), standard);
const names = (description: string) => v.optional(v.pipe(v.array(v.string()), v.description(description)), []);
const choice = <const Options extends readonly [string, ...string[]]>(
  description: string,
  options: Options,
  standard: Options[number],
) => v.optional(v.pipe(v.picklist(options), v.description(description)), standard);

/** The flags are written as in .NET. */
const SEARCH_FLAGS =
  /^ *(Default|Synchronous|WantsMore|Packages|Sorted)( *[,|] *(Default|Synchronous|WantsMore|Packages|Sorted))* *$/;

/** The time limit, and the project for workspaces that contain more than one. */
const common = (seconds: number) => ({
  TimeoutSeconds: v.optional(
    v.pipe(v.number(), v.minValue(0.1), v.maxValue(86_400), v.description("Seconds to wait, including a reload")),
    seconds,
  ),
  ProjectPath: v.optional(v.pipe(v.string(), v.description("The project's folder, if there are several"))),
});

export const DEFAULT_SECONDS = 180;
export const LONG_SECONDS = 600;
export const VERIFY_SECONDS = 1_800;

export const compileInput = lazily(() =>
  v.strictObject({
    ForceRecompile: flag("Everything, not only what changed", false),
    ...common(LONG_SECONDS),
  }),
);

export const getLogsInput = lazily(() =>
  v.strictObject({
    LogType: v.optional(v.picklist(["Error", "Warning", "Log", "All"]), "All"),
    MaxCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 100),
    SearchText: anyText,
    UseRegex: flag(".NET regular expression", false),
    SearchInStackTrace: anyFlag(false),
    IncludeStackTrace: anyFlag(true),
    ...common(DEFAULT_SECONDS),
  }),
);

export const runTestsInput = lazily(() =>
  v.strictObject({
    FilterType: choice(
      "exact = a test's full name, regex = for a class or namespace",
      ["all", "exact", "regex", "assembly"],
      "all",
    ),
    FilterValue: text("For any FilterType but all"),
    TestMode: v.optional(v.picklist(["EditMode", "PlayMode"]), "EditMode"),
    SaveXml: flag("Save the results as XML", false),
    ...common(LONG_SECONDS),
  }),
);

export const unityVerifyInput = lazily(() =>
  v.strictObject({
    Tests: v.optional(v.picklist(["reached", "all", "none"]), "reached"),
    TestMode: v.optional(v.picklist(["EditMode", "PlayMode", "all"]), "all"),
    ...common(VERIFY_SECONDS),
  }),
);

export const clearConsoleInput = lazily(() =>
  v.strictObject({
    AddConfirmationMessage: flag("Log a confirmation after clearing", true),
    ...common(DEFAULT_SECONDS),
  }),
);

export const findGameObjectsInput = lazily(() =>
  v.strictObject({
    NamePattern: text("Matched as SearchMode says"),
    SearchMode: choice(
      "Selected = the Editor's selection",
      ["Exact", "Path", "Regex", "Contains", "Selected"],
      "Exact",
    ),
    RequiredComponents: v.optional(v.array(v.string()), []),
    Tag: anyText,
    Layer: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(31))),
    IncludeInactive: anyFlag(false),
    MaxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 20),
    IncludeInheritedProperties: flag("Also inherited component properties", false),
    ...common(DEFAULT_SECONDS),
  }),
);

export const unitySearchInput = lazily(() =>
  v.strictObject({
    SearchQuery: text('e.g. "*.cs", "t:Texture2D", "ref:MyScript"'),
    Providers: names("asset, scene, menu, settings …; empty = all active"),
    MaxResults: count("Maximum results", 50),
    IncludeDescription: flag("Include each result's description", true),
    IncludeMetadata: flag("Include file size and modification time", false),
    SearchFlags: v.optional(
      v.pipe(
        v.string(),
        v.regex(SEARCH_FLAGS),
        v.description("Default, Synchronous, WantsMore, Packages, Sorted; several with commas"),
      ),
      "Default",
    ),
    SaveToFile: flag("Save the results instead of returning them", false),
    OutputFormat: choice("Format of the saved file", ["JSON", "CSV", "TSV"], "JSON"),
    AutoSaveThreshold: count("Above this many, save to a file; 0 = never", 100, 0),
    FileExtensions: names("e.g. cs, prefab"),
    AssetTypes: names("e.g. Texture2D, MonoScript"),
    PathFilter: text("Pattern with *"),
    ...common(DEFAULT_SECONDS),
  }),
);

export const getHierarchyInput = lazily(() =>
  v.strictObject({
    IncludeInactive: anyFlag(true),
    MaxDepth: count("-1 = all", -1, -1),
    RootPath: v.optional(v.string()),
    IncludeComponents: anyFlag(true),
    MaxResponseSizeKB: count("A larger response is left in its file", 100),
    ...common(DEFAULT_SECONDS),
  }),
);

export const getProviderDetailsInput = lazily(() =>
  v.strictObject({
    ProviderId: text("e.g. asset, scene; empty = all"),
    ActiveOnly: flag("Only active providers", false),
    SortByPriority: flag("Lowest priority number first", true),
    IncludeDescriptions: flag("Include each provider's description", true),
    ...common(DEFAULT_SECONDS),
  }),
);

export const getMenuItemsInput = lazily(() =>
  v.strictObject({
    FilterText: anyText,
    FilterType: v.optional(v.picklist(["contains", "exact", "startswith"]), "contains"),
    IncludeValidation: flag("Also validation functions", false),
    MaxCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 200),
    ...common(DEFAULT_SECONDS),
  }),
);

export const executeMenuItemInput = lazily(() =>
  v.strictObject({
    MenuItemPath: text('e.g. "GameObject/Create Empty"'),
    UseReflectionFallback: flag("If that fails, call the item's method directly", true),
    ...common(DEFAULT_SECONDS),
  }),
);

export const executeDynamicCodeInput = lazily(() =>
  v.strictObject({
    Code: text("C# statements; return a value to get it as Result"),
    Parameters: v.optional(
      v.pipe(v.record(v.string(), v.any()), v.description("Values for param0, param1 … in the code.")),
      {},
    ),
    CompileOnly: anyFlag(false),
    ...common(DEFAULT_SECONDS),
  }),
);

export const focusWindowInput = v.strictObject(common(30));

export const unityStatusInput = lazily(() =>
  v.strictObject({
    WaitUntilReady: flag("At most TimeoutSeconds; fails if it is not ready", false),
    ...common(DEFAULT_SECONDS),
  }),
);

export const unityReceiptInput = lazily(() =>
  v.strictObject({
    Id: text("As a failure named it; empty = the latest commands"),
    MaxCount: count("Maximum receipts", 10),
    ...common(DEFAULT_SECONDS),
  }),
);

export const unityToolsInput = lazily(() =>
  v.strictObject({
    Name: text("Part of the name"),
    ...common(DEFAULT_SECONDS),
  }),
);

export const unityCallInput = lazily(() =>
  v.strictObject({
    Tool: v.pipe(v.string(), v.minLength(1), v.description("As unity-tools lists it")),
    Parameters: v.optional(v.pipe(v.record(v.string(), v.any()), v.description("By their own names.")), {}),
    ...common(DEFAULT_SECONDS),
  }),
);
