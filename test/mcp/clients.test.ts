/** Official clients with `jig mcp`: the SDK's client, and the inspector's CLI with all revisions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { environment, JIG, scratch } from "../jig.ts";
import { inspectorIsServed } from "./inspector.ts";

const files = { "src/a.ts": "export class Alpha {}\n", "src/b.ts": "export class Beta {}\n" };

test("the SDK's client lists, calls, cancels and closes", async () => {
  const root = scratch(files);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: JIG, args: ["mcp", "--root", root], env: environment() }));
  assert.equal(client.getServerVersion()?.name, "jig");
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === "search_content"));
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, names.toSorted());
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, "object", tool.name);
    for (const word of ["anyOf", "oneOf", "allOf"]) assert.ok(!(word in tool.inputSchema), `${tool.name}: ${word}`);
    assert.equal(
      Object.values(tool.annotations ?? {}).filter((hint) => typeof hint === "boolean").length,
      4,
      tool.name,
    );
    assert.ok(tool.description!.length <= 2048, tool.name);
  }
  const result = await client.callTool({ name: "search_content", arguments: { query: "class" } });
  const [{ text }] = result.content as [{ text: string }];
  assert.equal(JSON.parse(text).count, 2);
  await assert.rejects(client.callTool({ name: "nope", arguments: {} }), /Unknown tool: nope/);
  await client.listPrompts();
  await client.close();
});

test("the SDK's client asks its user before something is executed, and is given words while one types", async () => {
  const root = scratch({
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.23f1\n",
    "Assets/Scripts/Player.cs": "public class Player { public void Play() { } }\n",
    "Assets/Scripts/Plain.cs": "public class Plain { }\n",
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: "decline" };
  });
  await client.connect(new StdioClientTransport({ command: JIG, args: ["mcp", "--root", root], env: environment() }));
  const { content, isError } = await client.callTool({ name: "compile", arguments: {} });
  assert.deepEqual([isError, content], [true, [{ type: "text", text: "compile was not run: the user declined" }]]);
  assert.match(asked.join(), /^Run compile \(/);
  const words = async (value: string) => {
    const ref = { type: "ref/prompt" as const, name: "review-impact" };
    return (await client.complete({ ref, argument: { name: "change", value } })).completion.values;
  };
  assert.deepEqual(await words("Assets/Scripts/Pla"), ["Assets/Scripts/Plain.cs", "Assets/Scripts/Player.cs"]);
  assert.deepEqual((await words("Pla")).sort(), ["Plain", "Play", "Player"]);
  await client.close();
});

inspectorIsServed("modern");
