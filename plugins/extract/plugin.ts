/** Plugin manifest. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { extractInput } from "./extract-input.ts";
import { extractOutput } from "./extract-output.ts";

export default definePlugin({
  name: "extract",
  version: "1.0.0",
  title: "Extract",
  description: "Reads ranges of lines from files.",
  host: "^1",
  permissions: { read: ["workspace"], write: ["workspace"] },
  tools: {
    extract_code_section: tool({
      title: "Read a file or sections of it",
      description:
        "Reads a file, or a section of its code by lines (file_path, start_line and end_line), to view or show its contents; or reads " +
        "several ranges of multiple files in one call (requests: 20 files, 200 sections, 5,000 lines, 1 MiB at most). Lines from 1; columns from 0, end exclusive. Returns TOON unless output_format says json or text; format " +
        "raw prints only the source.",
      effect: "read",
      parameterEffects: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: extractInput,
      synonyms: {
        path: "file_path",
        file: "file_path",
        filename: "file_path",
        filePath: "file_path",
        startLine: "start_line",
        endLine: "end_line",
      },
      positional: ["file_path", "start_line", "end_line"],
      view: "source",
      output: extractOutput,
      examples: [
        { title: "Lines of one file", input: { file_path: "package.json", start_line: 1, end_line: 5 } },
        {
          title: "Ranges of several files",
          input: {
            requests: [
              { file_path: "package.json", sections: [{ start_line: 1, end_line: 3, label: "head" }] },
              {
                file_path: "README.md",
                sections: [
                  { start_line: 1, end_line: 2 },
                  { start_line: 3, end_line: 4 },
                ],
              },
            ],
            output_format: "json",
          },
        },
        {
          title: "Only the code",
          input: { file_path: "package.json", start_line: 2, end_line: 2, format: "raw" },
        },
      ],
      handler: () => import("./extract-code-section.ts"),
    }),
  },
  contributes: {
    cliAliases: [
      {
        command: "cat",
        also: ["read", "read-file", "get-file", "bat", "less", "more", "view", "show", "open"],
        tool: "extract_code_section",
        description: "Print a file, or lines of it: jig cat FILE 10 20",
        fixed: { format: "raw" },
        unsupportedFlags: {
          "-n": "Use jig extract_code_section FILE, which reports the line numbers",
          "-r": "Pass the lines after the file: jig cat FILE 10 20",
        },
      },
      {
        flag: "--partial-read",
        tool: "extract_code_section",
        description: "Read lines of a file, or many ranges with --partial-read-requests-json or -file",
        positional: "file_path",
        fixed: { output_format: "json" },
        map: {
          "--partial-read-requests-json": { parameter: "requests", from: "json" },
          "--partial-read-requests-file": { parameter: "requests", from: "json-file" },
        },
      },
    ],
  },
});
