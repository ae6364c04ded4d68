/** Pages of the C# tools over MCP: together they are the whole answer, also with files edited between them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { assertWhole, openClient } from "../follow.ts";
import { scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";

const GUID = "0123456789abcdef0123456789abcdef";
const FILES = 60;
const MATCHES = 8;
const LONG = "x".repeat(300);
const source = (at: number) =>
  `class F${at} {\n${Array.from({ length: MATCHES }, (_, line) => `  void Needle${line}() { Target.needle("${LONG}"); }\n`).join("")}}\n`;

const PROJECT = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
};

function project(): Record<string, string> {
  const files: Record<string, string> = {
    ...PROJECT,
    "Assets/Target.cs": "static class Target { public static void needle(string s) { } }\n",
    "Assets/Target.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
    "Assets/Many.cs": `namespace Game {\nclass Many {\n${Array.from({ length: 400 }, (_, at) => `  public static void Method${at}(int number, string text) { }\n`).join("")}}\n}\n`,
    "Assets/Big.cs": `class Big {\n${Array.from({ length: 40 }, (_, at) => `  void Part${at}() {\n    // ${LONG}${LONG}${LONG}\n    Target.needle("a");\n    Target.needle("b");\n  }\n`).join("")}}\n`,
  };
  for (let at = 0; at < FILES; at++) files[`Assets/F${at}.cs`] = source(at);
  for (let at = 0; at < 30; at++) {
    const uses = Array.from(
      { length: at === 7 ? 1500 : 20 },
      (_, use) =>
        `--- !u!1 &${use * 2 + 1}\nGameObject:\n  m_Name: Hero${use}\n--- !u!114 &${use * 2 + 2}\nMonoBehaviour:\n  m_GameObject: {fileID: ${use * 2 + 1}}\n  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}\n`,
    );
    files[`Assets/Scene${at}.unity`] = uses.join("");
  }
  return files;
}

const searched = (pages: Wire[]) =>
  pages.flatMap(({ pathTable, results }) =>
    results.flatMap((one: Wire) => one.snippets.map((each: Wire) => `${pathTable[one.fileId]}:${each.line}`)),
  );
const found = (pages: Wire[]) =>
  pages.flatMap(({ results }) => results.map((one: Wire) => `${one.path}:${one.line}:${one.column}`));

const MATCHING = [
  ...Array.from({ length: FILES * MATCHES }, (_, at) => `Assets/F${Math.floor(at / MATCHES)}.cs:${(at % MATCHES) + 2}`),
  ...Array.from({ length: 80 }, (_, at) => `Assets/Big.cs:${Math.floor(at / 2) * 5 + 4 + (at % 2)}`),
];

describe("pages", async () => {
  const root = scratch(project());
  const client = await openClient(root);
  after(() => client.end());

  for (const [pageSize, maxMatchesPerFile] of [
    [1000, 10_000],
    [1000, 3],
    [7, 5],
  ]) {
    test(`script_search, ${pageSize} files and ${maxMatchesPerFile} matches a file`, async () => {
      const input = { pattern: "Target.needle(", pageSize, maxMatchesPerFile, maxBytes: 1_000_000 };
      const pages = await client.pages("script_search", input);
      assert.ok(pages.length > 2);
      assertWhole(searched(pages), MATCHING);
      for (const { total, results, pathTable } of pages) {
        assert.equal(total, MATCHING.length);
        assert.equal(pathTable.length, new Set(results.map((one: Wire) => one.fileId)).size);
      }
    });
  }

  test("script_search, whole members: each match belongs to one result", async () => {
    const input = { pattern: "Target.needle(", detail: "full", include: "**/Big.cs", maxMatchesPerFile: 1000 };
    const pages = await client.pages("script_search", input);
    assert.ok(pages.length > 1);
    const lines = pages.flatMap(({ results }) =>
      results.flatMap((one: Wire) =>
        one.lineRanges.split(",").flatMap((range: string) => {
          const [from = 0, to = from] = range.split("-").map(Number);
          return Array.from({ length: to - from + 1 }, (_, at) => `Assets/Big.cs:${from + at}`);
        }),
      ),
    );
    assertWhole(
      lines,
      MATCHING.filter((each) => each.startsWith("Assets/Big")),
    );
  });

  test("script_refs_find", async () => {
    const whole = { name: "needle", pageSize: 5000, maxMatchesPerFile: 5, maxBytes: 1_000_000 };
    const pages = await client.pages("script_refs_find", whole);
    const small = await client.pages("script_refs_find", { name: "needle", pageSize: 40, snippetContext: 0 });
    assert.ok(pages.length > 2 && small.length > 10);
    assert.equal(new Set(found(pages)).size, pages[0].total);
    assertWhole(found(small), found(pages));
    assert.equal(pages[0].total, MATCHING.length + 1);
  });

  test("a page that ends before the tool's own part does not give that part's reason", async () => {
    const asked = { name: "needle", pageSize: 200, maxBytes: 20_000 };
    const own = await client.call("script_refs_find", asked);
    assert.equal(own.reason, "maxBytes");
    const pages = await client.pages("script_refs_find", { ...asked, limit: 2 });
    const [first, second] = pages;
    assert.equal(first.truncated, true);
    assert.ok(first.next && second.next);
    assert.deepEqual([first.reason, second.reason], [undefined, undefined]);
    const last = pages.findIndex(({ reason }) => reason !== undefined);
    assert.equal(last, Math.ceil(own.results.length / 2) - 1);
    const { reason } = await client.call("script_search", { pattern: "Target.needle(", maxBytes: 40_000, limit: 1 });
    assert.equal(reason, undefined);
  });

  test("a list of files by glob: its paths count too", async () => {
    const paths = Array.from({ length: 1100 }, (_, at) => `Assets/${"Folder".repeat(10)}/File${at}.cs`);
    const files = scratch({ ...PROJECT, ...Object.fromEntries(paths.map((path) => [path, ""])) });
    const lister = await openClient(files);
    const pages = await lister.pages("script_search", { pattern: "**/*.cs", patternType: "glob", pageSize: 1000 });
    await lister.end();
    assert.ok(pages.length > 2);
    assertWhole(
      pages.flatMap(({ pathTable, results }) => results.map((one: Wire) => pathTable[one.fileId])),
      paths,
    );
  });

  test("script_symbol_find and script_symbols_get", async () => {
    const names = (pages: Wire[]) =>
      pages.flatMap(({ results }) => results.map((one: Wire) => `${one.path}:${one.symbol.name}`));
    const pages = await client.pages("script_symbol_find", { name: "Needle", kind: "method", pageSize: 1000 });
    assert.ok(pages.length > 2);
    const methods = Array.from({ length: FILES * MATCHES }, (_, at) => [Math.floor(at / MATCHES), at % MATCHES]);
    assertWhole(names(pages), ["Assets/Target.cs:needle", ...methods.map(([f, n]) => `Assets/F${f}.cs:Needle${n}`)]);
    const outline = await client.pages("script_symbols_get", { path: "Assets/Many.cs" });
    assert.ok(outline.length > 1);
    const expected = ["Game", "Many", ...Array.from({ length: 400 }, (_, at) => `Method${at}`)];
    assertWhole(
      outline.flatMap(({ symbols }) => symbols.map((one: Wire) => one.name)),
      expected,
    );
  });

  test("script_asset_usages, also where one asset alone is more than a page", async () => {
    const pages = await client.pages("script_asset_usages", { path: "Assets/Target.cs", pageSize: 10 });
    assert.ok(pages.length > 3);
    const uses = pages.flatMap(({ results }) =>
      results.flatMap((one: Wire) => one.uses.map((use: Wire) => `${one.path}:${use.object}`)),
    );
    const expected = Array.from({ length: 30 }, (_, at) =>
      Array.from({ length: at === 7 ? 1500 : 20 }, (_, use) => `Assets/Scene${at}.unity:Hero${use}`),
    ).flat();
    assertWhole(uses, expected);
  });
});

