/** Numbers in Unity's format. Floats are from files saved by Unity. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doubleText, floatText, infinityText, integerProblem } from "./number-format.ts";

test("a float has the fewest digits that give it again, and an exponent only from ten on", () => {
  const texts = ["0.1", "7.5", "-0.0000000074505797", "5.2705323e-10", "4.0058797e-11", "6.878344e+11", "0.08984375"];
  for (const text of [...texts, "16777216", "0", "-0", "0.30000004"]) assert.equal(floatText(Number(text)), text);
  assert.equal(floatText(0.1 + 0.2), "0.3");
  assert.equal(floatText(1 / 3), "0.33333334");
  assert.equal(floatText(16_777_217), "16777216");
  assert.equal(floatText(1e39), undefined);
  assert.equal(doubleText(1 / 3), "0.3333333333333333");
});

test("whole numbers are exact at the ends of their types", () => {
  const taken: [string, number | string][] = [
    ["ulong", "18446744073709551615"],
    ["long", "-9223372036854775808"],
    ["int", -2_147_483_648],
    ["byte", 255],
  ];
  for (const [type, value] of taken) assert.equal(integerProblem(type, value), "", `${type} ${value}`);
  const refused: [string, number | string][] = [
    ["ulong", "18446744073709551616"],
    ["long", "9223372036854775808"],
    ["int", "1e3"],
    ["int", ""],
    ["int", "Infinity"],
    ["byte", 256],
  ];
  for (const [type, value] of refused) assert.notEqual(integerProblem(type, value), "", `${type} ${value}`);
  assert.match(integerProblem("long", 2 ** 53), /as a string: JSON rounds/);
});

test("infinity has one spelling", () => {
  for (const text of ["inf", "Infinity", "+INF", "\u221e"]) assert.equal(infinityText(text), "Infinity");
  assert.equal(infinityText("-inf"), "-Infinity");
  assert.equal(infinityText("info"), undefined);
});
