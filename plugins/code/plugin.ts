/** The manifest of the plugin for code in the languages that have a grammar here. */
import * as v from "valibot";
import { definePlugin, lazily, tool } from "../../core/host/plugin-api.ts";
import { LANGUAGES } from "./outline/languages.ts";
import * as outputs from "./tools/symbol-outputs.ts";
import workers from "./workers.ts";

/** Usual places of sources. Deeper ones are not searched, so that no start waits for it: the tools answer there all the same. */
const PLACES = ["*", "*/*", "src/*/*", "*/src/*"];

const WORKSPACE_HAS: string[] = [
  ...["tsconfig.json", "pyproject.toml", "setup.py", "go.mod", "Cargo.toml"],
  ...PLACES.flatMap((place) => LANGUAGES.flatMap(({ extensions }) => extensions.map((ending) => `${place}${ending}`))),
];

export default definePlugin({
  name: "code",
  version: "1.0.0",
  title: "Code",
  description: "Declarations and their uses in code of many languages, without a compiler or a language server.",
  host: "^1",
  when: {
    workspaceHas: WORKSPACE_HAS,
    enforce: false,
  },
  permissions: { read: ["workspace"] },
  workers,
  contributes: {
    languages: LANGUAGES.map(({ id, title, extensions }) => ({
      id,
      title,
      extensions,
      level: "outline",
      symbols: () => import("./tools/file-symbols.ts"),
    })),
  },
  tools: {
    code_outline: tool({
      title: "Outline of a source file",
      description:
        `Lists the declarations of a source file, in text order and nested as the code is: signature, lines, symbol path. Prefer it to ` +
        `reading a long file. Knows ${LANGUAGES.map(({ title }) => title).join(", ")}.`,
      effect: "read",
      idempotent: true,
      input: lazily(() => v.strictObject({ path: v.pipe(v.string(), v.description("A source file")) })),
      synonyms: { file: "path", file_path: "path", relative_path: "path" },
      output: outputs.outline,
      view: "tree",
      examples: [{ title: "Outline of a file", input: { path: "src/app.ts" } }],
      handler: () => import("./tools/code-outline.ts"),
    }),
  },
});
