/** Views, cuts and failures by JSON pointers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ResolvedPath, Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { textOf } from "../contract/outcome.ts";
import { failureByPointers, fitByPointers, valueAt, viewByPointers, withValueAt } from "./pointers.ts";

const workspace = {
  resolve: async (path: string) => {
    if (path.startsWith("/")) throw new JigError("PATH_OUTSIDE", "outside");
    return { absolute: `/root/${path}`, display: path } as ResolvedPath;
  },
} as unknown as Workspace;

test("valueAt() follows keys, indices and escapes, and finds nothing on prototypes", () => {
  const value = { a: [{ "b/c": 1, "~": 2 }] };
  assert.equal(valueAt(value, "/a/0/b~1c"), 1);
  assert.equal(valueAt(value, "/a/0/~0"), 2);
  assert.equal(valueAt(value, ""), value);
  for (const pointer of ["/b", "/a/1", "/a/0/b~1c/d", "/constructor", "/a/length/x"])
    assert.equal(valueAt(value, pointer), undefined);
});

test("withValueAt() copies, and makes what is on the way", () => {
  const value = { a: [1, 2], b: "x" };
  assert.deepEqual(withValueAt(value, "/a/1", 3), { a: [1, 3], b: "x" });
  assert.deepEqual(withValueAt({}, "/x~1y/z", 1), { "x/y": { z: 1 } });
  assert.deepEqual(withValueAt(value, "", 7), 7);
  assert.deepEqual(value, { a: [1, 2], b: "x" });
  assert.deepEqual(JSON.stringify(withValueAt({}, "/__proto__/polluted", true)), '{"__proto__":{"polluted":true}}');
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("viewByPointers() places rows in the workspace, and shows others without a place", async () => {
  const value = { hits: [{ at: "a.ts", n: 3, text: "x" }, { at: "/etc/passwd", text: { deep: true } }, null] };
  const view = await viewByPointers({ at: "/hits", text: "/text", file: "/at", line: "/n" }, value, workspace);
  assert.deepEqual(view?.rows, [
    { text: "x", location: { absolute: "/root/a.ts", display: "a.ts", startLine: 3, startColumn: 1 } },
    { text: '{"deep":true}' },
    { text: "" },
  ]);
  assert.equal(await viewByPointers({ at: "/none" }, value, workspace), undefined);
});

test("fitByPointers() cuts as few items as it must, and says so", () => {
  const value = { items: Array.from({ length: 100 }, (_, n) => ({ n })), rest: "kept" };
  const cut = fitByPointers({ cut: "/items", hint: "Ask for less" }, value, 300) as {
    items: object[];
    truncated: string;
  };
  assert.ok(textOf(cut as never).length <= 300);
  assert.match(cut.truncated, new RegExp(`^${100 - cut.items.length} of 100 items were cut to fit\\. Ask for less$`));
  const oneMore = { ...cut, items: value.items.slice(0, cut.items.length + 1) };
  assert.ok(textOf(oneMore as never).length > 300);
  assert.equal(fitByPointers({ cut: "/items" }, value, 10), undefined, "not even without items");
  assert.equal(fitByPointers({ cut: "/rest" }, value, 10), undefined);
});

test("failureByPointers() builds the plugin's own envelope", () => {
  const error = new JigError("PATH_NOT_FOUND", "It is not there", { hint: "Look elsewhere", details: { path: "a" } });
  assert.deepEqual(
    failureByPointers(
      { with: { ok: false }, message: "/error/text", code: "/error/code", details: "/error/more" },
      error,
    ),
    {
      value: {
        ok: false,
        error: { text: "It is not there. Look elsewhere", code: "PATH_NOT_FOUND", more: { path: "a" } },
      },
      failed: true,
    },
  );
});
