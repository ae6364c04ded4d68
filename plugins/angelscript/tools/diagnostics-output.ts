/** Defines the output of `angelscript_diagnostics`. */

import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";
import { answered, count, type Declared, line } from "./symbol-outputs.ts";

export const diagnostics: Declared = {
  schema: lazily(() =>
    answered({
      source: v.picklist(["editor", "parser"]),
      total: count,
      returned: count,
      truncated: v.boolean(),
      filesChecked: count,
      meaningChecked: v.optional(count),
      notChecked: v.optional(count),
      diagnostics: v.array(
        v.object({
          filePath: v.string(),
          line,
          character: line,
          severity: v.picklist(["error", "likely", "warning", "info"]),
          message: v.string(),
        }),
      ),
    }),
  ),
  rows: [
    {
      at: "/data/diagnostics",
      unit: ["diagnostic", "diagnostics"],
      count: "/data/returned",
      total: "/data/total",
      text: "{/severity}: {/message}",
      columns: [
        { field: "path", at: "/filePath", kind: "path" },
        { field: "line", kind: "line" },
        { field: "character" },
        { field: "severity" },
        { field: "message" },
      ],
      tone: { at: "/severity", error: ["error"], warning: ["likely", "warning"] },
      location: { path: "/filePath", line: "/line", column: "/character" },
    },
  ],
  cut: "/data/truncated",
  next: { parameter: "cursor", by: "page" },
  notices: [
    { at: "/data/total", text: "{} diagnostics in {/data/filesChecked} files, by the {/data/source}", zero: true },
    {
      at: "/data/meaningChecked",
      text: "time ran out: only {} files were checked beyond their syntax",
      tone: "warning",
    },
    { at: "/data/notChecked", text: "time ran out: {} files were not checked", tone: "warning" },
  ],
};
