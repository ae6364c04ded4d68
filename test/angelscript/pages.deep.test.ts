/** Slow paging tests over MCP: all pages of a search, and edits between pages of references. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { assertWhole, openClient } from "../follow.ts";
import { scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";
import { caller, FILES, project, USES } from "./many-rows.ts";

const uses = (pages: Wire[]) =>
  pages.flatMap(({ data }) =>
    data.references.map((one: Wire) => `${one.filePath}:${one.startLine}:${one.range.start.character}`),
  );

describe("pages", async () => {
  const root = scratch(project());
  const client = await openClient(root);
  after(() => client.end());

  test("searchApi: searchIndex, nextSearchIndex and remainingCount stay in step", async () => {
    for (const maxBatchResults of [150, 1000]) {
      const pages = await client.pages("angelscript_searchApi", {
        labelQuery: "Door",
        maxBatchResults,
        includeDocs: true,
      });
      assert.ok(pages.length > 2);
      let index = 0;
      for (const { data, next } of pages) {
        assert.equal(data.searchIndex, index);
        assert.equal(data.returned, data.items.length);
        index += data.returned;
        assert.equal(data.nextSearchIndex, next ? index : null);
        assert.equal(next?.searchIndex, next ? index : undefined);
        if (next) assert.equal(data.truncated, true);
      }
      assert.equal(index, pages[0].data.total);
      const plain: string[] = [];
      for (let searchIndex: number | null = 0; searchIndex !== null; ) {
        const { data } = await client.call("angelscript_searchApi", {
          labelQuery: "Door",
          searchIndex,
          maxBatchResults: 100,
        });
        plain.push(...data.items.map((one: Wire) => one.signature));
        searchIndex = data.nextSearchIndex;
      }
      assert.deepEqual(
        pages.flatMap(({ data }) => data.items.map((one: Wire) => one.signature)),
        plain,
      );
    }
  });
});

describe("files edited between pages", () => {
  for (const limit of [100, 5000]) {
    test(`findReferences, ${limit} a call`, async () => {
      const root = scratch(project());
      const client = await openClient(root);
      after(() => client.end());
      const input = { filePath: "Script/Haze.as", position: { line: 3, character: 7 }, limit };
      const whole = await client.pages("angelscript_findReferences", input);
      assert.equal(new Set(uses(whole)).size, FILES * USES + 1);
      let edited = false;
      const pages = await client.pages("angelscript_findReferences", input, () => {
        if (!edited) writeFileSync(join(root, "Script/Use40.as"), `// edited\n${caller(40)}`);
        edited = true;
      });
      assert.ok(pages.length > 2);
      for (const page of pages.slice(1)) assert.match(page.changed.join(), /^\S*Use40\.as$/);
      const others = (each: string) => !each.includes("Use40.as");
      assertWhole(uses(pages).filter(others), uses(whole).filter(others));
    });
  }
});
