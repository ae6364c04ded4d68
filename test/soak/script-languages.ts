/** What suites need to know of a language whose index is shared: how a script is written, and how a type is asked for. */
import { relative } from "node:path";
import type { McpProcess } from "../mcp/mcp-process.ts";

/** The files that an answer names, below the language's folder. */
export interface TypeAnswer {
  declared: string[];
  /** `undefined` for a type that is not declared: nothing says then whose uses are meant. */
  used: string[] | undefined;
}

export interface ScriptLanguage {
  name: string;
  plugin: string;
  /** The folder of its index, in the cache of the plugin for the project. */
  index: RegExp;
  /** Files that every project has. */
  project: Record<string, string>;
  folder: string;
  extension: string;
  typeName(number: number): string;
  /** A file that declares one type, with a field of another. */
  source(type: string, uses: string): string;
  /** Where a type is declared and used, as a session says. */
  ask(mcp: McpProcess, id: string, name: string): Promise<TypeAnswer>;
  /** How many types scripts declare, once the index of the session is whole. */
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
    // Every file declares one.
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
