/** The built-in plugins. A static list, for a compiled binary cannot import a computed path; a test compares it with the folders. */
import type { PluginDeclaration } from "../core/host/plugin-api.ts";
import angelscript from "./angelscript/plugin.ts";
import changes from "./changes/plugin.ts";
import code from "./code/plugin.ts";
import csharp from "./csharp/plugin.ts";
import extract from "./extract/plugin.ts";
import metrics from "./metrics/plugin.ts";
import search from "./search/plugin.ts";
import unity from "./unity/plugin.ts";
import zoekt from "./zoekt/plugin.ts";

export const BUILT_INS: readonly PluginDeclaration[] = [
  angelscript,
  changes,
  code,
  csharp,
  extract,
  metrics,
  search,
  unity,
  zoekt,
];
