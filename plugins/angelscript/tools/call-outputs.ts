/** Defines the output of `angelscript_hover` and `angelscript_calls`. */

import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";
import { answered, count, type Declared, line, NATIVE, nameLocation } from "./symbol-outputs.ts";

const text = v.optional(v.string());

const described = () =>
  v.object({
    kind: v.string(),
    name: v.string(),
    signature: v.string(),
    doc: text,
    container: text,
    header: text,
    ...nameLocation,
  });

export const hover: Declared = {
  schema: lazily(() =>
    answered({
      symbol: v.optional(described()),
      symbols: v.optional(v.array(described())),
      total: v.optional(count),
      truncated: v.optional(v.boolean()),
      call: v.optional(
        v.object({
          name: v.string(),
          activeParameter: v.optional(count),
          signatures: v.array(
            v.object({
              signature: v.string(),
              parameters: v.array(v.object({ text: v.string(), doc: text })),
              doc: text,
            }),
          ),
        }),
      ),
      nativeSource: v.string(),
    }),
  ),
  rows: [
    {
      at: "/data/call/signatures",
      unit: ["signature", "signatures"],
      columns: [
        { field: "signature", kind: "code" },
        { field: "doc", drop: 1 },
      ],
    },
    {
      at: "/data/symbols",
      unit: ["symbol", "symbols"],
      total: "/data/total",
      columns: [
        { field: "kind" },
        { field: "signature", kind: "code" },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
        { field: "doc", drop: 1 },
      ],
      location: { path: "/filePath", line: "/startLine" },
    },
  ],
  cut: "/data/truncated",
  notices: [
    { at: "/data/symbol/signature", text: "{/data/symbol/kind}: {}" },
    { at: "/data/symbol/container", text: "in {}" },
    { at: "/data/symbol/header", text: "C++ header {}" },
    { at: "/data/symbol/filePath", text: "declared in {}:{/data/symbol/startLine}" },
    { at: "/data/symbol/doc" },
    { at: "/data/call/name", text: "call of {}" },
    { at: "/data/call/activeParameter", text: "at parameter {} (from 0)", zero: true },
    NATIVE,
  ],
  language: "angelscript",
};

export const calls: Declared = {
  schema: lazily(() =>
    answered({
      symbol: v.object({ name: v.string(), signature: v.string(), ...nameLocation }),
      symbols: v.optional(
        v.array(v.object({ name: v.string(), signature: v.string(), total: count, ...nameLocation })),
      ),
      direction: v.picklist(["incoming", "outgoing"]),
      total: count,
      truncated: v.boolean(),
      functions: v.array(
        v.object({
          ...{ name: v.string(), signature: v.string(), ...nameLocation, calls: count, callLines: v.array(line) },
          of: text,
        }),
      ),
      unresolved: v.optional(count),
      nativeSource: v.string(),
    }),
  ),
  rows: [
    {
      at: "/data/functions",
      unit: ["function", "functions"],
      total: "/data/total",
      lines: true,
      columns: [
        { field: "signature", kind: "code" },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
        { field: "calls" },
        { field: "lines", at: "/callLines", drop: 1 },
        { field: "of", drop: 1 },
      ],
      location: { path: "/filePath", line: "/startLine" },
    },
    {
      at: "/data/symbols",
      unit: ["requested function", "requested functions"],
      lines: true,
      columns: [
        { field: "signature", kind: "code" },
        { field: "functions", at: "/total" },
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", at: "/startLine", kind: "line" },
      ],
      location: { path: "/filePath", line: "/startLine" },
    },
  ],
  cut: "/data/truncated",
  next: { parameter: "cursor", by: "page" },
  notices: [
    { at: "/data/symbol/signature", text: "{/data/direction} calls of {}" },
    { at: "/data/total", text: "{} functions", one: "1 function", zero: true },
    { at: "/data/unresolved", text: "{} uses of a name could not be resolved" },
    NATIVE,
  ],
  language: "angelscript",
};
