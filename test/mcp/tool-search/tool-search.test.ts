/** Tool search: 115 phrases find the right tool with a client's ranking, and the tool list is short. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { countTokens } from "../../../core/host/answer/token-count.ts";
import { scratch, startJig, TOP } from "../../jig.ts";
import { rank, type SearchableTool } from "./bm25.ts";
import phrases from "./phrases.json" with { type: "json" };

type Kind = keyof typeof phrases;

const ROOTS: Record<Kind, Record<string, string>> = {
  plain: { "docs/page.html": "<p>1</p>\n", "README.md": "# A\n" },
  code: { "src/main.py": "print(1)\n", "README.md": "# A\n" },
  unity: {
    "Assets/Player.cs": "class Player {}\n",
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 2022.3.1f1\n",
    "Packages/manifest.json": '{"dependencies":{}}\n',
  },
  unreal: { "Script/Player.as": "class APlayer : AActor {}\n" },
};

/**
 * Tokens of `tools/list` (o200k): folder without code, non-C# repository, C# without Unity, Unity project before connecting to the
 * Editor, and what an AngelScript project adds.
 */
const MAX_TOKENS = { plain: 2_850, code: 3_900, csharp: 5_700, unity: 9_000, unrealAdds: 2_000 };

interface Listed extends SearchableTool {
  _meta?: Record<string, unknown>;
}

const lists = {} as Record<Kind, { tools: Listed[]; tokens: number }>;

async function listFor(root: string, client: string): Promise<{ tools: Listed[]; text: string }> {
  const child = startJig(["mcp", "--root", root]);
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: client, version: "1" } };
  for (const message of [
    { id: 1, method: "initialize", params: hello },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stdin.end();
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
  const { result } = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === 2);
  return { tools: result.tools, text: JSON.stringify(result) };
}

before(async () => {
  for (const kind of Object.keys(phrases) as Kind[]) {
    const { tools, text } = await listFor(scratch(ROOTS[kind]), "test");
    lists[kind] = { tools, tokens: (await countTokens(text)).tokens };
  }
});

test("of 115 phrases the right tool is the first for 104 or more", () => {
  const misses: string[] = [];
  let asked = 0;
  for (const [kind, tools] of Object.entries(phrases)) {
    for (const [tool, texts] of Object.entries(tools)) {
      for (const phrase of texts) {
        asked++;
        const [first] = rank(lists[kind as Kind].tools, phrase);
        if (first?.name !== tool) misses.push(`${kind}: "${phrase}" finds ${first?.name}, not ${tool}`);
      }
    }
  }
  assert.equal(asked, 115);
  assert.ok(misses.length <= 11, misses.join("\n"));
});

test("every tool that is listed has a phrase", () => {
  for (const [kind, tools] of Object.entries(phrases)) {
    for (const tool of Object.keys(tools)) {
      assert.ok(
        lists[kind as Kind].tools.some(({ name }) => name === tool),
        `${tool} is not listed`,
      );
    }
  }
});

test("the list costs a model no more than its budget", async () => {
  const { text } = await listFor(
    scratch({ "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />', "A.cs": "class A {}" }),
    "test",
  );
  const { tokens: csharp } = await countTokens(text);
  const { plain, code, unity, unreal } = lists;
  const adds = unreal.tokens - plain.tokens;
  console.log(
    `tools/list: plain ${plain.tokens}, code ${code.tokens}, Unity ${unity.tokens}, AngelScript adds ${adds}`,
  );
  assert.ok(plain.tokens <= MAX_TOKENS.plain, `plain: ${plain.tokens}`);
  assert.ok(code.tokens <= MAX_TOKENS.code, `code: ${code.tokens}`);
  assert.ok(csharp <= MAX_TOKENS.csharp, `C#: ${csharp}`);
  assert.ok(unity.tokens <= MAX_TOKENS.unity, `unity: ${unity.tokens}`);
  assert.ok(adds <= MAX_TOKENS.unrealAdds, `unreal: ${adds}`);
});

test("the README says what the list costs", () => {
  const readme = readFileSync(join(TOP, "README.md"), "utf8").replace(/\s+/g, " ");
  const said = /\(([\d,]+) tokens in a plain folder, ([\d,]+) with code .*?, ([\d,]+) in a Unity project\)/.exec(
    readme,
  );
  for (const [at, kind] of (["plain", "code", "unity"] as const).entries()) {
    const [claimed, measured] = [Number(said?.[at + 1]?.replace(",", "")), lists[kind].tokens];
    assert.ok(Math.abs(claimed / measured - 1) <= 0.02, `${kind}: ${said?.[at + 1]} is said, ${measured} measured`);
  }
});

test("hints go to the client that reads them, one lean tool is always loaded", async () => {
  const { tools } = await listFor(scratch(ROOTS.unity), "claude-code");
  const always = tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true);
  assert.equal(always.length, 1);
  assert.ok((await countTokens(JSON.stringify(always[0]))).tokens <= 1_100);
  assert.ok(tools.every(({ _meta }) => typeof _meta?.["anthropic/maxResultSizeChars"] === "number"));
  assert.ok(lists.unity.tools.every(({ _meta }) => _meta === undefined));
});

test("the ranking is that of the bm25 crate", () => {
  // Results of the crate (2.3.2, Language::English) for these texts, to three digits.
  const tools = ["a", "b", "c"].map((name, index) => ({
    name,
    title: ["Searching files", "List directories", "Read the lines"][index]!,
    description: ["Finds text in the files of a project", "Which files are there, and how large", "Lines of one file"][
      index
    ]!,
    inputSchema: { properties: { path: {} } },
  }));
  assert.deepEqual(
    rank(tools, "search for a file's lines").map(({ name, score }) => [name, score.toFixed(3)]),
    [
      ["c", "1.452"],
      ["a", "1.181"],
      ["b", "0.136"],
    ],
  );
});
