/** Paging of the C# tools over MCP: all pages together are the whole answer, even with edits in between. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertWhole, openClient } from "../follow.ts";
import { scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";
import { editedBetweenPages, FILES, MATCHES, MATCHING, project, searched } from "./many-rows.ts";

describe("pages", async () => {
  const root = scratch(project());
  const client = await openClient(root);
  after(() => client.end());

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

  test("script_asset_usages names every file with its count before the uses of one fill the page", async () => {
    const value = await client.call("script_asset_usages", { path: "Assets/Target.cs", max_tokens: 1500 });
    const counts = Array.from({ length: 30 }, (_, at) => `Assets/Scene${at}.unity ${at === 7 ? 1500 : 20}`);
    assert.deepEqual([...value.files].sort(), counts.sort());
    assert.ok(value.results.length < counts.length, "the uses themselves do not fit");
  });
});

describe("files edited between pages", () => {
  test("the others' rows come once each, and every later page names what was edited", () => {
    const input = { pattern: "Target.needle(", pageSize: 1000, maxBytes: 1_000_000 };
    return editedBetweenPages("script_search", input, searched, false);
  });

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
