/** The layout: panes fill the screen without gap or overlap, whatever its size. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf, PANES, resultParts } from "./layout.ts";

test("panes cover the screen exactly once", () => {
  for (const [columns, rows] of [
    [120, 40],
    [104, 14],
    [80, 24],
    [76, 14],
    [60, 15],
    [40, 10],
    [200, 60],
  ] as const) {
    for (const focus of PANES) {
      const { panes } = layoutOf(columns, rows, focus, false);
      const cells = new Set<string>();
      for (const rect of Object.values(panes)) {
        for (let y = rect.y; y < rect.y + rect.height; y++) {
          for (let x = rect.x; x < rect.x + rect.width; x++) {
            const cell = `${x},${y}`;
            assert.ok(!cells.has(cell), `${columns}×${rows} ${focus}: ${cell} twice`);
            cells.add(cell);
          }
        }
      }
      assert.equal(cells.size, columns * (rows - 2), `${columns}×${rows} ${focus}`);
    }
  }
});

test("the pane with the focus is always in sight, alone where there is no room", () => {
  assert.equal(layoutOf(120, 40, "tools", false).shape, "three");
  assert.equal(layoutOf(80, 24, "form", false).shape, "stacked");
  for (const focus of PANES) assert.deepEqual(Object.keys(layoutOf(60, 15, focus, false).panes), [focus]);
  assert.deepEqual(Object.keys(layoutOf(120, 40, "result", true).panes), ["result"]);
});

test("rows come first where the result pane is small", () => {
  assert.deepEqual(resultParts(8, 0, true), { body: 7, preview: 0, notes: 0 });
  const tall = resultParts(30, 2, true);
  assert.equal(tall.body + tall.preview + tall.notes, 29);
  assert.ok(tall.preview > 8);
});
