/**
 * Like judge-references.ts, but with the compiled binary over MCP: `JIG_BINARY=path bun test/code/judge-answers.ts ROOT QUERIES
 * OUT`. Includes possible uses and follows pages.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startJig } from "../jig.ts";

const [root = ".", queries = "/dev/stdin", out = "/dev/stdout"] = process.argv.slice(2);
const server = startJig(["mcp", "--root", root], { cwd: root });
const waiting = new Map<number, (answer: Record<string, never>) => void>();
createInterface(server.stdout).on("line", (line) => {
  const { id, result, error } = JSON.parse(line);
  waiting.get(id)?.(result ?? error);
});
let number = 0;
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
function ask(method: string, params: unknown): Promise<any> {
  const id = ++number;
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

await ask("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "judge", version: "1" },
});
const rows: string[] = [];
for (const line of readFileSync(queries, "utf8").trim().split("\n")) {
  const asked = JSON.parse(line);
  const input = { at: `${asked.path}:${asked.line}:${asked.column}`, in: ".", limit: 500 };
  for (let cursor: string | undefined; ; ) {
    const { content } = await ask("tools/call", {
      name: "code_refs_find",
      arguments: cursor === undefined ? input : { ...input, cursor },
    });
    const answer = JSON.parse(content[0].text);
    if (!answer.uses) {
      console.error(`no answer: ${line} ${JSON.stringify(content).slice(0, 300)}`);
      break;
    }
    for (const { path, line, column, certainty, kind } of answer.uses)
      rows.push(JSON.stringify({ query: asked.query, path, line, column, certain: certainty === "certain", kind }));
    cursor = answer.next?.cursor;
    if (cursor === undefined) break;
  }
}
writeFileSync(out, `${rows.join("\n")}\n`);
server.kill();
