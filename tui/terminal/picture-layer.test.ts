/** The picture on the screen keeps step with the lines that are written around it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPictureLayer, type PlacedPicture } from "./picture-layer.ts";

const SIXEL: PlacedPicture = { protocol: "sixel", data: "\u001bP0;1;q#0~\u001b\\", x: 4, y: 2, columns: 10, rows: 3 };
const PUT = `\u001b7\u001b[3;5H${SIXEL.data}\u001b8`;
const GONE = "\u001b7\u001b[m\u001b[3;5H\u001b[10X\u001b[4;5H\u001b[10X\u001b[5;5H\u001b[10X\u001b8";
/** Changes these lines of ten. */
const frame = (...rows: number[]) =>
  `\u001b[10;1H\u001b[9A${Array.from({ length: 10 }, (_, row) => (rows.includes(row) ? "x\n" : "\u001b[E")).join("")}`;

function open(first?: PlacedPicture) {
  let wanted = first;
  const layer = createPictureLayer(7, () => wanted, "?");
  assert.equal(layer.around("\u001b[?1049h\u001b[H"), "\u001b[?1049h\u001b[H?");
  return {
    layer,
    want(picture: PlacedPicture | undefined) {
      wanted = picture;
    },
  };
}

test("sixels are put after the frame that leaves room, again only where a frame went over them, and blanks before another", () => {
  const { layer, want } = open(SIXEL);
  assert.equal(layer.around("\u001b[?2026h"), "\u001b[?2026h");
  assert.equal(layer.around(frame(0)), frame(0) + PUT);
  for (const row of [0, 1, 5, 9]) assert.equal(layer.around(frame(row)), frame(row), `line ${row}`);
  for (const row of [2, 3, 4]) assert.equal(layer.around(frame(row)), frame(row) + PUT, `line ${row}`);
  const other = { ...SIXEL, data: "\u001bP0;1;q#1~\u001b\\" };
  want(other);
  assert.equal(layer.around(frame(9)), `${GONE}${frame(9)}\u001b7\u001b[3;5H${other.data}\u001b8`);
  want(undefined);
  assert.ok(layer.around(frame(9)).endsWith(`\u001b[10X\u001b8${frame(9)}`));
  assert.equal(layer.around(frame(2)), frame(2));
});

test("a frame that begins anew puts it anew; without a frame it comes and goes too", () => {
  const { layer, want } = open();
  want(SIXEL);
  assert.equal(layer.update(), PUT);
  assert.equal(layer.update(), "");
  assert.equal(layer.around("\u001b[H\u001b[Jx"), `${GONE}\u001b[H\u001b[Jx${PUT}`);
  want(undefined);
  assert.equal(layer.update(), GONE);
});

test("kitty's picture comes in chunks under its own name, stays under frames, and is freed", () => {
  const data = "A".repeat(4096) + "B".repeat(10);
  const { layer, want } = open({ ...SIXEL, protocol: "kitty", data });
  const put =
    `\u001b7\u001b[3;5H\u001b_Ga=T,f=100,t=d,i=7,p=1,C=1,q=2,m=1;${"A".repeat(4096)}\u001b\\` +
    `\u001b_Gq=2,m=0;${"B".repeat(10)}\u001b\\\u001b8`;
  assert.equal(layer.around(frame(2)), frame(2) + put);
  assert.equal(layer.around(frame(2)), frame(2));
  want(undefined);
  assert.equal(layer.around(frame(2)), `\u001b_Ga=d,d=I,i=7,q=2\u001b\\${frame(2)}`);
});

test("once the screen is left nothing is put, and what was there is gone", () => {
  const { layer } = open({ ...SIXEL, protocol: "kitty" });
  layer.around(frame(2));
  assert.equal(layer.around("\u001b[?1049l"), "\u001b_Ga=d,d=I,i=7,q=2\u001b\\\u001b[?1049l");
  assert.equal(layer.around("the end\n"), "the end\n");
  assert.equal(layer.around("\u001b[?1049h"), "\u001b[?1049h", "asked once");
  assert.equal(layer.around("\u001b[?1049l"), "\u001b[?1049l");
  assert.equal(layer.update(), "");
});
