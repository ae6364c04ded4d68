/** Contains the manifest of the C# plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { cliAliases } from "./tools/commands/cli-aliases.ts";
import { finders, jumps } from "./tools/contributions.ts";
import { failure } from "./tools/error-envelope.ts";
import * as input from "./tools/input.ts";
import { parameterSynonyms } from "./tools/parameter-synonyms.ts";
import * as outputs from "./tools/project-outputs.ts";
import * as graphs from "./tools/relation-outputs.ts";
import * as searches from "./tools/search-outputs.ts";
import * as symbols from "./tools/symbol-outputs.ts";
import workers from "./workers.ts";

/** The rules for these are only in the plugin's description. */
const WHICH = ["kind", "container", "namespace", "limit"];

export default definePlugin({
  name: "csharp",
  version: "1.0.0",
  title: "C# scripts",
  description:
    "Reads, searches and analyzes the C# scripts of a Unity project, or of any folder, without Unity. Tools that take the " +
    "name of a declaration also take names (several), kind, container and namespace.",
  host: "^1",
  // For a fast start, deeper folders aren't searched. The tools work there anyway.
  when: {
    workspaceHas: [
      // The folder alone might belong to a website.
      "Assets/*.meta",
      "Assets/*.cs",
      "Assets/*/*.cs",
      "ProjectSettings/ProjectVersion.txt",
      "*/ProjectSettings/ProjectVersion.txt",
      "*/*/ProjectSettings",
      "*.cs",
      "*/*.cs",
      "*.sln",
      "*.slnx",
      "*/*.sln",
      "*.csproj",
      "*/*.csproj",
      "src/*/*.csproj",
      "*/*/*.csproj",
      "*.asmdef",
      "*/*.asmdef",
      "Directory.Build.props",
      "Packages/manifest.json",
      // A solution folder in Unity's reference source.
      "Projects/CSharp",
    ],
    enforce: false,
  },
  permissions: {
    read: ["workspace"],
    write: ["workspace"],
    run: ["rg", "git"],
    env: ["JIG_SCRIPT_DETAIL", "NUGET_PACKAGES", "HOME", "USERPROFILE"],
  },
  failure,
  service: () => import("./queries/service.ts"),
  workers,
  contributes: {
    cliAliases,
    finders,
    jumps,
    languages: [
      {
        id: "csharp",
        title: "C#",
        extensions: [".cs"],
        level: "binding",
        symbols: () => import("./tools/file-symbols.ts"),
      },
    ],
    paths: [{ prefix: "Packages/", module: () => import("./project/package-paths.ts") }],
  },
  tools: {
    script_packages_list: tool({
      title: "List Unity packages",
      description: "Lists the packages installed in the Unity project: version, source, folder.",
      effect: "read",
      idempotent: true,
      input: input.packagesList,
      synonyms: parameterSynonyms.packagesList,
      output: outputs.packagesList,
      view: "table",
      examples: [{ title: "Packages", input: {} }],
      handler: () => import("./tools/script-packages-list.ts"),
    }),
    script_read: tool({
      title: "Read a C# script",
      description:
        "Reads lines of one C# script of the project or its packages, 200 by default, or the declaration of a symbol by name.",
      effect: "read",
      idempotent: true,
      input: input.read,
      synonyms: parameterSynonyms.read,
      unlisted: ["maxBytes"],
      output: outputs.read,
      view: "source",
      examples: [
        { title: "The first 40 lines", input: { path: "Assets/Scripts/Player.cs", endLine: 40 } },
        { title: "One method", input: { name: "Player/Move" } },
      ],
      handler: () => import("./tools/script-read.ts"),
    }),
    script_search: tool({
      title: "Search C# scripts (code only)",
      description:
        "Searches C# scripts line by line, in code without comments and strings (codeOnly), for a substring " +
        "(case-sensitive unless flag i) or a regular expression (regex, JavaScript's); patternType glob finds " +
        "files.",
      effect: "read",
      idempotent: true,
      input: input.search,
      synonyms: parameterSynonyms.search,
      unlisted: [
        ...["returnMode", "detail", "maxBytes", "maxFileSizeKB", "maxMatchesPerFile", "snippetContext"],
        ...["identifier", "container", "namespace"],
      ],
      output: searches.search,
      view: "matches",
      liveParameter: "pattern",
      examples: [
        { title: "Text in code", input: { pattern: "GetComponent" } },
        { title: "Regular expression", input: { pattern: "async\\s+void\\s+\\w+", patternType: "regex" } },
        { title: "Files by name", input: { pattern: "**/*Controller.cs", patternType: "glob" } },
      ],
      handler: () => import("./tools/script-search.ts"),
    }),
    script_symbols_get: tool({
      title: "Outline of a C# script",
      description:
        "Lists all methods and other members declared in one C# file, with kind, container, " +
        "lines, signature, modifiers, attributes, and how Unity uses each.",
      effect: "read",
      idempotent: true,
      input: input.symbolsGet,
      synonyms: parameterSynonyms.symbolsGet,
      output: symbols.symbolsGet,
      view: "tree",
      examples: [{ title: "Outline of a script", input: { path: "Assets/Scripts/Player.cs" } }],
      handler: () => import("./tools/script-symbols-get.ts"),
    }),
    script_symbol_find: tool({
      title: "Find a symbol or definition by name",
      description:
        "Looks up where a class, method, property or other symbol of C# scripts is declared: go to definition by " +
        "part of its name, or the whole name with exact. Name paths narrow it: Game.Player/Move, Pool`1. Best matches first.",
      effect: "read",
      idempotent: true,
      input: input.symbolFind,
      synonyms: parameterSynonyms.symbolFind,
      output: symbols.symbolFind,
      view: "table",
      liveParameter: "name",
      completion: { of: "symbol", input: { name: "{{word}}", pageSize: 100 }, rows: "/results", value: "/symbol/name" },
      examples: [
        { title: "A class", input: { name: "Player", kind: "class" } },
        { title: "A method of a type", input: { name: "Player/Move", exact: true } },
      ],
      handler: () => import("./tools/script-symbol-find.ts"),
    }),
    script_refs_find: tool({
      title: "Find references (usages)",
      description:
        "Finds all references to a class, method, field or other declaration, and where it is used, by name: each " +
        "is certain (resolved to it) or possible (read it), with its kind (call, read, write, type …) and the symbol " +
        "around it; what resolves elsewhere is counted. Unity may also call it by name (messages, events): " +
        "finding none does not prove that it is unused.",
      effect: "read",
      idempotent: true,
      input: input.refsFind,
      positional: ["name"],
      synonyms: parameterSynonyms.refsFind,
      unlisted: ["maxBytes", "maxMatchesPerFile", "snippetContext", "kind", "container", "namespace"],
      output: searches.refsFind,
      view: "matches",
      examples: [
        { title: "All of a name", input: { name: "Move" } },
        { title: "Uses of one method", input: { name: "Move", container: "Player", kind: "method" } },
      ],
      handler: () => import("./tools/script-refs-find.ts"),
    }),
    script_hierarchy_find: tool({
      title: "Type hierarchy: bases and subclasses",
      description:
        "For a C# type, its base classes, derived types (subclasses) and implementers; for a member, what it overrides or implements, and what overrides it: transitive, nearest first.",
      effect: "read",
      idempotent: true,
      input: input.hierarchyFind,
      positional: ["name"],
      synonyms: parameterSynonyms.hierarchyFind,
      unlisted: WHICH,
      output: graphs.hierarchyFind,
      view: "graph",
      examples: [{ title: "Who implements this interface", input: { name: "IDamageable", direction: "down" } }],
      handler: () => import("./tools/script-hierarchy-find.ts"),
    }),
    script_calls_find: tool({
      title: "Find callers (call hierarchy)",
      description:
        "Finds the callers of a C# method, constructor, property or event, through interfaces and overrides too, or its " +
        "callees.",
      effect: "read",
      idempotent: true,
      input: input.callsFind,
      positional: ["name"],
      synonyms: parameterSynonyms.callsFind,
      unlisted: WHICH,
      output: graphs.callsFind,
      view: "tree",
      examples: [{ title: "Who calls this, two steps up", input: { name: "Player/Move", depth: 2 } }],
      handler: () => import("./tools/script-calls-find.ts"),
    }),
    script_impact_find: tool({
      title: "Find out what a change would break",
      description:
        "What a change to a declaration, a rename or a diff would break: overrides, code, mentions in comments " +
        "and strings, assets, tests.",
      effect: "read",
      idempotent: true,
      input: input.impactFind,
      positional: ["name"],
      synonyms: parameterSynonyms.impactFind,
      unlisted: [...WHICH, "names"],
      output: graphs.impactFind,
      view: "table",
      examples: [{ title: "Before a rename", input: { name: "Player/Move" } }],
      handler: () => import("./tools/script-impact-find.ts"),
    }),
    script_rename: tool({
      title: "Rename a symbol",
      description:
        "Renames a type, member or local everywhere, with overrides, file, UnityEvents and saved fields. Prints the diff; refused if " +
        "incomplete.",
      keywords: "refactor",
      effect: "read",
      plan: true,
      idempotent: false,
      openWorld: false,
      input: input.rename,
      positional: ["name", "to"],
      synonyms: parameterSynonyms.rename,
      unlisted: WHICH,
      view: "diff",
      examples: [{ title: "Show the diff of a rename", input: { name: "Player/Move", to: "Walk" } }],
      handler: () => import("./tools/script-rename.ts"),
    }),
    script_edit: tool({
      title: "Edit members of types",
      description:
        "Replaces a member or its body, inserts, appends to a type or deletes: one plan, indented, with usings. Prints the diff.",
      keywords: "insert, refactor",
      effect: "read",
      plan: true,
      idempotent: false,
      openWorld: false,
      input: input.edit,
      view: "diff",
      examples: [
        {
          title: "A new body",
          input: { edits: [{ symbol: "Player/Move", do: "body", code: "transform.Translate(Vector3.up);" }] },
        },
      ],
      handler: () => import("./tools/script-edit.ts"),
    }),
    script_project_check: tool({
      title: "Check the project",
      description:
        "Checks the project for dead (unused) code, assembly definition cycles, or scenes and prefabs with missing scripts.",
      effect: "read",
      idempotent: true,
      input: input.projectCheck,
      synonyms: parameterSynonyms.projectCheck,
      unlisted: ["limit", "name"],
      output: graphs.projectCheck,
      view: "graph",
      examples: [{ title: "What is dead", input: { check: "dead" } }],
      handler: () => import("./tools/script-project-check.ts"),
    }),
    script_asset_usages: tool({
      title: "Which scenes and prefabs use a script",
      description:
        "Finds the scenes, prefabs and assets that use or reference a script (MonoBehaviour), each " +
        "with the game objects that have it. With member: its saved values, overrides, events.",
      effect: "read",
      idempotent: true,
      input: input.assetUsages,
      synonyms: parameterSynonyms.assetUsages,
      unlisted: ["names"],
      output: outputs.assetUsages,
      view: "tree",
      examples: [{ title: "Who has this component", input: { path: "Assets/Scripts/Player.cs" } }],
      handler: () => import("./tools/script-asset-usages.ts"),
    }),
    script_index_status: tool({
      title: "Code index status",
      description: "Whether the symbol index is ready, and which files could not be parsed.",
      effect: "read",
      idempotent: true,
      input: input.indexStatus,
      output: outputs.indexStatus,
      view: "tree",
      timeout: { defaultMs: 600_000 },
      examples: [{ title: "Status", input: {} }],
      handler: () => import("./tools/script-index-status.ts"),
    }),
  },
});
