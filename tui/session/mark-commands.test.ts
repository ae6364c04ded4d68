/** Tests marked lines as Markdown, with surrounding lines and a fence that the code cannot close. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMarkCommands } from "./mark-commands.ts";
import type { SessionContext } from "./session-context.ts";

function markdownOf(files: Record<string, string[]>, marks: [file: string, line: number][]): Promise<string> {
  const context = {
    ports: { readLines: async (path: string) => files[path.replace("/real", "")]! },
    host: { workspace: { resolve: async (path: string) => ({ absolute: `/real${path}` }) } },
    shorten: (display: string) => display.replace("root/", ""),
    state: () => ({
      marks: marks.map(([absolute, startLine]) => ({ place: { absolute, display: `root${absolute}`, startLine } })),
    }),
  };
  return createMarkCommands(context as unknown as SessionContext).markdown();
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

test("three lines before and after, and what touches is one block", async () => {
  const text = numbered(30);
  const block = (from: number, to: number) =>
    `a.ts:${from}-${to}\n\`\`\`\n${text.slice(from - 1, to).join("\n")}\n\`\`\`\n`;
  assert.equal(await markdownOf({ "/a.ts": text }, [["/a.ts", 10]]), block(7, 13));
  assert.equal(await markdownOf({ "/a.ts": text }, [["/a.ts", 2]]), block(1, 5));
  assert.equal(await markdownOf({ "/a.ts": text }, [["/a.ts", 30]]), block(27, 30));
  const near: [string, number][] = [
    ["/a.ts", 17],
    ["/a.ts", 10],
  ];
  assert.equal(await markdownOf({ "/a.ts": text }, near), block(7, 20));
  const apart: [string, number][] = [
    ["/a.ts", 18],
    ["/a.ts", 10],
  ];
  assert.equal(await markdownOf({ "/a.ts": text }, apart), [block(7, 13), block(15, 21)].join("\n"));
});

test("the fence is longer than any that the code has", async () => {
  for (const [line, fence] of [
    ["no fence", "```"],
    ["`code`", "```"],
    ["``two``", "```"],
    ["```ts", "````"],
    ["  ```````", "````````"],
  ] as const) {
    const expected = `a.md:1-2\n${fence}\n${line}\nx\n${fence}\n`;
    assert.equal(await markdownOf({ "/a.md": [line, "x"] }, [["/a.md", 1]]), expected);
  }
});

test("each file has its own block", async () => {
  const files = { "/a.ts": ["one"], "/b.ts": ["two"] };
  const marks: [string, number][] = [
    ["/b.ts", 1],
    ["/a.ts", 1],
    ["/b.ts", 1],
  ];
  const expected = "b.ts:1-1\n```\ntwo\n```\n\na.ts:1-1\n```\none\n```\n";
  assert.equal(await markdownOf(files, marks), expected);
});
