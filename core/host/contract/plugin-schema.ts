/**
 * Contains the schema of a manifest. There are two kinds: `plugin.json`, which refers to files, and the declaration of a
 * built-in plugin, which imports modules. Types, checks and docs are all derived from the descriptions here.
 */
import * as v from "valibot";
import { alias, count, finder, jump, prompt, type synonym, synonyms } from "./contributions-schema.ts";
import { languageEntries } from "./language-schema.ts";
import { VIEW_KINDS } from "./outcome.ts";
import { described, flag, jsonObject, optional, pointer, text, texts } from "./output-schema.ts";
import { PLACES_THAT_RUN_LATER } from "./runs-later.ts";

/** The types that a manifest refers to, and the keys that only exist in one of the two kinds. */
export type Refs = Record<"handler" | "input" | "output" | "service" | "worker" | "path", v.GenericSchema> &
  Record<"doctor" | "availableTools" | "failure", v.GenericSchema> &
  Record<"ofLanguage" | "ofWorker" | "ofContributes", v.ObjectEntries> &
  Record<"net" | "place", v.GenericSchema<string>>;

/** Keeps the specific type of the argument, while `refs.handler` would have the type in `Refs`. */
const refOf = <R extends Refs, const Key extends keyof R>(refs: R, key: Key): R[Key] => refs[key];

export const effect = v.picklist(["read", "write", "execute"]);

/** Names that are used on a command line or in the environment, and that users see when they approve the plugin. */
const namesLike = (form: RegExp) => v.array(v.pipe(v.string(), v.regex(form)));
const place = v.pipe(v.string(), v.regex(/^(workspace|\/\P{C}*|[A-Za-z]:[\\/]\P{C}*)$/u));
const placesThatRunLater = v.picklist(PLACES_THAT_RUN_LATER.map(({ pattern }) => pattern));

/** These are looked up each time tools are listed, so `..` is not allowed and the number of wildcards is limited. */
export const placeBelowRoot = (most: number) =>
  v.pipe(
    text,
    v.check(
      (path) =>
        path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.split("*").length <= 3) &&
        path.split("/").filter((part) => part.includes("*")).length <= most,
      `must be a path below a root with at most two \`*\` in a name, in at most ${most} names`,
    ),
  );

export const example = v.strictObject({
  title: described(text, "Purpose of the call, in a few words"),
  input: described(jsonObject, "A call that works unchanged"),
});

export const completion = v.strictObject({
  of: described(v.picklist(["path", "symbol"]), "Kind of word that it completes"),
  input: described(jsonObject, "Arguments of the call"),
  rows: described(pointer, "The list in the answer, as a JSON pointer: `/results`"),
  value: described(pointer, "The word in each item of the list, as a JSON pointer: `/name`"),
});

export const timeout = v.strictObject({
  defaultMs: optional(v.pipe(v.number(), v.minValue(1)), "Time limit in milliseconds if the call sets none"),
  argument: optional(text, "The parameter with which a call sets its time limit"),
  unit: optional(v.picklist(["ms", "s"]), "Unit of that parameter. Default: `ms`"),
});

