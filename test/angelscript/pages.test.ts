/** Paging over MCP: all pages together are the whole answer, even with edits in between. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { assertWhole, openClient } from "../follow.ts";
import { runJig, scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";
import { BELOW, project, ROOTS } from "./many-rows.ts";

const classes = [
  ...Array.from({ length: ROOTS }, (_, at) => `AHazeActor>ADoor${at}`),
  ...Array.from({ length: ROOTS * BELOW }, (_, at) => {
    const door = `ADoor${Math.floor(at / BELOW)}`;
    return `${door}>${door}x${at % BELOW}`;
  }),
];
const derived = (pages: Wire[]) =>
  pages.flatMap(({ data }) =>
    Object.entries(data.derivedByParent).flatMap(([parent, list]) =>
      (list as string[]).map((child) => `${parent}>${child}`),
    ),
  );

describe("pages", async () => {
  const root = scratch(project());
  const client = await openClient(root);
  after(() => client.end());
  const everything = { name: "AHazeActor", maxSubDepth: 10, maxSubBreadth: 1000 };

  test("a hierarchy by level; what is still to come is counted with its parent", async () => {
    const pages = await client.pages("angelscript_getClassHierarchy", everything);
    assert.ok(pages.length > 2);
    assertWhole(derived(pages), classes);
    const shown = new Map<string, number>();
    for (const { data, truncated, next, without } of pages) {
      assert.equal(truncated, next ? true : truncated);
      assert.deepEqual(without, next ? ["preview"] : without);
      for (const [parent, list] of Object.entries(data.derivedByParent) as [string, string[]][]) {
        shown.set(parent, (shown.get(parent) ?? 0) + list.length);
        const all = parent === "AHazeActor" ? ROOTS : BELOW;
        assert.equal(data.truncated.derivedBreadthByClass[parent] ?? 0, all - shown.get(parent)!, parent);
        for (const child of list) {
          assert.equal(data.sourceByClass[child].source, "as");
          if (parent === "AHazeActor" && !data.derivedByParent[child])
            assert.equal(data.truncated.derivedBreadthByClass[child], BELOW);
        }
      }
    }
  });

  test("a small hierarchy keeps its previews, and says what its limits left out", async () => {
    const { data, next } = await client.call("angelscript_getClassHierarchy", { name: "ADoor3", maxSubBreadth: 5 });
    assert.equal(next, undefined);
    assert.match(data.sourceByClass.ADoor3x0.preview, /int Width/);
    assert.equal(data.truncated.derivedBreadthByClass.ADoor3, BELOW - 5);
    const text = runJig(
      ["angelscript_getClassHierarchy", "--name", "ADoor3", "--max-sub-breadth", "5", "--as", "text"],
      {
        cwd: root,
      },
    ).stdout;
    assert.match(text, /\n[^\n]*Door3\.as:1-4\n {2}ADoor3x0 {2}:5-9\n/);
    const told = /(\d+) more below ADoor3: (\{.*\})/.exec(text)!;
    const { data: whole } = await client.call("angelscript_getClassHierarchy", JSON.parse(told[2]!));
    assert.equal(whole.derivedByParent.ADoor3.length, BELOW);
  });

  test("all 401 members", async () => {
    const pages = await client.pages("angelscript_getTypeMembers", { name: "UPrimitive", includeDocs: true });
    assert.ok(pages.length > 1);
    assertWhole(
      pages.flatMap(({ data }) => data.members.map((one: Wire) => one.name)),
      ["StaticClass", ...Array.from({ length: 401 }, (_, at) => `Member${at}`)],
    );
    for (const { data } of pages) assert.equal(data.total, 402);
    const few = await client.pages("angelscript_getTypeMembers", { name: "UPrimitive", limit: 100 });
    assert.deepEqual(
      few.map(({ data }) => data.members.length),
      [100, 100, 100, 100, 2],
    );
  });

  test("diagnostics", async () => {
    const pages = await client.pages("angelscript_diagnostics", {});
    assert.ok(pages.length > 1);
    const rows = pages.flatMap(({ data }) =>
      data.diagnostics.map((one: Wire) => `${one.line}:${one.character}:${one.message}`),
    );
    assert.equal(rows.length, pages[0].data.total);
    assert.equal(new Set(rows).size, rows.length);
    assert.ok(rows.length >= 400);
  });
});

describe("files edited between pages", () => {
  test("a hierarchy and members name what changed", async () => {
    const root = scratch(project());
    const client = await openClient(root);
    after(() => client.end());
    const asked = { name: "AHazeActor", maxSubDepth: 10, maxSubBreadth: 1000 };
    const pages = await client.pages("angelscript_getClassHierarchy", asked, () =>
      writeFileSync(join(root, "Script/Door7.as"), "class ADoor7 : AHazeActor {}\n"),
    );
    assertWhole(derived(pages), classes);
    for (const page of pages.slice(1)) assert.match(page.changed.join(), /Door7\.as$/);
  });
});
