/** Hierarchy files as nested answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../core/host/plugin-api.ts";
import { hierarchyOf } from "./hierarchy-file.ts";

test("a hierarchy file with a lookup table and two scenes becomes the nested answer", () => {
  const node = (name: string, componentsIdx: number[], children: object[] = []) => ({
    name,
    isActive: true,
    componentsIdx,
    children,
  });
  const file = {
    Context: { sceneName: "A" },
    Hierarchy: [
      { sceneName: "A", componentsLut: ["Transform", "Camera"], roots: [node("Eye", [0, 1], [node("Lens", [0])])] },
      { sceneName: "B", roots: [{ name: "Bare", isActive: false }] },
    ],
  };
  assert.deepEqual(hierarchyOf(file as unknown as Json), {
    context: { sceneName: "A" },
    hierarchy: [
      {
        scene: "A",
        name: "Eye",
        depth: 0,
        isActive: true,
        components: ["Transform", "Camera"],
        children: [{ name: "Lens", depth: 1, isActive: true, components: ["Transform"], children: [] }],
      },
      { scene: "B", name: "Bare", depth: 0, isActive: false, children: [] },
    ],
  });
  for (const other of [null, [], {}, { Hierarchy: 3 }]) assert.equal(hierarchyOf(other), undefined);
});
