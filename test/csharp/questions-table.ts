/** `bun test/csharp/questions-table.ts` updates docs/unity-questions.md with questions about a Unity project and the cost of their answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";
import { ask, QUESTIONS, writeProject } from "./questions.ts";
import { writeSection } from "./questions-page.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-questions-"));
const root = join(folder, "project");
writeProject(root);
const host = await createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(join(folder, "home")) });
const rows: string[] = [];
for (const question of QUESTIONS) {
  const { calls, tokens, faults } = await ask(host, question);
  const how = question.calls.map(([tool, input]) => `\`${tool} ${JSON.stringify(input)}\``).join(", ");
  rows.push(`| ${question.asks} | ${how} | ${calls} | ${tokens} | ${faults.length === 0 ? "yes" : "no"} |`);
}
await host.close();
rmSync(folder, { recursive: true, force: true });
writeSection(
  "On a small project",
  `Written by \`bun test/csharp/questions-table.ts\` on the project of \`test/csharp/questions.ts\`; do not edit. Tokens are those of the text by the
o200k vocabulary. \`test/csharp/questions.test.ts\` contains what each answer must and must not say.

| question | call | calls | tokens | right |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`,
);
process.exit(0);
