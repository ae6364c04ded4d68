/** The manifest of the plugin for code in the languages that have a grammar here. */
import * as v from "valibot";
import { definePlugin, lazily, tool } from "../../core/host/plugin-api.ts";
import { CODE_LANGUAGES, LANGUAGES } from "./outline/languages.ts";
import { renameInput } from "./queries/rename/rename-input.ts";
import * as outputs from "./tools/symbol-outputs.ts";
import workers from "./workers.ts";

/**
 * Places where source files usually are. Deeper folders are not searched, so that the start is not delayed. The tools
 * work there anyway.
 */
const PLACES = ["*", "*/*", "src/*/*", "*/src/*"];

/**
 * Many repositories contain a shell script without any other code in these languages, so shell scripts do not count.
 */
const ENDINGS = CODE_LANGUAGES.filter(({ id }) => id !== "bash").flatMap(({ extensions }) =>
  extensions.map((each) => each.slice(1)),
);

const WORKSPACE_HAS: string[] = [
  ...[
    "tsconfig.json",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "Cargo.toml",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
  ],
  ...PLACES.map((place) => `${place}.{${ENDINGS.join(",")}}`),
];

/** Kinds of declarations that cannot be called by name. */
const NOT_CALLED: Readonly<Record<string, string[]>> = { go: ["struct", "interface"], c: ["struct", "enum", "union"] };

const CALLERS = {
  rel: "callers",
  tool: "code_refs_find",
  input: { at: { template: "{/path}:{/line}:{/column}" }, kind: { value: "call" } },
} as const;

