/** Languages with a shared index: how to write a script, and how to query a type. */
import { relative } from "node:path";
import type { McpProcess } from "../mcp/mcp-process.ts";

/** Files in an answer, relative to the language's folder. */
export interface TypeAnswer {
  declared: string[];
  /** Undefined for an undeclared type. */
  used: string[] | undefined;
}

export interface ScriptLanguage {
  name: string;
  plugin: string;
  /** Index folder in the plugin's cache. */
  index: RegExp;
  /** Files in all projects. */
  project: Record<string, string>;
  folder: string;
  extension: string;
  typeName(number: number): string;
  /** A file that declares a type with a field of another type. */
  source(type: string, uses: string): string;
  /** Where a type is declared and used. */
  ask(mcp: McpProcess, id: string, name: string): Promise<TypeAnswer>;
  /** Number of types once the index is complete. */
  types(mcp: McpProcess, id: string): Promise<number>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function answerOf(mcp: McpProcess, id: string, tool: string, input: object): Promise<any> {
  const { result, error } = await mcp.call(id, tool, input);
  if (error) throw new Error(`${id}: ${JSON.stringify(error)}`);
  mcp.received.length = 0;
  return JSON.parse(result.content[0].text);
}

const padded = (number: number) => String(number).padStart(6, "0");

export const CSHARP: ScriptLanguage = {
  name: "C#",
  plugin: "csharp",
  index: /^symbols-/,
  project: {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{ "dependencies": {} }\n',
  },
  folder: "Assets",
  extension: ".cs",
  typeName: (number) => `Type${padded(number)}`,
  source: (type, uses) => `namespace Game { public class ${type} { public ${uses} other; } }\n`,
  async ask(mcp, id, name) {
    const below = (rows: { path: string }[]) => rows.map(({ path }) => relative("Assets", path)).sort();
    const found = await answerOf(mcp, `${id}, where`, "script_symbol_find", { name, exact: true, pageSize: 50 });
    const uses = await answerOf(mcp, `${id}, uses`, "script_refs_find", { name, pageSize: 50, maxMatchesPerFile: 10 });
    const { results } = uses as { results?: { path: string; kind: string }[] };
    return { declared: below(found.results), used: results && below(results.filter(({ kind }) => kind === "type")) };
  },
  async types(mcp, id) {
    // One type per file.
    return (await answerOf(mcp, id, "script_index_status", { wait: true })).indexedFiles;
  },
};

export const ANGELSCRIPT: ScriptLanguage = {
  name: "AngelScript",
  plugin: "angelscript",
  index: /^index-/,
  project: {},
  folder: "Script",
  extension: ".as",
  typeName: (number) => `AType${padded(number)}`,
  source: (type, uses) => `class ${type} : AActor\n{\n\t${uses} Other;\n}\n`,
  async ask(mcp, id, name) {
    const answer = await answerOf(mcp, id, "angelscript_findReferences", { name, limit: 100 });
    if (!answer.ok) {
      if (answer.error.code !== "NotFound") throw new Error(`${id}: ${JSON.stringify(answer.error)}`);
      return { declared: [], used: undefined };
    }
    const rows: { filePath: string; kind: string }[] = answer.data.references;
    const below = (isWanted: (kind: string) => boolean) =>
      rows
        .filter(({ kind }) => isWanted(kind))
        .map(({ filePath }) => filePath.slice(filePath.indexOf("Script/") + "Script/".length))
        .sort();
    return { declared: below((kind) => kind === "declaration"), used: below((kind) => kind === "type") };
  },
  async types(mcp, id) {
    const input = {
      labelQuery: "/^AType\\d+$/",
      labelQueryUseRegex: true,
      source: "script",
      kinds: ["class"],
      limit: 1,
    };
    return (await answerOf(mcp, id, "angelscript_searchApi", input)).data.total;
  },
};

export const LANGUAGES = [CSHARP, ANGELSCRIPT] as const;
