/** docs/unity-questions.md. Each script updates its own section. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../../docs/unity-questions.md", import.meta.url));

export function writeSection(title: string, body: string): void {
  const [head = "", ...sections] = readFileSync(PAGE, "utf8").split(/^(?=## )/m);
  const heading = `## ${title}\n`;
  const others = sections.filter((section) => !section.startsWith(heading));
  const written = [head, ...[...others, `${heading}\n${body.trimEnd()}\n\n`].sort().reverse()].join("");
  writeFileSync(PAGE, `${written.trimEnd()}\n`);
  spawnSync("bunx", ["biome", "format", "--write", PAGE]);
}
