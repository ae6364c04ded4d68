/** Tests the list of folders for a typed path. It must not contain suggestions for another path. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { rootItems } from "../layout/menu-items.ts";
import type { MenuItem } from "../state/explorer-state.ts";
import { typedRoot } from "./root-picker.ts";

const items = ["/work/orchard", "/work/garden"].map(
  (path): MenuItem => ({ label: path, does: { type: "root", path } }),
);
const labels = (of: string, typed: string) => rootItems({ of, items }, typed).map(({ label }) => label);

test("letters choose among what is offered, also while newer offers are on the way", () => {
  assert.deepEqual(labels("", ""), ["/work/orchard", "/work/garden"]);
  assert.deepEqual(labels("", "gard"), ["/work/garden"]);
  assert.deepEqual(labels("gar", "gard"), ["/work/garden"]);
});

test("a path shows its own offers only, and leads to itself where there are none yet", () => {
  assert.deepEqual(labels("/work/", "/work/"), ["/work/orchard", "/work/garden"]);
  assert.deepEqual(labels("/work/", "/work/g"), []);
  assert.deepEqual(labels("", "../x"), []);
  assert.deepEqual(labels("/work/", ""), []);
  const typed = (text: string) =>
    typedRoot({ kind: "palette", input: textOfInput(text), list: { cursor: 0, top: 0 }, roots: { of: "", items } });
  assert.deepEqual(typed("../x"), { type: "root", path: "../x" });
  assert.equal(typed("nothing"), undefined);
});
