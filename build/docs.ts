/** Updates generated parts of the docs: `bun build/docs.ts`. With `--check`, only compares them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { editorSchema } from "../core/authoring/schema-file.ts";
import { referenceOf } from "../core/authoring/schema-types.ts";
import { PLACES_THAT_RUN_LATER } from "../core/host/contract/runs-later.ts";
import { summaryOf, type ToolInfo } from "../core/host/frontend-api.ts";
import { pluginFileSchema } from "../core/host/manifest/read-plugin-file.ts";
import { BUILT_INS } from "../plugins/mod.ts";
import { builtInTools } from "./built-in-tools.ts";
import { clientLinks, clientProfiles, clientSnippets } from "./client-snippets.ts";
import { errorReference } from "./error-reference.ts";
import { installLines, installTable } from "./install-guide.ts";
import { PUBLISHED } from "./publication.ts";
import { toolReference } from "./tool-reference.ts";

const TOP = join(import.meta.dirname, "..");

/** One row per tool, plugins in the order of plugins/mod.ts. */
function toolTable(tools: readonly ToolInfo[]): string {
  const rows = BUILT_INS.flatMap((plugin) =>
    tools
      .filter((tool) => tool.plugin === plugin.name)
      .map(
        (tool) =>
          `| [${plugin.name}](plugins/${plugin.name}/README.md) | \`${tool.name}\` | ${summaryOf(tool.description)} | ${tool.effect} |`,
      ),
  );
  return ["| plugin | tool | what it does | effect |", "|---|---|---|---|", ...rows].join("\n");
}

/** One row per reason. */
function placeTable(): string {
  const reasons = Map.groupBy(PLACES_THAT_RUN_LATER, ({ reason }) => reason);
  const rows = [...reasons].map(
    ([reason, places]) => `| ${reason} | ${places.map(({ pattern }) => `\`${pattern}\``).join(", ")} |`,
  );
  return ["| why | places |", "|---|---|", ...rows].join("\n");
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function fill(text: string, name: string, content: string): string {
  const section = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!section.test(text)) throw new Error(`No section <!-- ${name} --> to fill`);
  return text.replace(section, (_match, start: string, end: string) => `${start}${content}\n${end}`);
}

/** As the formatter wants it, so that the two do not undo one another's work. */
function formatted(path: string, text: string): string {
  const biome = join(TOP, "node_modules", ".bin", "biome");
  const options = { cwd: TOP, input: text, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(biome, ["format", `--stdin-file-path=${path}`], options);
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return stdout;
}

const checking = process.argv.includes("--check");
const tools = await builtInTools();
const documents: Record<string, (text: string) => string> = {
  "docs/generated/plugin-manifest.md": (text) =>
    fill(fill(text, "reference", referenceOf(pluginFileSchema())), "places", placeTable()),
  "docs/generated/plugin.schema.json": () => editorSchema(),
  "README.md": (text) =>
    fill(fill(fill(text, "tools", toolTable(tools)), "install", installLines(PUBLISHED)), "links", clientLinks()),
  "docs/install.md": (text) => fill(text, "ways", installTable(PUBLISHED)),
  "docs/tools.md": () => toolReference(tools),
  "docs/errors.md": () => errorReference(),
  "docs/clients.md": (text) => fill(fill(text, "clients", clientSnippets()), "profiles", clientProfiles()),
};

for (const [path, render] of Object.entries(documents)) {
  const before = existsSync(join(TOP, path)) ? readFileSync(join(TOP, path), "utf8") : "";
  const after = formatted(path, render(before));
  if (after === before) continue;
  if (checking) {
    console.error(`${path} does not match the manifests: run \`bun build/docs.ts\``);
    process.exitCode = 1;
  } else {
    writeFileSync(join(TOP, path), after);
    console.log(`${path} written`);
  }
}
