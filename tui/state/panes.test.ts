/** Tests that the panes fill screens of any size without gaps or overlaps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf, NO_SPLITS, PANES, type Pane, resizedSplits, resultPaneParts } from "./panes.ts";

const layout = (columns: number, rows: number, focus: Pane, zoomed: boolean, splits = NO_SPLITS) =>
  layoutOf({ columns, rows, focus, zoomed, splits });

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
    const far = { tools: 99, form: -99, lines: 99 };
    for (const [focus, splits] of PANES.flatMap((each) => [NO_SPLITS, far].map((moved) => [each, moved] as const))) {
      const { panes } = layout(columns, rows, focus, false, splits);
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
  assert.equal(layout(120, 40, "tools", false).shape, "three");
  assert.equal(layout(80, 24, "form", false).shape, "stacked");
  for (const focus of PANES) assert.deepEqual(Object.keys(layout(60, 15, focus, false).panes), [focus]);
  assert.deepEqual(Object.keys(layout(120, 40, "result", true).panes), ["result"]);
});

test("rows come first where the result pane is small", () => {
  assert.deepEqual(resultPaneParts(8, 0, true), { body: 7, preview: 0, notes: 0 });
  const tall = resultPaneParts(30, 2, true);
  assert.equal(tall.body + tall.preview + tall.notes, 29);
  assert.ok(tall.preview > 8);
});

test("a pane grows and shrinks by keys to where its neighbours need their room, and comes back", () => {
  for (const [columns, rows] of [
    [120, 40],
    [104, 14],
    [80, 24],
  ] as const) {
    for (const focus of PANES) {
      const size = (splits: typeof NO_SPLITS) => {
        const { width, height } = layout(columns, rows, focus, false, splits).panes[focus]!;
        return width * height;
      };
      let splits = NO_SPLITS;
      const sizes = [size(splits)];
      for (let next = resizedSplits({ columns, rows, focus, zoomed: false, splits }, 1); next; ) {
        splits = next;
        assert.ok(size(splits) > sizes.at(-1)!);
        sizes.push(size(splits));
        next = resizedSplits({ columns, rows, focus, zoomed: false, splits }, 1);
      }
      assert.ok(sizes.length > 1, `${columns}×${rows} ${focus} grew`);
      // At the limit, the opposite key has an effect at once.
      const back = resizedSplits({ columns, rows, focus, zoomed: false, splits }, -1);
      assert.ok(back && size(back) < sizes.at(-1)!, `${columns}×${rows} ${focus} shrank`);
    }
  }
  assert.equal(resizedSplits({ columns: 60, rows: 20, focus: "form", zoomed: false, splits: NO_SPLITS }, 1), undefined);
});
