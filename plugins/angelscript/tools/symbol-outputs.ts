/** Defines the output schemas and the text output of the tools. */
import * as v from "valibot";
import { type LinkRule, lazily, type Output } from "../../../core/host/plugin-api.ts";

export type Declared = Output<v.GenericSchema>;

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const line = v.pipe(v.number(), v.integer(), v.minValue(1));
export const nativeSource = v.string();
export const range = { filePath: v.string(), startLine: line, endLine: line, preview: v.string() };
export const nameLocation = { filePath: v.optional(v.string()), startLine: v.optional(line) };
export const NAME_LOCATION = { path: "/filePath", line: "/startLine" } as const;
export const answered = (data: v.ObjectEntries) => v.object({ ok: v.literal(true), data: v.object(data) });

/** `at` is the path to the name of the type within the row. */
const linkTo =
  (rel: LinkRule["rel"], tool: string) =>
  (at: string, when?: LinkRule["when"]): LinkRule => ({
    rel,
    tool,
    input: { name: { at, required: true } },
    ...(when ? { when } : {}),
  });
const membersOf = linkTo("members", "angelscript_getTypeMembers");
const hierarchyOf = linkTo("hierarchy", "angelscript_getClassHierarchy");

export const NATIVE = { at: "/data/nativeSource", text: "native types: {}" };

export const searchApi: Declared = {
  schema: lazily(() =>
    answered({
      labelQuery: v.string(),
      searchIndex: count,
      nextSearchIndex: v.nullable(count),
      remainingCount: count,
      total: count,
      returned: count,
      truncated: v.boolean(),
      items: v.array(
        v.object({
          signature: v.string(),
          docs: v.optional(v.string()),
          type: v.picklist(["type", "function", "property"]),
          match: v.optional(v.literal("owner")),
          ...nameLocation,
        }),
      ),
      text: v.optional(v.string()),
      request: v.optional(v.record(v.string(), v.any())),
      nativeSource,
    }),
  ),
  rows: [
    {
      at: "/data/items",
      unit: ["symbol", "symbols"],
      count: "/data/returned",
      total: "/data/total",
      lines: true,
      columns: [
        { field: "type" },
        { field: "signature", kind: "code" },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
        { field: "match", drop: 2 },
        { field: "docs", drop: 1 },
      ],
      location: NAME_LOCATION,
    },
  ],
  cut: "/data/truncated",
  next: {
    parameter: "searchIndex",
    by: "offset",
    at: "/data/nextSearchIndex",
    remaining: "/data/remainingCount",
    firstLine: "/data/searchIndex",
  },
  notices: [{ at: "/data/total", text: "{} symbols", one: "1 symbol", zero: true }, { at: "/data/text" }, NATIVE],
  language: "angelscript",
};

export const typeMembers: Declared = {
  schema: lazily(() =>
    answered({
      type: v.object({ name: v.string(), namespace: v.string(), qualifiedName: v.string() }),
      total: count,
      members: v.array(
        v.object({
          kind: v.string(),
          name: v.string(),
          signature: v.string(),
          description: v.string(),
          declaredIn: v.string(),
          declaredInKind: v.picklist(["type", "namespace"]),
          isInherited: v.boolean(),
          isMixin: v.boolean(),
          isAccessor: v.boolean(),
          accessorKind: v.optional(v.picklist(["get", "set"])),
          propertyName: v.optional(v.string()),
          visibility: v.picklist(["public", "protected", "private"]),
          isStatic: v.optional(v.literal(true)),
          isBlueprintEvent: v.optional(v.literal(true)),
          isOverridable: v.optional(v.literal(true)),
          overrides: v.optional(v.string()),
          uses: v.optional(count),
          unresolved: v.optional(count),
          ...nameLocation,
        }),
      ),
      nativeSource,
    }),
  ),
  rows: [
    {
      at: "/data/members",
      unit: ["member", "members"],
      total: "/data/total",
      lines: true,
      columns: [
        { field: "kind", drop: 3 },
        { field: "signature", kind: "code" },
        { field: "declaredIn", drop: 2, kind: "symbol" },
        { field: "visibility", drop: 4 },
        { field: "isInherited", hidden: true },
        { field: "isMixin", hidden: true },
        { field: "isStatic", hidden: true },
        { field: "overrides", drop: 2, kind: "symbol" },
        { field: "uses", drop: 2 },
        { field: "accessorKind", hidden: true },
        { field: "description", drop: 1 },
      ],
      location: NAME_LOCATION,
      links: [membersOf("/declaredIn", { at: "/declaredInKind", in: ["type"] })],
    },
  ],
  cut: "/data/truncated",
  next: { parameter: "cursor", by: "page" },
  notices: [
    { at: "/data/type/qualifiedName", text: "members of {}" },
    { at: "/data/total", text: "{} members", one: "1 member", zero: true },
    NATIVE,
  ],
  language: "angelscript",
};

