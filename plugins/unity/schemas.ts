/** The parameters of every tool: names and defaults of docs/contracts/unity.md, with the Editor's truth where it differs. */
import * as v from "valibot";

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

/** Flags of Unity Search, one or several: as .NET writes and reads them. */
const SEARCH_FLAGS =
  /^ *(Default|Synchronous|WantsMore|Packages|Sorted)( *[,|] *(Default|Synchronous|WantsMore|Packages|Sorted))* *$/;

/** What every tool takes: how long to wait, and which project where the workspace has several. */
const common = (seconds: number) => ({
  TimeoutSeconds: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0.1),
      v.maxValue(86_400),
      v.description("Seconds to wait for the answer, waiting for a busy or reloading Editor included"),
    ),
    seconds,
  ),
  ProjectPath: v.optional(
    v.pipe(v.string(), v.description("The Unity project's folder; needed only where the workspace has several")),
  ),
});

export const DEFAULT_SECONDS = 180;
export const LONG_SECONDS = 600;

export const compileInput = v.strictObject({
  ForceRecompile: flag("Compile everything, not only what changed", false),
  ...common(LONG_SECONDS),
});

export const getLogsInput = v.strictObject({
  LogType: choice("Only logs of this type", ["Error", "Warning", "Log", "All"], "All"),
  MaxCount: count("At most this many logs, the newest first", 100, 0),
  SearchText: text("Only logs whose message holds this text"),
  UseRegex: flag("SearchText is a .NET regular expression", false),
  SearchInStackTrace: flag("Search the stack traces too", false),
  IncludeStackTrace: flag("Give the stack traces", true),
  ...common(DEFAULT_SECONDS),
});

export const runTestsInput = v.strictObject({
  FilterType: choice(
    "What FilterValue names: exact = one test method, regex = pattern over class or namespace, assembly = assembly name",
    ["all", "exact", "regex", "assembly"],
    "all",
  ),
  FilterValue: text("The filter, where FilterType is not all"),
  TestMode: choice(
    "Which tests; PlayMode enters Play Mode without a domain reload",
    ["EditMode", "PlayMode"],
    "EditMode",
  ),
  SaveXml: flag(
    "Save the results as XML below .uloop/outputs/TestResults (newer Editors do so when a test fails)",
    false,
  ),
  ...common(LONG_SECONDS),
});

export const clearConsoleInput = v.strictObject({
  AddConfirmationMessage: flag("Log a confirmation after clearing", true),
  ...common(DEFAULT_SECONDS),
});

export const findGameObjectsInput = v.strictObject({
  NamePattern: text("Name, path or pattern, as SearchMode says"),
  SearchMode: choice(
    "How NamePattern is compared; Selected = what is selected in the Editor (where it has that mode)",
    ["Exact", "Path", "Regex", "Contains", "Selected"],
    "Exact",
  ),
  RequiredComponents: names("Component type names that an object must all have"),
  Tag: text("Only objects with this tag"),
  Layer: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(31),
      v.description("Only objects on this layer, 0 to 31"),
    ),
  ),
  IncludeInactive: flag("Also inactive objects", false),
  MaxResults: count("At most this many objects", 20),
  IncludeInheritedProperties: flag("Also inherited component properties", false),
  ...common(DEFAULT_SECONDS),
});

export const unitySearchInput = v.strictObject({
  SearchQuery: text('Unity Search query, e.g. "*.cs", "t:Texture2D", "ref:MyScript", "p:MyPackage"'),
  Providers: names("Search providers, e.g. asset, scene, menu, settings, packages; empty = all active ones"),
  MaxResults: count("At most this many results", 50),
  IncludeDescription: flag("Give each result's description", true),
  IncludeMetadata: flag("Give file size and modification time", false),
  SearchFlags: v.optional(
    v.pipe(
      v.string(),
      v.regex(SEARCH_FLAGS),
      v.description("Default, or any of Synchronous, WantsMore, Packages, Sorted with commas between them"),
    ),
    "Default",
  ),
  SaveToFile: flag("Let the Editor save the results to a file below .uloop/outputs instead of answering them", false),
  OutputFormat: choice("Format of the saved file", ["JSON", "CSV", "TSV"], "JSON"),
  AutoSaveThreshold: count("Over this many results the Editor saves a file by itself; 0 = never", 100, 0),
  FileExtensions: names("Only these file extensions, e.g. cs, prefab, mat"),
  AssetTypes: names("Only these asset types, e.g. Texture2D, GameObject, MonoScript"),
  PathFilter: text("Only paths of this pattern; * is a wildcard"),
  ...common(DEFAULT_SECONDS),
});

export const getHierarchyInput = v.strictObject({
  IncludeInactive: flag("Also inactive objects", true),
  MaxDepth: count("How deep to go; -1 = all the way", -1, -1),
  RootPath: v.optional(v.pipe(v.string(), v.description("Start at this object's path; absent = all root objects"))),
  IncludeComponents: flag("Give each object's component types", true),
  MaxResponseSizeKB: count("A larger hierarchy stays in the file that the Editor saved; its path is given", 100),
  ...common(DEFAULT_SECONDS),
});

export const getProviderDetailsInput = v.strictObject({
  ProviderId: text("One provider's id, e.g. asset, scene, menu; empty = all"),
  ActiveOnly: flag("Only active providers", false),
  SortByPriority: flag("Lowest priority number first", true),
  IncludeDescriptions: flag("Give each provider's description", true),
  ...common(DEFAULT_SECONDS),
});

export const getMenuItemsInput = v.strictObject({
  FilterText: text("Text of the menu path, in any letter case; empty = all"),
  FilterType: choice("How FilterText is compared", ["contains", "exact", "startswith"], "contains"),
  IncludeValidation: flag("Also validation functions", false),
  MaxCount: count("At most this many items", 200),
  ...common(DEFAULT_SECONDS),
});

export const executeMenuItemInput = v.strictObject({
  MenuItemPath: text('The menu path, e.g. "GameObject/Create Empty"'),
  UseReflectionFallback: flag("Call the item's method directly where the Editor's own way fails", true),
  ...common(DEFAULT_SECONDS),
});

export const executeDynamicCodeInput = v.strictObject({
  Code: text("C# statements; return a value to get it as Result"),
  Parameters: v.optional(
    v.pipe(
      v.record(v.string(), v.any()),
      v.description("Values for the code, which sees them as param0, param1, … in this order"),
    ),
    {},
  ),
  CompileOnly: flag("Only compile", false),
  ...common(DEFAULT_SECONDS),
});

export const focusWindowInput = v.strictObject(common(30));

export const unityStatusInput = v.strictObject({
  WaitUntilReady: flag("Wait until the Editor takes commands, at most TimeoutSeconds; fails if it does not", false),
  ...common(DEFAULT_SECONDS),
});

export const unityReceiptInput = v.strictObject({
  Id: text("The receipt's id, as a failure named it; empty = the latest commands"),
  MaxCount: count("At most this many receipts, the newest first", 10),
  ...common(DEFAULT_SECONDS),
});

export const unityToolsInput = v.strictObject({
  Name: text("Only tools whose name holds this text, in any letter case"),
  ...common(DEFAULT_SECONDS),
});

export const unityCallInput = v.strictObject({
  Tool: v.pipe(
    v.string(),
    v.minLength(1),
    v.description("A tool of this Editor as unity-tools lists it, custom ones included"),
  ),
  Parameters: v.optional(
    v.pipe(v.record(v.string(), v.any()), v.description("Its parameters, by their own names")),
    {},
  ),
  ...common(DEFAULT_SECONDS),
});
