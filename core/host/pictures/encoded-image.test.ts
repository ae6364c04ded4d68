/** Encoded images contain the right pixels, according to an independent decoder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decode, encode } from "fast-png";
import { encodedImage } from "./encoded-image.ts";
import { sixelsOf } from "./sixel.ts";

/** Like a terminal: one register per command, six pixels per character. */
function seen(sixels: string): { width: number; height: number; rgb: number[] } {
  const [, across, down, body = ""] = /^\u001bP0;1;0q"1;1;(\d+);(\d+)([\s\S]*)\u001b\\$/.exec(sixels) ?? [];
  const [width, height] = [Number(across), Number(down)];
  const rgb: number[] = Array(width * height * 3).fill(-1);
  const registers = new Map<string, number[]>();
  let [x, y, colour] = [0, 0, [0, 0, 0]];
  for (const [word, register = "", parts, times, letter] of body.matchAll(
    /#(\d+)(?:;2;([\d;]+))?|(?:!(\d+))?([?-~])|[$-]/g,
  )) {
    if (parts)
      registers.set(
        register,
        parts.split(";").map((each) => Math.round((Number(each) * 255) / 100)),
      );
    else if (register) colour = registers.get(register)!;
    else if (word === "$") x = 0;
    else if (word === "-") [x, y] = [0, y + 6];
    else
      for (let left = Number(times ?? 1); left > 0; left--, x++)
        for (let bit = 0; bit < 6; bit++)
          if ((letter!.charCodeAt(0) - 63) & (1 << bit)) {
            assert.ok(x < width && y + bit < height, "inside");
            rgb.splice(((y + bit) * width + x) * 3, 3, ...colour);
          }
  }
  return { width, height, rgb };
}

test("up to 256 colours each pixel is its own, whatever the size", () => {
  const picture = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      // Percentages of full brightness.
      parts: fc.array(fc.integer({ min: 0, max: 100 }), {
        minLength: width * height * 3,
        maxLength: width * height * 3,
      }),
    }),
  );
  fc.assert(
    fc.property(picture, ({ width, height, parts }) => {
      fc.pre(new Set(parts.map((_, at) => (at % 3 === 0 ? parts.slice(at, at + 3).join() : ""))).size <= 256);
      const rgb = parts.map((each) => Math.round((each * 255) / 100));
      assert.deepEqual(seen(sixelsOf(Uint8Array.from(rgb), width, height)), { width, height, rgb });
    }),
    { numRuns: 30 },
  );
});

test("of many colours the nearest few hundred are left, and no pixel is missing", () => {
  const [width, height] = [90, 61];
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    return [(x * 255) / width, (y * 255) / height, ((x + y) * 255) / (width + height)][at % 3]!;
  });
  const { rgb: drawn } = seen(sixelsOf(rgb, width, height));
  const off = drawn.map((each, at) => Math.abs(each - rgb[at]!));
  assert.ok(!drawn.includes(-1));
  assert.ok(off.reduce((sum, each) => sum + each, 0) / off.length < 6, "on average");
  assert.ok(Math.max(...off) < 32);
});

test("a large picture is made small, a small one large by whole pixels, and never more than asked", async () => {
  const data = Uint8Array.from([255, 0, 0, 0, 0, 255]);
  const base64 = Buffer.from(encode({ width: 2, height: 1, data, channels: 3 })).toString("base64");
  const png = await encodedImage({ base64, form: "png", width: 100, height: 100, enlarge: 8 });
  assert.deepEqual([png.width, png.height, png.of], [16, 8, { width: 2, height: 1 }]);
  const pixels = decode(Buffer.from(png.data, "base64"));
  assert.deepEqual([pixels.width, pixels.height], [16, 8]);
  assert.deepEqual([...pixels.data.slice(7 * 3, 9 * 3)], [255, 0, 0, 0, 0, 255]);
  const sixel = await encodedImage({ base64, form: "sixel", width: 5, height: 100, enlarge: 8 });
  assert.deepEqual(seen(sixel.data).rgb.slice(0, 12), [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]);
  const small = await encodedImage({ base64, form: "sixel", width: 1, height: 1, enlarge: 8 });
  assert.deepEqual(seen(small.data).rgb, [128, 0, 128]);
  await assert.rejects(encodedImage({ base64: "bm8=", form: "sixel", width: 1, height: 1, enlarge: 1 }), {
    code: "ENCODING",
  });
});
