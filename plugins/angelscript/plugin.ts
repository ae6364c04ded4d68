/** Contains the manifest of the plugin. */
import * as v from "valibot";
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { EDIT_VERBS } from "./edits/edit-verbs.ts";
import { REFERENCE_KINDS } from "./queries/reference-kinds.ts";
import { SEARCH_KINDS } from "./queries/search-kinds.ts";
import { calls, hover } from "./tools/call-outputs.ts";
import { cliAliases, finders, jumps } from "./tools/contributions.ts";
import { diagnostics } from "./tools/diagnostics-output.ts";
import { editorTools } from "./tools/editor-tools.ts";
import { failure } from "./tools/error-envelope.ts";
import { filePathInput, positionInput, symbolInput } from "./tools/position-input.ts";
import { findReferences } from "./tools/references-output.ts";
import * as outputs from "./tools/symbol-outputs.ts";
import workers from "./workers.ts";

const text = (description: string) => v.pipe(v.string(), v.description(description));
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const limit = (lowest: number, description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(lowest), v.description(description)));
const READS = { effect: "read", destructive: false, idempotent: true, openWorld: false } as const;

export default definePlugin({
  name: "angelscript",
  version: "1.0.0",
  title: "AngelScript",
  description: "Symbols, members, hierarchies and references of Unreal AngelScript, without an editor.",
  host: "^1",
  when: {
    workspaceHas: [
      "Script",
      "Binds.Cache",
      "*.uproject",
      "*.as",
      "*/*.as",
      "*/*.uproject",
      "*/Script",
      "*/*/*.uproject",
      "*/*/Script/*.as",
    ],
  },
  permissions: {
    read: ["workspace"],
    write: ["workspace"],
    net: ["127.0.0.1"],
    env: ["JIG_UNREAL_PORT"],
    // These programs find the processes on the editor's port.
    run: ["ss", "lsof", "ps", "powershell"],
  },
  failure,
  service: () => import("./queries/service.ts"),
  workers,
  contributes: {
    languages: [
      {
        id: "angelscript",
        title: "AngelScript",
        extensions: [".as"],
        level: "binding",
        symbols: () => import("./tools/file-symbols.ts"),
      },
    ],
    cliAliases,
    doctor: () => import("./tools/doctor.ts"),
    availableTools: () => import("./tools/available-tools.ts"),
    finders,
    jumps,
  },
  tools: {
    angelscript_searchApi: tool({
      ...READS,
      title: "Search the AngelScript API",
      description:
        "Searches the AngelScript API of scripts and the Unreal engine by name: parts of names in order (`get " +
        "loc`, `ALadder.`, `Math::`, `Tick(float`, `A|B`), best first.",
      input: v.strictObject({
        labelQuery: text("Parts of the name."),
        searchIndex: v.optional(v.pipe(v.number(), v.description("The previous nextSearchIndex."))),
        maxBatchResults: limit(1, "Results per page, default 200."),
        includeDocs: flag("Add documentation."),
        labelQueryUseRegex: flag("labelQuery is a regular expression."),
        signatureRegex: v.optional(text("Keep only signatures that match.")),
        source: v.optional(v.pipe(v.picklist(["native", "script", "both"]), v.description("Default both."))),
        kinds: v.optional(v.pipe(v.array(v.string()), v.description(`Only these kinds: ${SEARCH_KINDS.join(", ")}.`))),
      }),
      synonyms: { query: "labelQuery", name: "labelQuery" },
      output: outputs.searchApi,
      view: "table",
      liveParameter: "labelQuery",
      examples: [
        { title: "Parts of a name", input: { labelQuery: "get location" } },
        { title: "Members of a class", input: { labelQuery: "AActor.", maxBatchResults: 20 } },
        { title: "By pattern", input: { labelQuery: "/Get\\w+Location/", labelQueryUseRegex: true } },
      ],
      handler: () => import("./tools/angelscript-search-api.ts"),
    }),
    angelscript_getTypeMembers: tool({
      ...READS,
      title: "Members of an AngelScript class",
      description:
        "All members (methods and properties) of a class, struct, enum, delegate or event, its mixins and statics; " +
        "of a namespace, its functions and variables; of a script file, its outline.",
      input: v.strictObject({
        name: text("Type, also `Namespace::Type` or `TArray<FName>`, or path of a script."),
        namespace: v.optional(text("Namespace the type is in.")),
        includeInherited: flag("Add members of base classes, each once."),
        includeDocs: flag("Add documentation."),
        includeUses: flag("Count uses of each member by scripts."),
        nameFilter: v.optional(text("Keep only members with this in their name.")),
        kinds: v.optional(v.pipe(v.picklist(["both", "method", "property"]), v.description("Default both."))),
      }),
      unlisted: ["namespace"],
      output: outputs.typeMembers,
      view: "table",
      examples: [
        { title: "Own members", input: { name: "AActor" } },
        { title: "With bases", input: { name: "AActor", includeInherited: true, kinds: "method" } },
      ],
      handler: () => import("./tools/angelscript-get-type-members.ts"),
    }),
    angelscript_getClassHierarchy: tool({
      ...READS,
      title: "AngelScript class hierarchy",
      description:
        "Base classes of an AngelScript class, nearest first, and the subclasses derived from it, with file, lines " +
        "and preview.",
      input: v.strictObject({
        name: text("Class."),
        maxSuperDepth: limit(0, "Bases shown, default 3."),
        maxSubDepth: limit(0, "Levels of derived classes, default 2."),
        maxSubBreadth: limit(0, "Derived classes shown per class, default 10."),
        includeOverrides: flag("Add what each class overrides, and from which base."),
      }),
      unlisted: ["maxSubBreadth"],
      output: outputs.classHierarchy,
      view: "tree",
      examples: [
        { title: "Around a class", input: { name: "AActor" } },
        { title: "Bases only", input: { name: "APawn", maxSubDepth: 0, maxSuperDepth: 10 } },
      ],
      handler: () => import("./tools/angelscript-get-class-hierarchy.ts"),
    }),
    angelscript_findReferences: tool({
      ...READS,
      title: "Find AngelScript references",
      description:
        "Finds references and usages of a symbol or function in AngelScript, by name or position: who calls, reads, " +
        "writes, binds or overrides it, its declaration included. range counts from 0 (LSP), lines from 1.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        position: v.optional(positionInput),
        ...symbolInput,
        names: v.optional(v.pipe(v.array(v.string()), v.description("Several symbols, each with its own counts."))),
        kinds: v.optional(
          v.pipe(v.array(v.picklist(REFERENCE_KINDS)), v.description("List only these kinds; counts stay complete.")),
        ),
        limit: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000), v.description("Default 200.")),
        ),
        cursor: v.optional(text("nextCursor of the previous answer.")),
      }),
      output: findReferences,
      unlisted: ["filePath", "position"],
      positional: ["name"],
      view: "matches",
      examples: [
        { title: "Uses of a name", input: { filePath: "Script/Example.as", position: { line: 1, character: 7 } } },
        { title: "Who writes it", input: { name: "AExample/Damage", kinds: ["write"] } },
      ],
      handler: () => import("./tools/angelscript-find-references.ts"),
    }),
    angelscript_resolveSymbolAtPosition: tool({
      ...READS,
      title: "Go to AngelScript definition",
      description:
        "What the symbol at a position means: kind, signature, documentation, and its definition with file, lines " +
        "and preview.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        position: v.optional(positionInput),
        ...symbolInput,
        includeDocumentation: flag("Add documentation, default true."),
      }),
      unlisted: ["name", "at", "includeDocumentation"],
      positional: ["name"],
      output: outputs.resolveSymbol,
      view: "source",
      examples: [
        { title: "What is this", input: { filePath: "Script/Example.as", position: { line: 1, character: 7 } } },
      ],
      handler: () => import("./tools/angelscript-resolve-symbol-at-position.ts"),
    }),
    angelscript_hover: tool({
      ...READS,
      title: "AngelScript documentation and call signature",
      description:
        "Hover documentation and signature of symbols; within a call, or on the function's name, also overloads, " +
        "parameters and the parameter at the position.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        position: v.optional(positionInput),
        ...symbolInput,
        names: v.optional(v.array(v.string())),
      }),
      output: hover,
      unlisted: ["filePath", "position"],
      positional: ["name"],
      view: "table",
      examples: [
        {
          title: "Parameters of this call",
          input: { at: "Script/Example.as:1:7" },
        },
      ],
      handler: () => import("./tools/angelscript-hover.ts"),
    }),
    angelscript_calls: tool({
      ...READS,
      title: "AngelScript call hierarchy",
      description:
        "Incoming calls (callers: which functions call it or an override) or outgoing calls (callees), with their lines.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        position: v.optional(positionInput),
        ...symbolInput,
        names: v.optional(v.pipe(v.array(v.string()), v.description("Several functions."))),
        direction: v.optional(v.pipe(v.picklist(["incoming", "outgoing"]), v.description("Default: incoming."))),
      }),
      output: calls,
      unlisted: ["filePath", "position"],
      positional: ["name"],
      view: "tree",
      examples: [{ title: "Who calls it", input: { name: "AExample/Fire" } }],
      handler: () => import("./tools/angelscript-calls.ts"),
    }),
    angelscript_rename: tool({
      effect: "read",
      plan: true,
      idempotent: false,
      openWorld: false,
      title: "Rename an AngelScript symbol",
      description:
        "Renames a symbol in all AngelScript files, with its overrides, accessors and binds; refused if a name would " +
        "change its meaning.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        position: v.optional(positionInput),
        ...symbolInput,
        name: v.optional(text("Symbol: AThing/Fire(int).")),
        to: text("New name."),
        possible: v.optional(
          v.pipe(
            v.picklist(["refuse", "list", "include"]),
            v.description("Uncertain uses: refuse (default), leave and list, or include."),
          ),
        ),
      }),
      unlisted: ["filePath", "position", "possible"],
      synonyms: { newName: "to" },
      positional: ["name", "to"],
      view: "diff",
      examples: [{ title: "Rename a method", input: { name: "AExample/Fire", to: "Shoot" } }],
      handler: () => import("./tools/angelscript-rename.ts"),
    }),
    angelscript_edit: tool({
      effect: "read",
      plan: true,
      idempotent: false,
      openWorld: false,
      title: "Edit AngelScript members",
      description:
        "Replaces an AngelScript member or its body, inserts, appends to a type, deletes; writes an override, missing " +
        "switch cases, a delegate's function (handler).",
      input: v.strictObject({
        edits: v.pipe(
          v.array(
            v.strictObject({
              symbol: text("AThing/Fire; for override and handler, the class."),
              do: v.picklist(EDIT_VERBS),
              code: v.optional(text("For override and handler, the function's name."), ""),
            }),
          ),
          v.minLength(1),
        ),
      }),
      view: "diff",
      examples: [
        { title: "A new body", input: { edits: [{ symbol: "AExample/Fire", do: "body", code: "Shots++;" }] } },
      ],
      handler: () => import("./tools/angelscript-edit.ts"),
    }),
    angelscript_diagnostics: tool({
      ...READS,
      title: "AngelScript errors",
      description:
        "Checks AngelScript scripts for compile errors: the compiler's if an Unreal editor is running, otherwise those jig can prove.",
      input: v.strictObject({
        filePath: v.optional(filePathInput),
        content: v.optional(text("Text to check as if it were that file.")),
        wait: flag("Wait for the editor's compile, at most 30 s."),
      }),
      output: diagnostics,
      view: "log",
      examples: [{ title: "Of all files", input: {} }],
      handler: () => import("./tools/angelscript-diagnostics.ts"),
    }),
    ...editorTools,
  },
});
