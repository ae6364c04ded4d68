/** The shape of `plugin.json`: the manifest of a plugin on disk. Its documentation is generated from the descriptions here. */
import * as v from "valibot";
import { VIEW_KINDS } from "./outcome.ts";
import { described, link, outputFile, pointer } from "./output-schema.ts";

const text = v.pipe(v.string(), v.minLength(1));
const effect = v.picklist(["read", "write", "execute"]);
const modulePath = v.pipe(
  v.string(),
  v.regex(/^\.\/(?!.*\.\.\/)[^\\\0]+\.[mc]?[jt]s$/),
  v.description("A TypeScript or JavaScript file of the plugin, written from its folder: `./search.ts`"),
);
const ownFile = v.pipe(
  v.string(),
  v.regex(/^\.\/(?!.*\.\.\/)[^\\\0]+$/),
  v.description("A file of the plugin, written from its folder: `./tags.scm`"),
);
/** Each reaches a command line or an environment, and the eyes of somebody who decides. */
const namesLike = (form: RegExp) => v.array(v.pipe(v.string(), v.regex(form)));
const places = namesLike(/^(workspace|\/\P{C}*|[A-Za-z]:[\\/]\P{C}*)$/u);

const command = v.strictObject({
  command: described(
    v.pipe(v.array(v.pipe(text, v.regex(/^(?!\.\/.*\.\.\/)(?!\.\.\/)[^\0]+$/))), v.minLength(1)),
    'The program and its arguments, started in the plugin\'s folder without a shell: `["python3", "tool.py"]`. The program must be declared in `permissions.run`',
  ),
  mode: described(
    v.optional(v.picklist(["once", "framed"]), "once"),
    "`once`: a process for each call, input as JSON on stdin, `{value, failed?}` as JSON on stdout. `framed`: one process for all calls, one line of JSON for each message",
  ),
});

const failure = v.strictObject({
  message: described(pointer, "Where the message is put"),
  code: described(v.optional(pointer), "Where the code is put"),
  details: described(v.optional(pointer), "Where the details are put"),
  with: described(v.optional(v.record(v.string(), v.any())), 'What the envelope holds beside them: `{"ok": false}`'),
});

/** Looked for whenever tools are listed: no way up, and few stars, each of which multiplies the work. */
const condition = v.pipe(
  text,
  v.check(
    (path) =>
      path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.split("*").length <= 3) &&
      path.split("/").filter((part) => part.includes("*")).length <= 2,
    "must be a path below a root with at most two `*` in a name, in at most two names",
  ),
);

const synonyms = v.record(
  v.string(),
  v.union([
    text,
    v.strictObject({ to: text, with: v.record(v.string(), v.any()) }),
    v.strictObject({ list: text, not: v.optional(text) }),
    v.strictObject({ values: v.record(v.string(), v.record(v.string(), v.any())) }),
    v.strictObject({ file: text, directory: text }),
    v.strictObject({ each: v.array(text) }),
  ]),
);

const example = v.strictObject({
  title: text,
  input: described(v.record(v.string(), v.any()), "A call that works as it is"),
});

const tool = v.strictObject({
  title: described(v.pipe(text, v.maxLength(80)), "A few words for lists"),
  description: described(
    v.pipe(text, v.maxLength(2048)),
    "What the tool does and when to use it, for a model; at most 2,048 characters, for clients cut the rest",
  ),
  keywords: described(
    v.optional(v.pipe(text, v.maxLength(200))),
    "Further words by which a client that searches tools should find it: `call graph, who calls, usages`",
  ),
  alwaysLoad: described(
    v.optional(v.boolean()),
    "Clients that load tools on demand should have it from the start: for at most one lean tool",
  ),
  effect: described(effect, "`read` changes nothing, `write` changes files, `execute` runs code"),
  destructive: described(
    v.optional(v.boolean()),
    "It may destroy something. Default: true unless the effect is `read`",
  ),
  idempotent: described(v.optional(v.boolean()), "Calling twice is as calling once. Default: true for `read`"),
  openWorld: described(v.optional(v.boolean()), "It speaks with things outside this machine. Default: false"),
  parameterEffects: described(
    v.optional(v.record(v.string(), effect)),
    'Parameters that raise the effect of a call where they are given: `{"output_file": "write"}`',
  ),
  input: described(
    v.record(v.string(), v.any()),
    'The JSON Schema of the input: `{"type": "object", "properties": {…}, "required": […]}`',
  ),
  unlisted: described(
    v.optional(v.array(text)),
    "Parameters that few calls need: accepted and documented as all others, but not in the list that an MCP client gives its model. The plugin's description should name them",
  ),
  view: described(v.optional(v.picklist(VIEW_KINDS), "json"), "How the explorer draws the answer"),
  output: described(
    v.optional(outputFile, {}),
    "What the tool answers: where its rows are, what they show, where they point, how it goes on. The host cuts, pages, encodes and draws from it",
  ),
  synonyms: described(
    v.optional(synonyms),
    'Names that models and people write by habit, accepted where they mean exactly this: `{"pattern": "query", "glob": {"list": "globs"}}`. One letter with a dash (`"-i"`) is a short flag',
  ),
  positional: described(
    v.optional(v.array(text)),
    "What words without a flag fill on the command line, in order: parameters or synonyms; `a|b` is `a` unless `b` is given. Default: the required parameters",
  ),
  unsupportedFlags: described(
    v.optional(v.record(v.string(), text)),
    "Flags of other programs that it has no counterpart for, and a sentence that says what to write",
  ),
  dynamic: described(
    v.optional(v.boolean()),
    "Listed only while `contributes.availableTools` names it: for what an open program has in some versions and not in others",
  ),
  completion: described(
    v.optional(
      v.strictObject({
        of: v.picklist(["path", "symbol"]),
        input: v.record(v.string(), v.any()),
        rows: pointer,
        value: pointer,
      }),
    ),
    "It finds words for a person who is typing one: the call (`{{word}}` is what was typed), and where the words stand in its answer",
  ),
  liveParameter: described(v.optional(text), "The string parameter that the explorer runs again on every keystroke"),
  timeout: described(
    v.optional(
      v.strictObject({
        defaultMs: v.optional(v.pipe(v.number(), v.minValue(1))),
        argument: v.optional(text),
        unit: v.optional(v.picklist(["ms", "s"])),
      }),
    ),
    "When a call is given up: the parameter that says so, else `defaultMs`, else 120 s",
  ),
  examples: described(
    v.optional(v.array(example), []),
    "Calls that work as they stand: documentation, explorer presets and tests at once",
  ),
  handler: described(
    v.union([modulePath, command]),
    'A module (`"./hello.ts"`, `export default async (input, context) => ({value})`), or a command (`{"command": ["python3", "hello.py"]}`)',
  ),
});

