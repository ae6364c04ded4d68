/** Declares the tools for text assets, which don't need an Editor. */
import { tool } from "../../../core/host/plugin-api.ts";
import { assetEditInput, assetReadInput, assetReadOutput } from "./asset-declarations.ts";

export const assetTools = {
  "unity-asset-read": tool({
    title: "Read an asset",
    description:
      "Reads a scene, prefab, material, .asset or ProjectSettings file without an Editor: hierarchy with " +
      "components, or the fields of an object or component with origin (own, base, override).",
    effect: "read",
    destructive: false,
    idempotent: true,
    openWorld: false,
    input: assetReadInput,
    unlisted: ["ProjectPath", "limit"],
    view: "tree",
    output: assetReadOutput,
    examples: [
      { title: "Objects of a prefab", input: { path: "Assets/Prefabs/Player.prefab" } },
      { title: "Overrides of an instance", input: { path: "Assets/Main.unity", object: "Room/Door" } },
    ],
    handler: () => import("./unity-asset-read.ts"),
  }),
  "unity-asset-edit": tool({
    title: "Edit an asset",
    description:
      "Edits a scene, prefab or other text asset without an Editor: set a field or reference (an override, on an " +
      "instance), revert it; add, remove, move components and objects; create a variant or ScriptableObject.",
    effect: "read",
    plan: true,
    idempotent: false,
    openWorld: false,
    input: assetEditInput,
    unlisted: ["ProjectPath", "editor_open"],
    view: "diff",
    examples: [
      {
        title: "Set a material",
        input: {
          path: "Assets/Door.prefab",
          edits: [{ op: "set", object: "Door", field: "m_Materials[0]", value: "Assets/Red.mat" }],
        },
      },
      {
        title: "Add a component",
        input: { path: "Assets/Main.unity", edits: [{ op: "add", object: "Room", component: "BoxCollider" }] },
      },
      { title: "Create a variant", input: { path: "Assets/RedDoor.prefab", from: "Assets/Door.prefab" } },
    ],
    handler: () => import("./unity-asset-edit.ts"),
  }),
};