describe("files edited between pages", () => {
  const changed = ["Assets/F12.cs", "Assets/F33.cs"];
  const isChanged = (row: string) => changed.some((path) => row.startsWith(`${path}:`));

  for (const [tool, input, rows] of [
    ["script_search", { pattern: "Target.needle(", pageSize: 10, maxMatchesPerFile: 5 }, searched],
    ["script_search", { pattern: "Target.needle(", pageSize: 1000, maxBytes: 1_000_000 }, searched],
    ["script_refs_find", { name: "needle", pageSize: 50 }, found],
    ["script_refs_find", { name: "needle", pageSize: 5000, maxBytes: 1_000_000, maxMatchesPerFile: 100 }, found],
  ] as const) {
    for (const restarted of [false, true]) {
      test(`${tool} ${JSON.stringify(input)}${restarted ? ", by another process" : ""}`, async () => {
        const root = scratch(project());
        const env = { XDG_CACHE_HOME: scratch() };
        let client = await openClient(root, { env });
        await client.call("script_index_status", { wait: true });
        const before = rows(await client.pages(tool, input));
        const first = await client.call(tool, input);
        for (const path of changed) {
          const at = Number(/\d+/.exec(path)![0]);
          writeFileSync(join(root, path), `// edited\n// meanwhile\n${source(at)}`);
        }
        if (restarted) {
          await client.end();
          client = await openClient(root, { env });
        }
        const rest = await client.pages(tool, { ...input, ...first.next });
        await client.end();
        for (const page of rest) {
          for (const path of changed) assert.ok(page.changed?.includes(path), `${path} is named: ${page.changed}`);
          assert.deepEqual([...page.changed].sort(), changed);
        }
        assertWhole(
          rows([first, ...rest]).filter((row: string) => !isChanged(row)),
          before.filter((row: string) => !isChanged(row)),
        );
      });
    }
  }

  test("a cursor of another request is refused, the three-part cursor of the contract is taken", async () => {
    const client = await openClient(scratch(project()));
    const { next } = await client.call("script_search", { pattern: "Target.needle(" });
    await assert.rejects(client.call("script_search", { pattern: "class", ...next }), /belongs to another request/);
    const plain = next.startAfter.split("|").slice(0, 3).join("|");
    const { results } = await client.call("script_search", { pattern: "Target.needle(", startAfter: plain });
    assert.ok(results.length > 0);
    await client.end();
  });
});