/** Megabytes of a plugin that says nothing of it. */
export const DEFAULT_MEMORY_MB = 512;
export const DEFAULT_STORAGE_MB = 256;

const permissions = v.strictObject({
  read: described(v.optional(places), '`"workspace"`, or absolute folders'),
  write: described(v.optional(places), '`"workspace"`, or absolute folders'),
  run: described(v.optional(namesLike(/^[^\p{C}\s-]\P{C}*$/u)), 'Names of programs: `"git"`'),
  net: described(v.optional(namesLike(/^[\w.:[\]-]+$/)), '`"host"` or `"host:port"`; `"unix"` for local sockets'),
  env: described(v.optional(namesLike(/^[A-Za-z_]\w*$/)), "Names of environment variables"),
  invoke: described(v.optional(namesLike(/^[A-Za-z][\w-]*$/)), "Names of tools of other plugins"),
});

const language = v.strictObject({
  id: described(v.pipe(v.string(), v.regex(/^[\w.+#-]{1,32}$/)), "A short name: `python`"),
  title: described(text, "For people: `Python`"),
  extensions: described(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^\.[a-z0-9._+-]+$/))), v.minLength(1)),
    'Lower-case endings with the dot: `[".py"]`',
  ),
  symbols: described(v.optional(modulePath), "`export default async (file, context) => FileSymbol[]`"),
  grammar: described(
    v.optional(ownFile),
    "Instead of `symbols`: a tree-sitter grammar compiled to wasm: `./tree-sitter-python.wasm`",
  ),
  tags: described(
    v.optional(ownFile),
    "With `grammar`: a query with `@definition.<kind>` and `@name` captures: `./tags.scm`",
  ),
});

const prompt = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^\P{C}{1,64}$/u)),
  title: text,
  description: text,
  arguments: v.optional(
    v.array(
      v.strictObject({
        name: text,
        description: text,
        required: v.optional(v.boolean()),
        completion: described(
          v.optional(v.array(v.picklist(["path", "symbol", "tool"]))),
          "What it may be: clients offer such words while a person types",
        ),
      }),
    ),
  ),
  text: described(text, "`{{name}}` is replaced by an argument"),
});

const finder = v.strictObject({
  title: described(text, "What it finds, in a word: `files`"),
  tool: described(text, "A tool of this plugin with effect `read`"),
  parameter: described(text, "Its string parameter that takes what was typed"),
  prefix: described(
    v.optional(v.pipe(v.string(), v.regex(/^[^\p{L}\p{N}\p{C}\s>_]$/u))),
    "What is typed in front to ask it alone: one character such as `@` or `#`",
  ),
  plain: described(v.optional(v.boolean()), "False: only asked with its prefix"),
  minLength: described(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), "Asked from so many characters on"),
  fixed: described(v.optional(v.record(v.string(), v.any())), "Parameters with fixed values"),
  quote: described(
    v.optional(v.picklist(["regex"])),
    "The parameter is a regular expression, and what was typed is meant literally",
  ),
  order: described(v.optional(v.picklist(["name"])), "Rows whose file name fits best are shown first"),
});