export const classHierarchy: Declared = {
  schema: lazily(() =>
    answered({
      root: v.string(),
      supers: v.array(v.string()),
      derivedByParent: v.record(v.string(), v.array(v.string())),
      sourceByClass: v.record(
        v.string(),
        v.union([
          v.object({ source: v.literal("as"), ...range, nameLine: v.optional(line) }),
          v.object({
            source: v.literal("cpp"),
            header: v.optional(v.string()),
            isBaseInferred: v.optional(v.literal(true)),
          }),
          v.object({ source: v.literal("unknown"), isBaseInferred: v.optional(v.literal(true)) }),
        ]),
      ),
      overridesByClass: v.optional(
        v.record(
          v.string(),
          v.array(
            v.object({
              signature: v.string(),
              overrides: v.string(),
              isNative: v.optional(v.literal(true)),
              ...nameLocation,
            }),
          ),
        ),
      ),
      limits: v.object({ maxSuperDepth: count, maxSubDepth: count, maxSubBreadth: count }),
      truncated: v.object({
        supers: v.boolean(),
        derivedDepth: v.boolean(),
        derivedBreadthByClass: v.record(v.string(), count),
      }),
      nativeSource,
    }),
  ),
  rows: [
    {
      at: "/data/derivedByParent/*",
      unit: ["derived class", "derived classes"],
      nested: true,
      remaining: "/data/truncated/derivedBreadthByClass",
      keyedMaps: ["/data/sourceByClass"],
      optionalFields: ["preview"],
      lines: true,
      columns: [
        { field: "class", at: "", kind: "symbol" },
        { field: "parent", at: "^", kind: "symbol" },
        { field: "path", at: "#/data/sourceByClass/{}/filePath", kind: "path" },
        { field: "line", at: "#/data/sourceByClass/{}/nameLine", kind: "line" },
      ],
      location: {
        path: "#/data/sourceByClass/{}/filePath",
        line: "#/data/sourceByClass/{}/nameLine",
        endLine: "#/data/sourceByClass/{}/endLine",
      },
      links: [membersOf(""), hierarchyOf("")],
      graph: { id: "", from: "^" },
      heading: {
        text: "{^}",
        location: {
          path: "#/data/sourceByClass/{^}/filePath",
          line: "#/data/sourceByClass/{^}/nameLine",
          endLine: "#/data/sourceByClass/{^}/endLine",
        },
        links: [membersOf("^"), hierarchyOf("^")],
      },
    },
    {
      at: "/data/overridesByClass/*",
      unit: ["override", "overrides"],
      text: "{/signature} overrides {/overrides}",
      columns: [
        { field: "class", at: "^", kind: "symbol" },
        { field: "signature", kind: "code" },
        { field: "overrides", kind: "symbol" },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
      ],
      location: NAME_LOCATION,
    },
    {
      at: "/data/supers",
      unit: ["base class", "base classes"],
      keyedMaps: ["/data/sourceByClass"],
      optionalFields: ["preview"],
      text: "base: {}",
      graph: { id: "", to: "#/data/root", chain: true },
      location: {
        path: "#/data/sourceByClass/{}/filePath",
        line: "#/data/sourceByClass/{}/nameLine",
        endLine: "#/data/sourceByClass/{}/endLine",
      },
      links: [membersOf(""), hierarchyOf("")],
    },
  ],
  next: { parameter: "cursor", by: "page" },
  notices: [
    { at: "/data/root", text: "around {}" },
    { at: "/data/truncated/supers", text: "further bases were left out: raise maxSuperDepth" },
    { at: "/data/truncated/derivedDepth", text: "deeper classes were left out: raise maxSubDepth" },
    NATIVE,
  ],
  language: "angelscript",
};

export const resolveSymbol: Declared = {
  schema: lazily(() =>
    answered({
      symbol: v.object({
        kind: v.string(),
        name: v.string(),
        signature: v.string(),
        doc: v.optional(v.object({ format: v.literal("markdown"), text: v.string() })),
        definition: v.optional(v.object({ ...range, nameLine: v.optional(line) })),
        header: v.optional(v.string()),
        container: v.optional(v.string()),
      }),
      nativeSource,
    }),
  ),
  rows: [
    {
      at: "/data/symbol/definition/preview",
      keep: "head",
      unit: ["line", "lines"],
      location: {
        path: "#/data/symbol/definition/filePath",
        line: "#/data/symbol/definition/startLine",
      },
      links: [
        membersOf("#/data/symbol/name", {
          at: "#/data/symbol/kind",
          in: ["class", "struct", "enum", "event", "delegate"],
        }),
        hierarchyOf("#/data/symbol/name", { at: "#/data/symbol/kind", in: ["class"] }),
      ],
    },
  ],
  notices: [
    { at: "/data/symbol/signature", text: "{/data/symbol/kind}: {}" },
    { at: "/data/symbol/container", text: "in {}" },
    { at: "/data/symbol/header", text: "C++ header {}" },
    { at: "/data/symbol/doc/text" },
    NATIVE,
  ],
  language: "angelscript",
};
