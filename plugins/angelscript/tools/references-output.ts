/** Defines the output of `angelscript_findReferences`. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";
import { REFERENCE_KINDS } from "../queries/reference-kinds.ts";
import {
  answered,
  count,
  type Declared,
  NAME_LOCATION,
  NATIVE,
  nameLocation,
  nativeSource,
  range,
} from "./symbol-outputs.ts";

const place = v.object({ line: count, character: count });

export const findReferences: Declared = {
  schema: lazily(() =>
    answered({
      symbols: v.optional(
        v.array(
          v.object({
            symbolPath: v.string(),
            uses: count,
            total: count,
            counts: v.record(v.string(), count),
            unresolved: v.optional(count),
            ...nameLocation,
          }),
        ),
      ),
      total: count,
      references: v.array(
        v.object({
          ...range,
          range: v.object({ start: place, end: place }),
          kind: v.string(),
          symbolPath: v.optional(v.string()),
          binds: v.optional(v.object({ symbolPath: v.string(), ...nameLocation })),
        }),
      ),
      returned: count,
      truncated: v.boolean(),
      nextCursor: v.optional(v.string()),
      counts: v.record(v.string(), count),
      unresolved: v.optional(count),
      notice: v.optional(v.string()),
      nativeSource,
    }),
  ),
  rows: [
    {
      at: "/data/references",
      unit: ["reference", "references"],
      count: "/data/returned",
      total: "/data/total",
      columns: [
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
        { field: "character", at: "/range/start/character" },
        { field: "kind" },
        { field: "symbol", at: "/symbolPath", kind: "symbol", drop: 1 },
        { field: "preview", kind: "code" },
      ],
      location: {
        path: "/filePath",
        line: "/startLine",
        column: "/range/start/character",
        columnFrom: 0,
        endLine: "/endLine",
      },
      lines: true,
    },
    {
      at: "/data/symbols",
      unit: ["symbol", "symbols"],
      text: "{/symbolPath}: {/uses} uses",
      columns: [
        { field: "symbol", at: "/symbolPath", kind: "symbol" },
        { field: "uses" },
        { field: "unresolved", drop: 1 },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
      ],
      location: NAME_LOCATION,
    },
  ],
  cut: "/data/truncated",
  next: { parameter: "cursor", by: "cursors", at: "/data/nextCursor" },
  notices: [
    { at: "/data/total", text: "{} references", one: "1 reference", zero: true },
    { at: "/data/counts/declaration", text: "{} declaration" },
    ...REFERENCE_KINDS.slice(1).map((kind) => ({ at: `/data/counts/${kind}`, text: `{} ${kind}` })),
    {
      at: "/data/unresolved",
      text: "{} uses of the name could not be resolved",
      one: "1 use of the name could not be resolved",
    },
    { at: "/data/notice" },
    NATIVE,
  ],
  language: "angelscript",
  brief: true,
};
