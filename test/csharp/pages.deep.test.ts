/** Slow paging tests of the C# tools over MCP: all page sizes, edits in between, another process. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertWhole, openClient } from "../follow.ts";
import { scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";
import { editedBetweenPages, found, MATCHING, PROJECT, project, searched } from "./many-rows.ts";

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
});

describe("files edited between pages", () => {
  for (const [tool, input, rows] of [
    ["script_search", { pattern: "Target.needle(", pageSize: 10, maxMatchesPerFile: 5 }, searched],
    ["script_search", { pattern: "Target.needle(", pageSize: 1000, maxBytes: 1_000_000 }, searched],
    ["script_refs_find", { name: "needle", pageSize: 50 }, found],
    ["script_refs_find", { name: "needle", pageSize: 5000, maxBytes: 1_000_000, maxMatchesPerFile: 100 }, found],
  ] as const) {
    for (const restarted of [false, true]) {
      test(`${tool} ${JSON.stringify(input)}${restarted ? ", by another process" : ""}`, () =>
        editedBetweenPages(tool, input, rows, restarted));
    }
  }
});
