/** Tokens of `tools/list` by kind of workspace. Each client session pays for these. */
import { countTokens } from "../../core/host/answer/token-count.ts";
import { scratch } from "../jig.ts";
import type { Bench } from "./row.ts";
import { withServer } from "./search-total.bench.ts";

const UNITY = { "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n", "Assets/A.cs": "class A { }\n" };

const WORKSPACES: [name: string, files: Record<string, string>, bar: number, aim: number][] = [
  ["plain", { "notes.txt": "text\n" }, 2850, 2300],
  ["other languages", { "main.go": "package main\n" }, 3900, 3200],
  ["C#", { "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />\n', "A.cs": "class A { }\n" }, 5700, 4700],
  ["Unity", UNITY, 9000, 7000],
];

const listedTokens: Bench = async (jig) => {
  const rows = [];
  for (const [name, files, bar, aim] of WORKSPACES) {
    const listed = await withServer(jig, scratch(files), (server) => server.tools());
    const { tokens } = await countTokens(JSON.stringify(listed));
    rows.push({
      what: `tokens of tools/list: ${name}`,
      ours: `${listed.length} tools`,
      yardstick: "none",
      value: tokens,
      unit: "tokens",
      bar,
      aim,
    });
  }
  return rows;
};

export default listedTokens;