export const tool = <const R extends Refs>(refs: R) =>
  v.strictObject({
    title: described(v.pipe(text, v.maxLength(80)), "A few words for lists"),
    description: described(
      v.pipe(text, v.maxLength(2048)),
      "Purpose of the tool and when to use it, for a model; at most 2,048 characters, because clients cut the rest",
    ),
    keywords: optional(
      v.pipe(text, v.maxLength(200)),
      "More words by which clients that search for tools can find it: `call graph, who calls, usages`",
    ),
    alwaysLoad: optional(
      flag,
      "Clients that load tools on demand load it at the start; for at most one tool, a small one",
    ),
    effect: described(effect, "`read` changes nothing, `write` changes files, `execute` runs code"),
    destructive: optional(flag, "It may destroy data. Default: true unless the effect is `read`"),
    idempotent: optional(flag, "Calling it twice has the same effect as once. Default: true for `read`"),
    plan: optional(
      flag,
      "It plans changes to files: its handler returns `context.changes.propose(plan)`, and its effect is `read`. The host adds the parameter `apply` and declares the answer. Under `--read-only` the tool is not listed",
    ),
    mcp: optional(flag, "`false` hides the tool from MCP clients, which have their own"),
    openWorld: optional(flag, "It communicates outside this machine. Default: false"),
    parameterEffects: optional(
      v.record(v.string(), effect),
      'Parameters that raise the effect of a call: `{"output_file": "write"}`',
    ),
    input: described(
      refOf(refs, "input"),
      'The JSON Schema of the input: `{"type": "object", "properties": {…}, "required": […]}`',
    ),
    unlisted: optional(
      texts,
      "Parameters that few calls need: accepted and documented like all others, but not in the list that an MCP client gives its model. The plugin's description should name them",
    ),
    view: described(v.exactOptional(v.picklist(VIEW_KINDS), "json"), "How the explorer draws the answer"),
    output: described(
      refOf(refs, "output"),
      "The answer: rows, their places and links, how to continue. The host cuts, pages, encodes and draws from it",
    ),
    synonyms: optional(
      synonyms,
      'Other names for parameters that models and people write by habit: `{"pattern": "query", "glob": {"list": "globs"}}`. A letter with a dash (`"-i"`) is a short flag',
    ),
    positional: optional(
      texts,
      "Parameters or synonyms that words without a flag fill on the command line, in order; `a|b` is `a` unless `b` is given. Default: the required parameters",
    ),
    unsupportedFlags: optional(
      v.record(v.string(), text),
      "Flags of other programs that have no equivalent here, each with a sentence that says what to write",
    ),
    dynamic: optional(
      flag,
      "Listed only while `contributes.availableTools` names it: for features that only some versions of an open program have",
    ),
    completion: optional(
      completion,
      "Makes the tool a source of completions: the call (`{{word}}` is the text typed so far), and the path of the words in its answer",
    ),
    liveParameter: optional(text, "The string parameter for which the explorer repeats the call on every keystroke"),
    timeout: optional(timeout, "Time limit of a call: the parameter that sets it, else `defaultMs`, else 120 s"),
    examples: described(
      v.exactOptional(v.array(example), []),
      "Working calls: documentation, explorer presets and tests at once",
    ),
    handler: described(
      refOf(refs, "handler"),
      'A module (`"./hello.ts"`, `export default async (input, context) => ({value})`), or a command (`{"command": ["python3", "hello.py"]}`)',
    ),
  });

export const permissions = (net: v.GenericSchema<string>) =>
  v.strictObject({
    read: optional(v.array(place), '`"workspace"`, or absolute folders'),
    write: optional(
      v.array(v.union([place, placesThatRunLater])),
      '`"workspace"`, or absolute folders. What other programs run later is not part of the workspace: `".git/**"`, `".vscode/**"` and similar places must be named one by one',
    ),
    run: optional(namesLike(/^[^\p{C}\s-]\P{C}*$/u), 'Names of programs: `"git"`'),
    net: optional(
      v.array(net),
      '`"host"` or `"host:port"`; `"unix"` for local sockets. Private addresses must be named explicitly',
    ),
    env: optional(namesLike(/^[A-Za-z_]\w*$/), "Names of environment variables"),
    invoke: optional(namesLike(/^[A-Za-z][\w-]*$/), "Names of other plugins' tools"),
  });

/** In megabytes. */
export const DEFAULT_MEMORY_MB = 512;
export const DEFAULT_STORAGE_MB = 256;

const megabytes = (atLeast: number) => v.pipe(v.number(), v.integer(), v.minValue(atLeast), v.maxValue(16_384));

