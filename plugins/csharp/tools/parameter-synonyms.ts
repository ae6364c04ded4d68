/** Contains parameter names from other tools and language servers, since models often send those. */
import type { Synonym } from "../../../core/host/plugin-api.ts";

type Names = Record<string, Synonym>;

const all = (parameter: string, names: string): Names =>
  Object.fromEntries(names.split(" ").map((name) => [name, parameter]));

const path = all(
  "path",
  "file filePath file_path filename fileName relative_path relativePath script scriptPath script_path",
);
const name = all(
  "name",
  "symbol symbolName symbol_name query identifier namePath name_path method methodName method_name function functionName function_name",
);
const TYPES = "class className class_name type typeName type_name";
const container = all("container", `${TYPES} containerName container_name`);
const depth = all("depth", "maxDepth max_depth levels");
const pageSize = all("pageSize", "page_size maxResults max_results head_limit");

/** The synonyms of each tool. */
export const parameterSynonyms = {
  read: { ...path, ...name, ...all("startLine", "start_line start line"), ...all("endLine", "end_line end") },
  search: { ...pageSize, ...all("pattern", "query text search"), ...all("include", "glob include_glob includeGlob") },
  symbolsGet: path,
  symbolFind: { ...name, ...pageSize, ...all("name", "pattern search"), ...all("kind", "type kinds") },
  refsFind: {
    ...path,
    ...name,
    ...container,
    ...pageSize,
    ...all("snippetContext", "context contextLines context_lines"),
    ...all("includeText", "include_text"),
  },
  hierarchyFind: { ...path, ...name, ...all("name", `${TYPES} interface`), ...depth },
  callsFind: { ...path, ...name, ...container, ...depth },
  impactFind: { ...path, ...name, ...container, ...all("to", "newName new_name") },
  rename: {
    ...path,
    ...name,
    ...container,
    ...all("name", "from old oldName old_name"),
    ...all("to", "newName new_name new"),
  },
  projectCheck: all("check", "type kind mode checks"),
  assetUsages: {
    ...path,
    ...pageSize,
    ...all("path", "asset assetPath asset_path prefab"),
    ...all("member", "field fieldName field_name property method event"),
  },
  packagesList: all("includeBuiltIn", "includeBuiltin include_builtin include_built_in"),
} satisfies Record<string, Names>;
