/** Declares the parameters of the asset tools and the output schema of `unity-asset-read`. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";
import { COMMON, envelope, SAME_PROJECT } from "./console-outputs.ts";

const said = (description: string) => v.optional(v.pipe(v.string(), v.description(description)), "");

export const assetReadInput = lazily(() =>
  v.strictObject({
    path: v.pipe(v.string(), v.minLength(1)),
    object: said("Path (Room/Door), name or id"),
    component: said("Type or id"),
    field: said("Part of its path"),
    depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1), v.description("Levels")), -1),
    expand: v.optional(v.pipe(v.boolean(), v.description("Nested prefabs too")), false),
    overrides: v.optional(v.pipe(v.boolean(), v.description("Only what this file overrides")), false),
    ProjectPath: v.optional(v.string()),
  }),
);

const assetEdit = v.strictObject({
  op: v.picklist(["set", "revert", "add", "remove", "move"]),
  object: said("Path, name or id"),
  component: said("Type or id; to add: also a script"),
  field: said("As read: m_Materials[0]"),
  value: v.optional(
    v.pipe(
      v.any(),
      v.description("Reference: asset path, guid, object path (Room/Door) or none; list or object: as JSON text"),
    ),
  ),
  name: said("New object"),
  prefab: said("To add an instance of"),
  parent: v.optional(v.string()),
  index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export const assetEditInput = lazily(() =>
  v.strictObject({
    path: v.pipe(v.string(), v.minLength(1)),
    edits: v.optional(v.pipe(v.array(assetEdit), v.maxLength(500)), []),
    from: said("Create path from it: prefab (as variant) or ScriptableObject script"),
    editor_open: v.optional(v.picklist(["ask", "ignore", "check"]), "ask"),
    ProjectPath: v.optional(v.string()),
  }),
);

const objectRow = v.looseObject({
  Name: v.string(),
  Depth: v.number(),
  Id: v.string(),
  Components: v.array(v.string()),
  Active: v.optional(v.literal(false)),
  Prefab: v.optional(v.string()),
  Overrides: v.optional(v.number()),
  Inside: v.optional(v.number()),
  Below: v.optional(v.number()),
});

const fieldRow = v.looseObject({
  Object: v.optional(v.string()),
  Component: v.string(),
  Id: v.string(),
  Field: v.string(),
  Value: v.string(),
  Origin: v.picklist(["own", "base", "override", "base override", "unknown"]),
  From: v.optional(v.string()),
});

const SAME_FILE = { path: { at: "//Path" }, ...SAME_PROJECT } as const;

export const assetReadOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    envelope({
      Success: v.boolean(),
      Path: v.optional(v.string()),
      Kind: v.optional(v.string()),
      ObjectCount: v.optional(v.number()),
      Prefab: v.optional(v.string()),
      Objects: v.optional(v.array(objectRow)),
      Fields: v.optional(v.array(fieldRow)),
    }),
  ),
  rows: [
    {
      at: "/Objects",
      unit: ["object", "objects"],
      lines: true,
      links: [{ rel: "open", tool: "unity-asset-read", input: { object: { at: "/Id" }, ...SAME_FILE } }],
    },
    { at: "/Fields", unit: ["field", "fields"], lines: true },
  ],
  next: { parameter: "cursor", by: "page" },
  textTokens: { default: 4000, json: true },
  notices: [
    { at: "/ObjectCount", text: "{//Kind} of {} objects", one: "{//Kind} of 1 object" },
    { at: "/Prefab", text: "base is {}" },
    ...COMMON,
  ],
};