export const plugin = <const R extends Refs>(refs: R) =>
  v.strictObject({
    $schema: v.exactOptional(v.string()),
    name: described(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)),
      "1 to 32 characters from a-z, 0-9 and dash; its folder must have the same name",
    ),
    version: described(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+([-+][\w.+-]*)?$/)), "Three numbers: `1.0.0`"),
    title: described(text, "For people"),
    description: described(text, "Purpose of the plugin, in one sentence"),
    host: described(text, "The versions of the host API that the plugin is written for: `^1`"),
    when: optional(
      v.strictObject({
        workspaceHas: described(
          v.pipe(v.array(refs.place), v.minLength(1)),
          "Paths below a root, one of which must exist: `Assets`, `*.csproj`",
        ),
        enforce: described(v.exactOptional(flag, true), "`false`: its tools can be called even when not listed"),
        guests: optional(flag, "Listed also if a root has files of an indexed language of another plugin"),
      }),
      "The workspaces in which its tools are listed. Default: all",
    ),
    permissions: described(
      v.exactOptional(permissions(refs.net), {}),
      "Permissions of its code: it may access nothing else",
    ),
    memoryMb: described(
      v.exactOptional(megabytes(64), DEFAULT_MEMORY_MB),
      "Memory limit in megabytes for each of its processes and everything it starts; above it, they are killed",
    ),
    storageMb: described(
      v.exactOptional(megabytes(1), DEFAULT_STORAGE_MB),
      "Storage limit in megabytes for its cache of each root, and for the folders of its processes; above it, writes are refused or the process is killed",
    ),
    tools: described(
      v.exactOptional(v.record(v.string(), tool(refs)), {}),
      "The tools by name: a letter, then up to 47 letters, digits, `_` and `-`",
    ),
    contributes: optional(
      v.strictObject({
        languages: optional(
          v.array(
            v.strictObject({
              ...languageEntries,
              ...refOf(refs, "ofLanguage"),
            }),
          ),
          "Languages whose symbols the plugin can find",
        ),
        prompts: optional(v.array(prompt), "Prompts that MCP clients offer to their users"),
        cliAliases: optional(v.array(alias), "Commands and flags of `jig` that call its tools"),
        finders: optional(v.array(finder), "Sources of results for the explorer's home screen"),
        overview: optional(text, "A tool with effect `read`: the home screen begins with its rows"),
        jumps: optional(
          v.array(jump),
          "Calls offered for a name in a source file, declared like the links of a row; the row is `{path, word, line, column}`",
        ),
        paths: optional(
          v.array(
            v.strictObject({
              prefix: described(
                v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]*(\/|:)$/)),
                "How these paths begin: `Packages/`",
              ),
              module: described(
                refOf(refs, "path"),
                "`export const resolve = async (path, context) => absolute path | undefined`",
              ),
            }),
          ),
          "Paths that only the plugin can resolve, such as `Packages/<name>/…`; the result of `resolve` is checked like any other path",
        ),
        doctor: optional(refOf(refs, "doctor"), "`export default async (context) => DoctorLine[]`"),
        availableTools: optional(
          refOf(refs, "availableTools"),
          "`export default async (context) => string[]`: those of its `dynamic` tools that are available now",
        ),
        ...refOf(refs, "ofContributes"),
      }),
      "Everything other than tools that the plugin contributes",
    ),
    service: optional(
      refOf(refs, "service"),
      "State that outlives a call: `export const open = async (context) => ({…, close() {}})`",
    ),
    workers: optional(
      v.record(
        v.string(),
        v.strictObject({
          threads: optional(
            count,
            "Maximum number of threads. Default: the number of cores; a worker with its own state usually needs 1",
          ),
          endsWhenIdle: optional(v.boolean(), "End idle threads at once: for rare, large jobs. Default: after 30 s"),
          module: refOf(refs, "worker"),
          ...refOf(refs, "ofWorker"),
        }),
      ),
      "Jobs on their own threads: `export default async (input, context) => answer`",
    ),
    failure: optional(
      refOf(refs, "failure"),
      'The envelope of a failed call. Default: `{"success": false, "error": …, "code": …}`',
    ),
  });

export type Effect = v.InferInput<typeof effect>;
export type Synonym = v.InferInput<typeof synonym>;
export type Permissions = v.InferInput<ReturnType<typeof permissions>>;
export interface Example extends v.InferInput<typeof example> {}
export interface Timeout extends v.InferInput<typeof timeout> {}
export interface Completion extends v.InferInput<typeof completion> {}
export interface PromptContribution extends v.InferInput<typeof prompt> {}
export interface CliAlias extends v.InferInput<typeof alias> {}
export interface FinderContribution extends v.InferInput<typeof finder> {}
export interface JumpContribution extends v.InferInput<typeof jump> {}
/** The things that can be completed. We know the names of tools, and completing tools provide everything else. */
export type CompletedKind = "tool" | Completion["of"];
