/** Writes what documents say of the tools from the manifests: `bun build/docs.ts`; with `--check` it only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referenceOf } from "../core/authoring/schema-types.ts";
import type { ToolInfo } from "../core/host/mod.ts";
import { pluginFileSchema } from "../core/host/plugin-json.ts";
import { BUILT_INS } from "../plugins/mod.ts";
import { builtInTools } from "./built-in-tools.ts";

const TOP = join(import.meta.dirname, "..");

/** One row a tool, plugins in the order of plugins/mod.ts. */
function toolTable(tools: readonly ToolInfo[]): string {
  const rows = BUILT_INS.flatMap((plugin) =>
    tools
      .filter((tool) => tool.plugin === plugin.name)
      .map(
        (tool) =>
          `| [${plugin.name}](plugins/${plugin.name}/README.md) | \`${tool.name}\` | ${tool.title} | ${tool.effect} |`,
      ),
  );
  return padded(["| plugin | tool | what it does | effect |", "| --- | --- | --- | --- |", ...rows]);
}

/** A table as the formatter wants it: cells as wide as their column's widest. */
function padded(lines: readonly string[]): string {
  const rows = lines.map((line) => line.slice(2, -2).split(" | "));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row, at) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!, at === 1 ? "-" : " ")).join(" | ")} |`,
    )
    .join("\n");
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function fill(text: string, name: string, content: string): string {
  const section = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!section.test(text)) throw new Error(`No section <!-- ${name} --> to fill`);
  return text.replace(section, (_match, start: string, end: string) => `${start}${content}\n${end}`);
}

const checking = process.argv.includes("--check");
const tools = await builtInTools();
const documents: Record<string, (text: string) => string> = {
  "docs/generated/plugin-manifest.md": (text) => fill(text, "reference", referenceOf(pluginFileSchema())),
  "README.md": (text) => fill(text, "tools", toolTable(tools)),
};

for (const [path, render] of Object.entries(documents)) {
  const before = readFileSync(join(TOP, path), "utf8");
  const after = render(before);
  if (after === before) continue;
  if (checking) {
    console.error(`${path} is not what the manifests say: run \`bun build/docs.ts\``);
    process.exitCode = 1;
  } else {
    writeFileSync(join(TOP, path), after);
    console.log(`${path} written`);
  }
}
