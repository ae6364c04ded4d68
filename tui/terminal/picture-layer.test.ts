/** Tests that the picture stays on the screen when frames are drawn around it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPictureLayer, type PictureLayer, type PlacedPicture } from "./picture-layer.ts";

const SIXEL: PlacedPicture = { protocol: "sixel", data: "\u001bP0;1;q#0~\u001b\\", x: 4, y: 2, columns: 10, rows: 3 };
const PUT = `\u001b7\u001b[3;5H${SIXEL.data}\u001b8`;
const GONE = "\u001b7\u001b[m\u001b[3;5H\u001b[10X\u001b[4;5H\u001b[10X\u001b[5;5H\u001b[10X\u001b8";

/**
 * Returns the output before and after a frame, separated by `|`. The frame writes to these lines or clears the screen.
 */
function around(layer: PictureLayer, ...rows: number[] | ["anew"]): string {
  const anew = rows[0] === "anew";
  const before = layer.before(anew);
  return `${before}|${layer.after((first, last) => anew || rows.some((row) => Number(row) >= first && Number(row) <= last))}`;
}

function open(first?: PlacedPicture) {
  let wanted = first;
  const layer = createPictureLayer(7, () => wanted);
  return {
    layer,
    want(picture: PlacedPicture | undefined) {
      wanted = picture;
    },
  };
}

test("sixels are put after the frame that leaves room, again only where a frame went over them, and blanks before another", () => {
  const { layer, want } = open(SIXEL);
  assert.equal(layer.allowsMoves(), true);
  assert.equal(around(layer, 0), `|${PUT}`);
  assert.equal(layer.allowsMoves(), false);
  for (const row of [0, 1, 5, 9]) assert.equal(around(layer, row), "|", `line ${row}`);
  for (const row of [2, 3, 4]) assert.equal(around(layer, row), `|${PUT}`, `line ${row}`);
  const other = { ...SIXEL, data: "\u001bP0;1;q#1~\u001b\\" };
  want(other);
  assert.equal(around(layer, 9), `${GONE}|\u001b7\u001b[3;5H${other.data}\u001b8`);
  want(undefined);
  assert.equal(around(layer), `${GONE}|`);
  assert.equal(around(layer, 2), "|");
  assert.equal(layer.allowsMoves(), false, "moved lines would bring erased sixels back");
  around(layer, "anew");
  assert.equal(layer.allowsMoves(), true);
});

test("a frame that begins anew puts it anew", () => {
  const { layer, want } = open();
  want(SIXEL);
  assert.equal(around(layer), `|${PUT}`);
  assert.equal(around(layer), "|");
  assert.equal(around(layer, "anew"), `${GONE}|${PUT}`);
});

test("kitty's picture comes in chunks under its own name, stays under frames, and is freed", () => {
  const data = "A".repeat(4096) + "B".repeat(10);
  const { layer, want } = open({ ...SIXEL, protocol: "kitty", data });
  const put =
    `\u001b7\u001b[3;5H\u001b_Ga=T,f=100,t=d,i=7,p=1,C=1,q=2,m=1;${"A".repeat(4096)}\u001b\\` +
    `\u001b_Gq=2,m=0;${"B".repeat(10)}\u001b\\\u001b8`;
  assert.equal(around(layer, 2), `|${put}`);
  assert.equal(around(layer, 2), "|");
  assert.equal(layer.allowsMoves(), false);
  want(undefined);
  assert.equal(around(layer, 2), "\u001b_Ga=d,d=I,i=7,q=2\u001b\\|");
  assert.equal(layer.allowsMoves(), true);
});

test("once the screen is left, what was there is gone", () => {
  const { layer } = open({ ...SIXEL, protocol: "kitty" });
  around(layer, 2);
  assert.equal(layer.leave(), "\u001b_Ga=d,d=I,i=7,q=2\u001b\\");
  assert.equal(layer.leave(), "");
});
