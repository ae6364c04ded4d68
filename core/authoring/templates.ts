/** What `jig plugin new` writes: a plugin that works, typed and tested, from its first minute. */
import { JigError } from "../host/frontend-api.ts";
import { SCHEMA_FILE } from "./schema-file.ts";

export const TEMPLATES = ["ts", "python", "language"] as const;
export type Template = (typeof TEMPLATES)[number];

export function isTemplate(name: string): name is Template {
  return (TEMPLATES as readonly string[]).includes(name);
}

export interface TemplateFiles {
  /** By path. */
  files: Record<string, string>;
  /** What to do with them: for a shell, a line each. */
  next: string[];
}

/** `folder` is the plugin's, as its author wrote it. */
export function templateFiles(template: Template, name: string, folder: string): TemplateFiles {
  const tool = name.replaceAll("-", "_");
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const next = [
    `jig plugin test ${folder}     runs its examples`,
    `jig mcp --plugins ${folder}   serves it to a client`,
  ];
  switch (template) {
    case "ts":
      return { files: typescript(name, tool, title), next };
    case "python":
      return { files: python(name, tool, title), next };
    case "language":
      return {
        files: language(name, title),
        next: [
          `${folder}/README.md      says where to get the grammar`,
          `jig plugin check ${folder}   tells what is missing`,
        ],
      };
    default:
      throw new JigError("INVALID_ARGUMENT", `Unknown template "${template}"`, {
        hint: `Known: ${TEMPLATES.join(", ")}`,
      });
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** As somebody writes it in TypeScript: names without quotes, lists and small objects on one line. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const parts = (at: string) =>
    Object.entries(value).map(([name, each]) => `${list ? "" : `${name}: `}${literal(each, at)}`);
  const short = parts(inner).join(", ");
  const line = list ? `[${short}]` : `{ ${short} }`;
  if (!line.includes("\n") && indent !== "" && indent.length + line.length < 90) return line;
  const long = parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join("");
  return list ? `[\n${long}${indent}]` : `{\n${long}${indent}}`;
}

const golden = (tool: string) => ({
  [`test/golden/${tool}.1.json`]: json({ greeting: "Hello, world!", file: "notes.txt", lines: 2 }),
  "test/workspace/notes.txt": "one\ntwo\n",
});

/** Of both templates that have a tool: what answers it, and may answer it, differs. */
const greeter = (name: string, tool: string, title: string, run: string[], handler: unknown) => ({
  name,
  version: "0.1.0",
  title,
  description: "Greets, and counts the lines of a file.",
  host: "^1",
  permissions: { read: ["workspace"], ...(run.length > 0 ? { run } : {}) },
  tools: {
    [tool]: {
      title,
      description: "Greets someone and says how many lines a file of the workspace has.",
      effect: "read",
      view: "text",
      input: {
        type: "object",
        properties: {
          who: { type: "string", description: "Who is greeted", default: "world" },
          file: { type: "string", description: "A file of the workspace" },
        },
        required: ["file"],
      },
      output: {
        schema: {
          type: "object",
          properties: { greeting: { type: "string" }, file: { type: "string" }, lines: { type: "integer" } },
          required: ["greeting", "file", "lines"],
        },
        notices: [
          { at: "/greeting" },
          { at: "/lines", text: "{/file} has {} lines", one: "{/file} has one line", zero: true },
        ],
      },
      examples: [{ title: "Count the lines of the notes", input: { file: "notes.txt" } }],
      handler,
    },
  },
});

function typescript(name: string, tool: string, title: string): Record<string, string> {
  return {
    "plugin.ts": `/** The manifest of ${name}: \`jig plugin build\` makes plugin.json of it. */
import type { PluginSource } from "./jig.d.ts";

export default ${literal(greeter(name, tool, title, [], `./${name}.ts`))} as const satisfies PluginSource;
`,
    [`${name}.ts`]: `/** The handler of ${tool}. What it needs comes with its context; jig.js has the values of the API. */
import type { Handler, InputOf } from "./jig.d.ts";
import type plugin from "./plugin.ts";

type Input = InputOf<typeof plugin, "${tool}">;

const handler: Handler<Input> = async ({ who, file }, context) => {
  const { text } = await context.files.readText(file);
  const lines = text.split("\\n").filter((line) => line !== "").length;
  return { value: { greeting: \`Hello, \${who}!\`, file, lines } };
};

export default handler;
`,
    ...golden(tool),
    "README.md": readme(name, tool, title),
  };
}

function python(name: string, tool: string, title: string): Record<string, string> {
  return {
    "plugin.json": json({
      $schema: `./${SCHEMA_FILE}`,
      ...greeter(name, tool, title, ["python3"], { command: ["python3", `${tool}.py`] }),
    }),
    [`${tool}.py`]: `"""The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log."""
import json
import os
import sys

given = json.load(sys.stdin)
root = os.path.realpath(os.environ["JIG_ROOT"])
path = os.path.realpath(os.path.join(root, given["file"]))
try:
    if not path.startswith(os.path.join(root, "")):  # Nobody else keeps a command to the workspace.
        raise OSError(f"{given['file']} is outside the workspace")
    with open(path) as file:
        lines = sum(1 for line in file if line.strip())
    outcome = {"value": {"greeting": f"Hello, {given['who']}!", "file": given["file"], "lines": lines}}
except OSError as error:
    outcome = {"value": {"success": False, "error": str(error)}, "failed": True}
json.dump(outcome, sys.stdout)
`,
    ...golden(tool),
    "README.md": readme(name, tool, title),
  };
}

function language(name: string, title: string): Record<string, string> {
  const manifest = {
    $schema: `./${SCHEMA_FILE}`,
    name,
    version: "0.1.0",
    title,
    description: `Symbols of ${title} files, for every tool that knows symbols.`,
    host: "^1",
    permissions: { read: ["workspace"] },
    contributes: {
      languages: [
        { id: name, title, extensions: [`.${name}`], grammar: `./tree-sitter-${name}.wasm`, tags: "./tags.scm" },
      ],
    },
  };
  return {
    "plugin.json": json(manifest),
    "tags.scm": `; What is a symbol: @definition.<kind> is the whole of it, @name its name.
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
`,
    "README.md": `# ${title}

Put the language's grammar, compiled to wasm, here as \`tree-sitter-${name}.wasm\`. The grammar's npm package usually has it:

    npm pack tree-sitter-${name} && tar xzf tree-sitter-${name}-*.tgz --strip-components 1 package/tree-sitter-${name}.wasm

It often has a query too, which takes the place of this \`tags.scm\`; otherwise adapt this one to the names of its nodes:

    tar xzf tree-sitter-${name}-*.tgz --strip-components 2 package/queries/tags.scm

Correct \`extensions\` in \`plugin.json\`, and put a file of the language into \`test/workspace\`.

    jig plugin test . --update    # its symbols, as test/golden will have them
    jig plugin check .
`,
  };
}

function readme(name: string, tool: string, title: string): string {
  return `# ${title}

    jig plugin test .                          # runs the examples of the manifest
    jig call ${tool} --file README.md --plugins .
    jig plugin dev .                           # reloads every running jig when a file is saved

\`${name}\` in a repository's \`.jig/plugins/\` is there for everybody who trusts it: \`jig plugin trust\`.
`;
}