const jump = v.strictObject({
  ...link.entries,
  languages: described(
    v.optional(v.array(text)),
    "Ids of languages. Default: any file whose language has no jump of its own",
  ),
});

/** A word behind `jig`. */
const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,47}$/));

const alias = v.strictObject({
  flag: described(
    v.optional(v.pipe(v.string(), v.regex(/^--[a-z][a-z0-9-]{0,47}$/))),
    "`--my-flag`: the command line that has it calls the tool",
  ),
  command: described(v.optional(word), "Instead of `flag`: `jig my-command …` calls the tool, and answers in text"),
  also: described(v.optional(v.array(word)), "With `command`: what other programs call it. Understood, not listed"),
  tool: text,
  description: text,
  positional: described(v.optional(v.union([text, v.array(text)])), "What words without a flag fill, as a tool's"),
  synonyms: described(v.optional(synonyms), "As a tool's, for this command alone"),
  unsupportedFlags: described(v.optional(v.record(v.string(), text)), "As a tool's, for this command alone"),
  show: described(v.optional(v.picklist(["paths"])), "`paths`: rows show only where they are"),
  rel: described(v.optional(v.picklist(["definition", "references", "members"])), "With `languages`: the jump it is"),
  languages: described(v.optional(v.array(text)), "Ids of those its tool is for: who knows another one answers there"),
  fixed: described(v.optional(v.record(v.string(), v.any())), "Parameters with fixed values"),
  map: described(
    v.optional(
      v.record(
        v.string(),
        v.strictObject({ parameter: text, from: v.picklist(["value", "json", "json-file", "lines-file"]) }),
      ),
    ),
    "Other flags that fill parameters",
  ),
});

export const pluginFile = v.strictObject({
  $schema: v.optional(v.string()),
  name: described(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)),
    "1 to 32 of a-z, 0-9 and dash; its folder has the same name",
  ),
  version: described(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+([-+][\w.+-]*)?$/)), "`1.0.0`"),
  title: described(text, "For people"),
  description: described(text, "What the plugin is for, in a sentence"),
  host: described(text, "The versions of the host's API it is written for: `^1`"),
  when: described(
    v.optional(
      v.strictObject({
        workspaceHas: v.pipe(v.array(condition), v.minLength(1)),
        enforce: v.optional(v.boolean(), true),
      }),
    ),
    "Listed only where a root has one of these paths; with `enforce: false` its tools can be called even where they are not listed",
  ),
  permissions: described(v.optional(permissions, {}), "What its code may touch; nothing declared is nothing allowed"),
  memoryMb: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(64), v.maxValue(16_384)), DEFAULT_MEMORY_MB),
    "Megabytes that one of its processes, with all that it starts, may hold; over that it is ended",
  ),
  storageMb: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16_384)), DEFAULT_STORAGE_MB),
    "Megabytes that it may keep in its cache of a root, and that its processes may have in folders of their own; over that it is refused or ended",
  ),
  tools: described(
    v.optional(v.record(v.string(), tool), {}),
    "The tools by name: a letter and up to 47 of letters, digits, `_` and `-`",
  ),
  contributes: described(
    v.optional(
      v.strictObject({
        languages: v.optional(v.array(language)),
        prompts: v.optional(v.array(prompt)),
        cliAliases: v.optional(v.array(alias)),
        finders: described(v.optional(v.array(finder)), "What the explorer's home asks as one types"),
        jumps: described(
          v.optional(v.array(jump)),
          "Calls that a name in a source leads to, declared as the links of a row; the row is `{path, word, line, column}`",
        ),
        paths: described(
          v.optional(
            v.array(
              v.strictObject({
                prefix: v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]*(\/|:)$/)),
                module: described(
                  modulePath,
                  "`export const resolve = async (path, context) => absolute path | undefined`",
                ),
              }),
            ),
          ),
          "Paths that exist only by the plugin's rules, such as `Packages/<name>/…`; what `resolve` gives is checked like any other path",
        ),
        doctor: described(v.optional(modulePath), "`export default async (context) => DoctorLine[]`"),
        availableTools: described(
          v.optional(modulePath),
          "`export default async (context) => string[]`: those of its `dynamic` tools that there are now",
        ),
      }),
    ),
    "What it adds besides tools",
  ),
  service: described(
    v.optional(modulePath),
    "State that outlives a call: `export const open = async (context) => ({…, close() {}})`",
  ),
  workers: described(
    v.optional(
      v.record(
        v.string(),
        v.strictObject({ threads: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), module: modulePath }),
      ),
    ),
    "Jobs on threads of their own: `export default async (input, context) => answer`",
  ),
  failure: described(
    v.optional(failure),
    'The envelope of a failed call. Default: `{"success": false, "error": …, "code": …}`',
  ),
});

export type PluginFile = v.InferOutput<typeof pluginFile>;
export type ToolFile = v.InferOutput<typeof tool>;
export type CommandHandler = v.InferOutput<typeof command>;
export type FailureByPointer = v.InferOutput<typeof failure>;
