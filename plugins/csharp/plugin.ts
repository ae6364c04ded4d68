/** The manifest of the C# plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { cliAliases } from "./cli-aliases.ts";
import { failure } from "./failure.ts";
import * as graphs from "./graph-outputs.ts";
import * as input from "./input.ts";
import * as outputs from "./outputs.ts";
import * as searches from "./search-outputs.ts";
import * as symbols from "./symbol-outputs.ts";

export default definePlugin({
  name: "csharp",
  version: "1.0.0",
  title: "C# scripts",
  description: "Reads, searches and understands the C# scripts of a Unity project, or of any folder, without Unity.",
  host: "^1",
  permissions: { read: ["workspace"], run: ["rg"], env: ["JIG_SCRIPT_DETAIL"] },
  failure,
  service: () => import("./index/service.ts"),
  workers: {
    index: { threads: 1, module: () => import("./index/index-worker.ts") },
    outline: { module: () => import("./outline/outline-worker.ts") },
    assets: { threads: 1, module: () => import("./unity/asset-uses-worker.ts") },
    search: { threads: 3, module: () => import("./search/search-worker.ts") },
  },
  contributes: {
    cliAliases,
    languages: [{ id: "csharp", title: "C#", extensions: [".cs"], symbols: () => import("./file-symbols.ts") }],
    paths: [{ prefix: "Packages/", module: () => import("./project/package-paths.ts") }],
  },
  tools: {
    script_packages_list: tool({
      title: "List packages",
      description:
        "Lists the packages of the Unity project: name, version, source (registry, embedded, local, git, …) and the " +
        "folder each lives in. Read from the project's files; built-in modules only with includeBuiltIn.",
      effect: "read",
      idempotent: true,
      input: input.packagesList,
      output: outputs.packagesList,
      view: "table",
      examples: [{ title: "Packages", input: {} }],
      handler: () => import("./script-packages-list.ts"),
    }),
    script_read: tool({
      title: "Read script",
      description:
        "Reads lines of one C# script (200 by default). Whole lines up to maxBytes; truncated and a lowered endLine say that there is more. " +
        "Paths: Assets/…, Packages/<name>/…, or any path that another tool printed.",
      effect: "read",
      idempotent: true,
      input: input.read,
      output: outputs.read,
      view: "source",
      examples: [{ title: "The first 40 lines", input: { path: "Assets/Scripts/Player.cs", endLine: 40 } }],
      handler: () => import("./script-read.ts"),
    }),
    script_search: tool({
      title: "Search scripts",
      description:
        "Searches scripts line by line for a substring (default, case-sensitive; flag i ignores case) or a JavaScript regular expression; " +
        "patternType glob lists files. codeOnly (default) leaves out comments and strings. Answer: pathTable and, per file, lineRanges and snippets; " +
        "total counts matching lines of all pages; pass cursor as startAfter for the next page. detail metadata gives lines only, full the member around each match. " +
        "container/namespace keep matches within those; with identifier, matches of files in which that identifier occurs there.",
      effect: "read",
      idempotent: true,
      input: input.search,
      output: searches.search,
      view: "matches",
      live: "pattern",
      examples: [
        { title: "Text in code", input: { pattern: "GetComponent" } },
        { title: "Regular expression", input: { pattern: "async\\s+void\\s+\\w+", patternType: "regex" } },
        { title: "Files by name", input: { pattern: "**/*Controller.cs", patternType: "glob" } },
      ],
      handler: () => import("./script-search.ts"),
    }),
    script_symbols_get: tool({
      title: "Symbols of a script",
      description:
        "Lists every declaration of one script with kind, container, lines, signature, modifiers, attributes, #if condition, and what Unity makes of it " +
        "(unity: message, serialized, component, engineCalled). Prefer it to reading a long file.",
      effect: "read",
      idempotent: true,
      input: input.symbolsGet,
      output: symbols.symbolsGet,
      view: "tree",
      examples: [{ title: "Outline of a script", input: { path: "Assets/Scripts/Player.cs" } }],
      handler: () => import("./script-symbols-get.ts"),
    }),
    script_symbol_find: tool({
      title: "Find symbol",
      description:
        "Finds declarations by name: a part of it in any case, or all of it with exact. Name paths narrow: Player/Move, Outer/Nested/Member, Game.Player/Move, " +
        "Move[1] (second overload), Pool`1 (arity). kind: one or more of class struct interface enum method property constructor destructor indexer event delegate " +
        "operator field enumMember namespace type. Best matches first; cursor gives the next page.",
      effect: "read",
      idempotent: true,
      input: input.symbolFind,
      output: symbols.symbolFind,
      view: "table",
      live: "name",
      examples: [
        { title: "A class", input: { name: "Player", kind: "class" } },
        { title: "A method of a type", input: { name: "Player/Move", exact: true } },
      ],
      handler: () => import("./script-symbol-find.ts"),
    }),
    script_refs_find: tool({
      title: "Find references",
      description:
        "Finds the uses of a declaration by name: every word of that name in code is certain (resolved to it), possible (cannot be decided; read it) or other (resolved " +
        "elsewhere: left out, counted). container, namespace, kind or path (a file that declares it) say which declaration is meant; without them all of that name. " +
        "Each result has kind (declaration call read write type attribute nameof), the symbol around it, and via where an override or interface member stands for it. " +
        "Unity may also call a member by name (messages, events, SendMessage, animation): no reference is no proof that it is unused; includeText finds words in strings.",
      effect: "read",
      idempotent: true,
      input: input.refsFind,
      output: searches.refsFind,
      view: "matches",
      examples: [
        { title: "All of a name", input: { name: "Move" } },
        { title: "Uses of one method", input: { name: "Move", container: "Player", kind: "method" } },
      ],
      handler: () => import("./script-refs-find.ts"),
    }),
    script_hierarchy_find: tool({
      title: "Find bases and derived types",
      description:
        "Of a type its bases, derived types and implementers; of a member what it overrides or implements and what overrides or implements it: transitive, " +
        "nearest first, across assemblies. Bases outside the workspace are named (outside).",
      effect: "read",
      idempotent: true,
      input: input.hierarchyFind,
      output: graphs.hierarchyFind,
      view: "table",
      examples: [{ title: "Who implements this interface", input: { name: "IDamageable", direction: "down" } }],
      handler: () => import("./script-hierarchy-find.ts"),
    }),
    script_calls_find: tool({
      title: "Find callers or callees",
      description:
        "Who calls a method, constructor or property, through interfaces and overrides too (via), or what it calls; depth for callers of callers. " +
        "unity says who calls a caller that no script names: message, engineCalled, rpc; assets are those whose events or animations name it.",
      effect: "read",
      idempotent: true,
      input: input.callsFind,
      output: graphs.callsFind,
      view: "tree",
      examples: [{ title: "Who calls this, two steps up", input: { name: "Player/Move", depth: 2 } }],
      handler: () => import("./script-calls-find.ts"),
    }),
    script_asset_usages: tool({
      title: "Assets that use a script",
      description:
        "Finds the scenes, prefabs and assets that use a script, by the guid of its .meta file: each with the game objects (as paths) that carry it. " +
        "Give path, or guid. Answers what script_refs_find cannot: what would lose a component if the script went.",
      effect: "read",
      idempotent: true,
      input: input.assetUsages,
      output: outputs.assetUsages,
      view: "tree",
      examples: [{ title: "Who carries this component", input: { path: "Assets/Scripts/Player.cs" } }],
      handler: () => import("./script-asset-usages.ts"),
    }),
    script_index_status: tool({
      title: "Index status",
      description:
        "Says how much of the scripts is indexed, which files could not be understood, and where the index is kept. The index builds itself in the background; " +
        "wait: true builds it to the end first.",
      effect: "read",
      idempotent: true,
      input: input.indexStatus,
      output: outputs.indexStatus,
      view: "tree",
      timeout: { defaultMs: 600_000 },
      examples: [{ title: "Status", input: {} }],
      handler: () => import("./script-index-status.ts"),
    }),
  },
});