export default definePlugin({
  name: "code",
  version: "1.0.0",
  title: "Code",
  description: "Declarations and their uses in code of many languages, without a compiler or a language server.",
  host: "^1",
  when: {
    workspaceHas: WORKSPACE_HAS,
    enforce: false,
    guests: true,
  },
  permissions: { read: ["workspace"], write: ["workspace"], run: ["git"] },
  workers,
  contributes: {
    cliAliases: [
      {
        command: "refs",
        rel: "references",
        languages: CODE_LANGUAGES.map(({ id }) => id),
        also: ["references", "usages", "uses", "find-references", "find-referencing-symbols", "find-usages", "xrefs"],
        tool: "code_refs_find",
        positional: "name",
        description: "Find the uses of a declaration",
        synonyms: { name_path: "name", symbol: "name", relative_path: "path" },
      },
      {
        command: "symbol",
        rel: "definition",
        languages: CODE_LANGUAGES.map(({ id }) => id),
        also: [
          "symbols",
          "def",
          "definition",
          "find-symbol",
          "find-declaration",
          "go-to-definition",
          "goto",
          "workspace-symbols",
        ],
        tool: "code_symbol_find",
        positional: "name",
        description: "Find declarations by name",
        synonyms: { name_path: "name", name_path_pattern: "name", query: "name", symbol: "name" },
      },
      {
        command: "callers",
        rel: "callers",
        languages: CODE_LANGUAGES.map(({ id }) => id),
        also: ["who-calls", "incoming", "incoming-calls"],
        tool: "code_refs_find",
        positional: "name",
        fixed: { kind: "call" },
        description: "Find the calls of a function",
        synonyms: { name_path: "name", symbol: "name", relative_path: "path" },
      },
      {
        command: "rename",
        languages: CODE_LANGUAGES.map(({ id }) => id),
        also: ["rename-symbol", "refactor-rename"],
        tool: "code_rename",
        positional: ["name", "to"],
        description: "Rename a declaration: a plan and its diff",
        synonyms: { name_path: "name", symbol: "name", relative_path: "path", new_name: "to" },
      },
    ],
    finders: [
      { title: "code", tool: "code_symbol_find", parameter: "name", prefix: "@", minLength: 2, fixed: { limit: 50 } },
    ],
    jumps: [
      {
        languages: CODE_LANGUAGES.map(({ id }) => id),
        guests: true,
        rel: "definition",
        tool: "code_symbol_find",
        input: { name: { at: "/word", required: true }, exact: { value: true } },
      },
      {
        languages: CODE_LANGUAGES.map(({ id }) => id),
        guests: true,
        rel: "references",
        tool: "code_refs_find",
        input: { at: { template: "{/path}:{/line}:{/column}" } },
      },
      {
        languages: CODE_LANGUAGES.flatMap(({ id }) => (NOT_CALLED[id] ? [] : id)),
        guests: true,
        ...CALLERS,
      },
      ...Object.entries(NOT_CALLED).map(([id, exceptKinds]) => ({ languages: [id], exceptKinds, ...CALLERS })),
      {
        languages: LANGUAGES.map(({ id }) => id),
        guests: true,
        rel: "members",
        tool: "code_outline",
        input: { path: { path: "one" } },
      },
    ],
    languages: LANGUAGES.map(({ id, title, extensions, level }) => ({
      id,
      title,
      extensions,
      level,
      symbols: () => import("./tools/file-symbols.ts"),
    })),
  },
  tools: {
    code_outline: tool({
      title: "Outline of a source file",
      description:
        "Lists the declarations of a source file, nested as the code is, with signatures and lines: prefer it to reading " +
        "a long file. For a folder, a map: its files and their declarations, most used first. Knows " +
        `${LANGUAGES.map(({ title }) => title).join(", ")}.`,
      effect: "read",
      idempotent: true,
      input: lazily(() => v.strictObject({ path: v.pipe(v.string(), v.description("A source file, or a folder")) })),
      synonyms: { file: "path", file_path: "path", relative_path: "path" },
      output: outputs.outline,
      view: "tree",
      examples: [
        { title: "Outline of a file", input: { path: "src/app.ts" } },
        { title: "Map of a folder", input: { path: "src" } },
      ],
      handler: () => import("./tools/code-outline.ts"),
    }),
    code_symbol_find: tool({
      title: "Find where code declares a name",
      description:
        "Finds the declaration of a class, function, method, type or other symbol of the code: go to definition by part " +
        "of its name, or the whole name with exact. Name paths narrow it: App/render, app.App.render, Type::new, src/app.ts#App/render. " +
        "Best matches first, with signature.",
      effect: "read",
      idempotent: true,
      input: lazily(() =>
        v.strictObject({
          name: v.pipe(v.string(), v.description("A name or name path")),
          kind: v.pipe(
            v.optional(v.string()),
            v.description("class, function, method, interface, struct, field …; one or more"),
          ),
          path: v.pipe(v.optional(v.string()), v.description("A file or folder to look in")),
          exact: v.pipe(v.optional(v.boolean(), false), v.description("The whole name, case-sensitive")),
        }),
      ),
      synonyms: { name_path: "name", query: "name", symbol: "name", file: "path", relative_path: "path" },
      output: outputs.symbolFind,
      view: "table",
      liveParameter: "name",
      completion: { of: "symbol", input: { name: "{{word}}", limit: 100 }, rows: "/results", value: "/name" },
      examples: [
        { title: "A class", input: { name: "App", kind: "class" } },
        { title: "A method of a type", input: { name: "App/render", exact: true } },
      ],
      handler: () => import("./tools/code-symbol-find.ts"),
    }),
    code_refs_find: tool({
      title: "Find references (usages) in code",
      description:
        "Finds all references to a function, class, method, field or other declaration of the code, and who calls it, by " +
        "name or place: each is certain (bound by scope, import, module or the receiver's type) or possible (the name matches; read it), " +
        "with its kind and the declaration around it. Several names in one call; path alone counts the " +
        "uses of each declaration of a file, and so finds unused ones.",
      effect: "read",
      idempotent: true,
      input: lazily(() =>
        v.strictObject({
          name: v.pipe(v.optional(v.string()), v.description("render, App/render, src/app.ts#App/render")),
          names: v.pipe(v.optional(v.array(v.string())), v.description("Several of them")),
          at: v.pipe(v.optional(v.string()), v.description("path:line:column of any use or declaration, locals too")),
          path: v.pipe(
            v.optional(v.string()),
            v.description("The file or folder that declares it; alone: all of a file"),
          ),
          kind: v.pipe(
            v.optional(v.string()),
            v.description("Only these uses: call, write, type, base (extends or implements it) …"),
          ),
          in: v.pipe(
            v.optional(v.string()),
            v.description("Only uses in this folder, file or glob; prefix ! to exclude"),
          ),
          tests: v.pipe(
            v.optional(v.picklist(["only", "none"])),
            v.description("Only uses in tests, or only outside them"),
          ),
          callees: v.pipe(v.optional(v.boolean()), v.description("List the calls inside it instead")),
          since: v.pipe(
            v.optional(v.string()),
            v.description("Uses of declarations a diff changes: a commit, staged or worktree"),
          ),
        }),
      ),
      synonyms: { name_path: "name", symbol: "name", symbol_path: "name", file: "path", relative_path: "path" },
      output: outputs.refsFind,
      view: "matches",
      examples: [
        { title: "All of a name", input: { name: "render" } },
        { title: "Callers of one method", input: { name: "App/render", kind: "call" } },
        { title: "Who extends a type, outside tests", input: { name: "App", kind: "base", tests: "none" } },
        { title: "Uses of a file's declarations", input: { path: "src/app.ts" } },
      ],
      handler: () => import("./tools/code-refs-find.ts"),
    }),
    code_rename: tool({
      title: "Rename a declaration of the code",
      description:
        "Renames a declaration or local everywhere, with overrides. Prints the diff; refused, with a list, if a use is uncertain.",
      effect: "read",
      plan: true,
      idempotent: false,
      openWorld: false,
      input: renameInput,
      synonyms: { name_path: "name", symbol: "name", file: "path", relative_path: "path", new_name: "to" },
      positional: ["name", "to"],
      view: "diff",
      examples: [{ title: "Show the diff of a rename", input: { name: "App/render", to: "draw" } }],
      handler: () => import("./queries/rename/code-rename.ts"),
    }),
  },
});
