/** Contains the templates for `jig plugin new`, which are working plugins with types and tests. */
import { JigError } from "../../host/frontend-api.ts";
import { SCHEMA_FILE } from "../schema-file.ts";
import { framedGoHandler, framedRustHandler } from "./framed-sources.ts";
import {
  framedHandler,
  goHandler,
  pythonHandler,
  SHELL_PROGRAMS,
  shellHandler,
  typescriptHandler,
} from "./handler-sources.ts";
import { rustHandler } from "./rust-source.ts";

export const TEMPLATES = [
  "ts",
  "python",
  "framed",
  "shell",
  "go",
  "framed-go",
  "rust",
  "framed-rust",
  "language",
] as const;
export type Template = (typeof TEMPLATES)[number];

export function isTemplate(name: string): name is Template {
  return TEMPLATES.some((template) => template === name);
}

export interface TemplateFiles {
  /** The contents by path. */
  files: Record<string, string>;
  /** The shell commands to run next. */
  next: string[];
}

/** `folder` is the folder of the plugin as the user has written it. */
export function templateFiles(template: Template, name: string, folder: string): TemplateFiles {
  const tool = name.replaceAll("-", "_");
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const next = [
    `jig plugin test ${folder}     runs its examples`,
    `jig mcp --plugins ${folder}   serves it to a client`,
  ];
  switch (template) {
    case "ts":
      return {
        files: typescript(name, tool, title),
        next: [...next, `jig plugin build ${folder}    after a change of plugin.ts`],
      };
    case "python":
      return { files: command(name, tool, title, { command: ["python3", `${tool}.py`] }, pythonHandler(tool)), next };
    case "framed":
      return {
        files: command(name, tool, title, { command: ["python3", `${tool}.py`], mode: "framed" }, framedHandler(tool)),
        next,
      };
    case "shell":
      return {
        files: command(name, tool, title, { command: ["sh", `${tool}.sh`] }, shellHandler(tool), SHELL_PROGRAMS),
        next,
      };
    case "go":
    case "framed-go": {
      const framed = template === "framed-go" ? { mode: "framed" as const } : {};
      const sources = { ...goHandler(tool), ...(framed.mode ? framedGoHandler(tool) : {}) };
      const files = command(name, tool, title, { command: [`./bin/${tool}`], ...framed }, sources);
      return withBuild(files, [`go build -C ${folder} -o bin/${tool} .   builds it`, ...next]);
    }
    case "rust":
    case "framed-rust": {
      const framed = template === "framed-rust" ? { mode: "framed" as const } : {};
      const sources = { ...rustHandler(tool), ...(framed.mode ? framedRustHandler(tool) : {}) };
      const files = command(name, tool, title, { command: [`./bin/${tool}`], ...framed }, sources);
      return withBuild(files, [
        `cargo build --release --manifest-path ${folder}/Cargo.toml   builds it`,
        `mkdir -p ${folder}/bin && cp ${folder}/target/release/${tool} ${folder}/bin/   puts it in place`,
        ...next,
      ]);
    }
    case "language":
      return {
        files: language(name, title),
        next: [
          `${folder}/README.md      says where to get the grammar`,
          `jig plugin check ${folder}   says what is missing`,
        ],
      };
    default:
      throw new JigError("INVALID_ARGUMENT", `Unknown template "${template}"`, {
        hint: `Known: ${TEMPLATES.join(", ")}`,
      });
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Formats JSON as TypeScript, with unquoted keys and short values on one line. */
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

/** The base of the manifests of all templates with a tool. */
const greeter = (name: string, tool: string, title: string, run: string[], handler: unknown) => ({
  name,
  version: "0.1.0",
  title,
  description: "Greets someone, and counts the non-empty lines of a file.",
  host: "^1",
  permissions: { read: ["workspace"], ...(run.length > 0 ? { run } : {}) },
  tools: {
    [tool]: {
      title,
      description: "Greets someone and counts the non-empty lines of a file in the workspace.",
      effect: "read",
      view: "text",
      input: {
        type: "object",
        properties: {
          who: { type: "string", description: "Who to greet", default: "world" },
          file: { type: "string", description: "A file in the workspace" },
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
          {
            at: "/lines",
            text: "{} lines of {/file} are not empty",
            one: "one line of {/file} is not empty",
            zero: true,
          },
        ],
      },
      examples: [{ title: "Count the lines of the notes", input: { file: "notes.txt" } }],
      handler,
    },
  },
});

function typescript(name: string, tool: string, title: string): Record<string, string> {
  const manifest = literal(greeter(name, tool, title, [], `./${name}.ts`));
  return { ...typescriptHandler(name, tool, manifest), ...golden(tool), "README.md": readme(name, tool, title, true) };
}

/** A template for a command. `programs` contains those it runs. */
function command(
  name: string,
  tool: string,
  title: string,
  handler: { command: [string, ...string[]]; mode?: "framed" },
  sources: Record<string, string>,
  programs: readonly string[] = [],
): Record<string, string> {
  const run = [...handler.command.slice(0, 1).filter((program) => !program.startsWith("./")), ...programs];
  return {
    "plugin.json": json({ $schema: `./${SCHEMA_FILE}`, ...greeter(name, tool, title, run, handler) }),
    ...sources,
    ...golden(tool),
    "README.md": readme(name, tool, title, false),
  };
}

function language(name: string, title: string): Record<string, string> {
  const manifest = {
    $schema: `./${SCHEMA_FILE}`,
    name,
    version: "0.1.0",
    title,
    description: `Declarations and uses in ${title} files, for every tool that uses them.`,
    host: "^1",
    permissions: { read: ["workspace"] },
    contributes: {
      languages: [
        {
          id: name,
          title,
          extensions: [`.${name}`],
          grammar: `./tree-sitter-${name}.wasm`,
          tags: "./tags.scm",
          locals: "./locals.scm",
          seen: "file",
        },
      ],
    },
  };
  return {
    "plugin.json": json(manifest),
    "tags.scm": `; Symbols: @definition.<kind> is the whole symbol, @name its name.
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
; How a name is used: @reference.call, .type, .write, .member; any other is read.
(call function: (identifier) @name) @reference.call
`,
    "locals.scm": `; These make a use certain: a name means what the nearest enclosing scope defines.
(function_definition) @local.scope
(class_definition) @local.scope
; Names that are not symbols in tags.scm, such as parameters.
(parameters (identifier) @local.definition)
(identifier) @local.reference
; Members belong to the expression in front of them, so their uses are only possible.
(attribute attribute: (identifier) @local.reference.member)
`,
    "README.md": `# ${title}

Put the language's grammar, compiled to wasm, here as \`tree-sitter-${name}.wasm\`. The grammar's npm package usually has it:

    npm pack tree-sitter-${name} && tar xzf tree-sitter-${name}-*.tgz --strip-components 1 package/tree-sitter-${name}.wasm

It often has a query too, which can replace this \`tags.scm\`; otherwise adapt this one to its node names:

    tar xzf tree-sitter-${name}-*.tgz --strip-components 2 package/queries/tags.scm

\`locals.scm\` says which names mean which declaration; without it, and without \`locals\` in \`plugin.json\`, every use is only possible. \`seen\` says where a declaration outside functions and types is seen without an import: in its \`file\`, \`folder\` or the whole \`workspace\`.

Correct \`extensions\` in \`plugin.json\`, and put a file of the language into \`test/workspace\`.

    jig plugin test . --update    # its symbols, as test/golden will have them
    jig plugin check .
    jig call code_symbol_find '{"name": "main"}' --plugins .
`,
  };
}

/** Adds the build commands to the README, for people who check out the plugin from a repository. */
function withBuild(files: Record<string, string>, next: string[]): TemplateFiles {
  const lines = next.map((line) => `    ${line}\n`).join("");
  return {
    files: { ...files, "README.md": `${files["README.md"]}\nFrom the folder above this one:\n\n${lines}` },
    next,
  };
}

function readme(name: string, tool: string, title: string, hasSource: boolean): string {
  const build = "    jig plugin build .                         # after a change of plugin.ts\n";
  return `# ${title}

${hasSource ? build : ""}    jig plugin test .                          # runs the examples of the manifest
    jig call ${tool} --file README.md --plugins .
    jig plugin dev .                           # reloads every running jig when a file is saved

\`${name}\` in a repository's \`.jig/plugins/\` is available to everyone who trusts it with \`jig plugin trust\`.
`;
}
