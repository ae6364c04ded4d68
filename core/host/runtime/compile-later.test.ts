/** The engine's threshold for compiling. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compileLater } from "./compile-later.ts";

test("raises the engine's threshold, and does nothing for an engine without one", () => {
  const scales: number[] = [];
  for (const engine of [{ unsafe: { setJITPolicy: (scale: number) => void scales.push(scale) } }, { unsafe: {} }, {}])
    compileLater(engine);
  assert.ok(scales.length === 1 && (scales[0] ?? 0) > 1);
});
