/** Plugin manifest. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { scaleInput } from "./scale-input.ts";
import { scaleOutput } from "./scale-output.ts";
import workers from "./workers.ts";

export default definePlugin({
  name: "metrics",
  version: "1.0.0",
  title: "Metrics",
  description: "Measures files: code and comment lines, tokens, size, structure.",
  host: "^1",
  permissions: { read: ["workspace"], run: ["rg"] },
  tools: {
    check_code_scale: tool({
      title: "Count lines of code and tokens",
      description:
        "Measures how large a file is, its size in bytes, lines and the number of tokens it would cost a model: code metrics and statistics. " +
        "Counts lines of code, comments and blank lines by each language's rules. Takes file_path (also lists its symbols), " +
        "or up to 200 file_paths with metrics_only: true. Returns TOON unless output_format says json or text.",
      effect: "read",
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: scaleInput,
      synonyms: { path: "file_path", file: "file_path", paths: "file_paths", files: "file_paths" },
      positional: ["file_path"],
      view: "chart",
      output: scaleOutput,
      examples: [
        { title: "One file", input: { file_path: "package.json" } },
        {
          title: "Several files",
          input: { file_paths: ["package.json", "README.md"], metrics_only: true, output_format: "json" },
        },
      ],
      handler: () => import("./check-code-scale.ts"),
    }),
  },
  workers,
  contributes: {
    commands: [
      {
        name: "tokei",
        also: ["loc", "cloc", "scc", "sloc"],
        usage: "[flags] [PATH …]",
        summary: "Count code, comments and blanks by language as tokei does",
        codes: { failed: 1 },
        module: () => import("./tokei.ts"),
      },
    ],
    cliAliases: [
      {
        command: "wc",
        also: ["count-lines"],
        tool: "check_code_scale",
        description: "Count code, comment and blank lines, tokens and bytes",
        positional: "file_paths",
        synonyms: { "-l": { values: { true: {} } } },
        fixed: { metrics_only: true },
      },
      {
        flag: "--metrics-only",
        tool: "check_code_scale",
        description: "Measure the files of --file-paths and --files-from (one per line)",
        positional: "file_paths",
        fixed: { metrics_only: true, output_format: "json" },
        map: {
          "--files-from": { parameter: "file_paths", from: "lines-file" },
        },
      },
    ],
  },
});
