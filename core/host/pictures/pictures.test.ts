/** Pictures: areas of treemaps, cycles, layout, safe SVG, and which files are read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { encode } from "fast-png";
import type { Row, Size } from "../contract/outcome.ts";
import { layoutGraph } from "./graph-layout.ts";
import { graphOf } from "./row-graph.ts";
import { scaledImage } from "./scaled-image.ts";
import { graphRequest, picturesOf, svgOf } from "./svg.ts";
import { treemapOf } from "./treemap-layout.ts";

const ROOM = { aspect: 2, frame: { width: 8, height: 4 }, head: 0, inset: 0 };
const node = (id: string, ...to: string[]): Row => ({ text: id, node: { id, to } });

test("the tiles of a treemap cover it, none lies on another, and each is about as large as its share", () => {
  const size = fc.record({
    value: fc.integer({ min: 0, max: 10_000 }),
    name: fc.string({ maxLength: 5 }),
    within: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  });
  const sides = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60 }), sides, (sizes, [width, height]) => {
      const tiles = treemapOf(sizes, { ...ROOM, width, height }).filter(({ group }) => group === undefined);
      const covered = new Uint8Array(width * height);
      for (const tile of tiles) {
        assert.ok(tile.width > 0 && tile.height > 0);
        for (let y = tile.y; y < tile.y + tile.height; y++)
          for (let x = tile.x; x < tile.x + tile.width; x++) {
            assert.ok(x < width && y < height, "inside");
            assert.equal(covered[y * width + x]!++, 0, "free");
          }
      }
      assert.equal(covered.includes(0), !sizes.some(({ value }) => value > 0));
    }),
    { numRuns: 200 },
  );
  const halves: Size[] = [30, 30, 60].map((value, index) => ({ value, name: `${index}` }));
  const areas = treemapOf(halves, { ...ROOM, width: 40, height: 20 }).map(({ item, width, height }) => [
    item,
    width * height,
  ]);
  assert.deepEqual(Object.fromEntries(areas), { 0: 200, 1: 200, 2: 400 });
});

test("groups with one entry stand for it, and groups come before their tiles", () => {
  const sizes: Size[] = [
    { value: 3, name: "x", within: ["src", "deep", "a"] },
    { value: 2, name: "y", within: ["src", "deep", "a"] },
    { value: 1, name: "z", within: ["src", "deep", "b"] },
  ];
  const tiles = treemapOf(sizes, { ...ROOM, width: 60, height: 20 });
  assert.deepEqual(
    tiles.map(({ group, item }) => group ?? sizes[item]!.name),
    ["a", "x", "y", "z"],
  );
});

test("a graph knows its circles, names each edge once, and says how many nodes it leaves out", () => {
  const graph = graphOf([node("a", "b", "b", "a"), node("b", "c"), node("c", "b", "outside"), { text: "a remark" }]);
  const names = ({ from, to, circular }: (typeof graph.edges)[number]) =>
    `${graph.nodes[from]!.id}→${graph.nodes[to]!.id}${circular ? " circle" : ""}`;
  assert.deepEqual(graph.edges.map(names), ["a→b", "b→c circle", "c→b circle", "c→outside"]);
  assert.equal(graph.nodes.find(({ id }) => id === "outside")?.row, undefined);
  const long = graphOf(Array.from({ length: 5000 }, (_, at) => node(`n${at}`, `n${at + 1}`)));
  assert.deepEqual([long.nodes.length, long.left], [200, 4801]);
});

test("nodes stand in layers, none on another, and edges begin and end at their sides", async () => {
  const graph = graphOf([node("a", "b", "c"), node("b", "d"), node("c", "d"), node("d", "a")]);
  const request = graphRequest(graph, (name) => [name.length + 4, 3], [6, 1, 1]);
  const { places, lines, width, height } = await layoutGraph(request);
  const at = (id: string) => places[graph.nodes.findIndex((each) => each.id === id)]!;
  assert.ok(at("a").x < at("b").x && at("b").x < at("d").x);
  assert.ok(Math.abs(at("b").y - at("c").y) >= 3);
  for (const [x, y] of places.map((place) => [place.x, place.y]))
    assert.ok(x! >= 0 && y! >= 0 && x! < width && y! < height);
  const first = lines[0]!;
  assert.deepEqual([first[0]!.x, first.at(-1)!.x], [at("a").x + 5, at("b").x]);
});

test("whatever names hold, an SVG holds text: no element, no script, no reference, no control character", async () => {
  const evil = '"><script>alert(1)</script><image href="http://x/"/>&\u0000\u001b[2J\u202e\ud800]]>';
  const rows: Row[] = [
    { text: "", node: { id: evil, to: ["b"] }, size: { value: 2, name: evil, within: [evil] } },
    { text: "", node: { id: "b" }, size: { value: 1, name: "b" } },
  ];
  const view = { rows, chart: { as: "treemap" as const, unit: evil } };
  assert.deepEqual(picturesOf(view), ["treemap", "bars", "graph"]);
  for (const kind of picturesOf(view)) {
    const svg = await svgOf(view, kind, evil, layoutGraph);
    const elements = new Set([...svg.matchAll(/<([a-z]+)/gi)].map(([, name]) => name));
    const known = ["svg", "title", "rect", "text", "g", "path", "defs", "marker"];
    assert.deepEqual(
      [...elements].filter((name) => !known.includes(name!)),
      [],
      kind,
    );
    assert.ok(!/href|<[^>]*\son\w+=/i.test(svg.replace(/>[^<]*</g, "><")), kind);
    assert.ok(!/[\u0000-\u0008\u001b\u202e\ud800-\udfff]/.test(svg), kind);
    assert.ok(svg.includes("&lt;script&gt;"), kind);
  }
});

test("rows that say nothing of a size or an edge are no picture", () => {
  const one = { value: 1, name: "a" };
  assert.deepEqual(
    picturesOf({
      rows: [
        { text: "a", size: one },
        { text: "b", node: { id: "b" } },
      ],
    }),
    [],
  );
  assert.deepEqual(
    picturesOf({
      rows: [
        { text: "a", size: one },
        { text: "b", size: one },
      ],
      chart: { as: "bars" },
    }),
    ["bars"],
  );
});

const png = (width: number, height: number, channels: number, colour: number[]) =>
  Buffer.from(
    encode({
      width,
      height,
      channels,
      data: Uint8Array.from({ length: width * height * channels }, (_, at) => colour[at % channels]!),
    }),
  );

test("a PNG is made small in its proportions, its colours kept, what is transparent over black", async () => {
  const small = await scaledImage({
    base64: png(200, 100, 3, [140, 40, 150]).toString("base64"),
    width: 40,
    height: 40,
  });
  assert.deepEqual([small.width, small.height, small.of], [40, 20, { width: 200, height: 100 }]);
  assert.deepEqual([...small.rgb.slice(-3)], [140, 40, 150]);
  const clear = await scaledImage({ base64: png(4, 4, 4, [200, 100, 0, 127]).toString("base64"), width: 9, height: 9 });
  assert.deepEqual([clear.width, ...clear.rgb.slice(0, 3)], [4, 100, 50, 0]);
});

test("what is no PNG, is cut off, or unpacks to more than its pixels is refused", async () => {
  const good = png(8, 8, 3, [1, 2, 3]);
  const shrink = (file: Buffer) => () => scaledImage({ base64: file.toString("base64"), width: 8, height: 8 });
  await assert.rejects(shrink(Buffer.alloc(0)), { code: "ENCODING" });
  await assert.rejects(shrink(Buffer.from("GIF89a, or so it says, and then some more bytes")), { code: "ENCODING" });
  await assert.rejects(shrink(good.subarray(0, good.length - 20)));
  const huge = Buffer.from(good);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  await assert.rejects(shrink(huge), { code: "LIMIT_EXCEEDED" });
  const burst = deflateSync(Buffer.alloc(20_000_000));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), burst, Buffer.alloc(4)]);
  chunk.writeUInt32BE(burst.length, 0);
  await assert.rejects(shrink(Buffer.concat([good.subarray(0, 33), chunk, good.subarray(-12)])), /larger|too large/i);
});
