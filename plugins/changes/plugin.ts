/** The manifest of the changes plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { changesInput, changesOutput } from "./changes-schema.ts";
import { editInput } from "./edit-schema.ts";

/** Places that run later: a plan changes such a file only if the call names it. */
const NAMED_ALONE = [
  ".circleci/**",
  ".claude/**",
  ".codex/**",
  ".cursor/**",
  ".devcontainer/**",
  ".envrc",
  ".gemini/**",
  ".githooks/**",
  ".github/actions/**",
  ".github/workflows/**",
  ".gitlab-ci.yml",
  ".husky/**",
  ".idea/**",
  ".mcp.json",
  ".mise.toml",
  ".pre-commit-config.yaml",
  ".vscode/**",
  ".zed/**",
  "lefthook.yml",
  "mise.toml",
];

export default definePlugin({
  name: "changes",
  version: "1.0.0",
  title: "Changes",
  description: "Shows, applies and undoes plans of changes, and replaces exact text.",
  host: "^1",
  permissions: {
    read: ["workspace"],
    write: ["workspace", ...NAMED_ALONE],
  },
  tools: {
    changes: tool({
      title: "Apply or undo a planned change",
      description:
        "Plans of changes (renames, edits) that other tools made: lists them, shows a plan as a unified diff, applies it as a whole " +
        "or in part, undoes it. All or nothing: a file that changed since is named and nothing is written. Without arguments the list.",
      keywords: "diff, patch, refactor, rename, rewrite, revert, rollback",
      effect: "read",
      parameterEffects: { apply: "write", undo: "write" },
      destructive: false,
      idempotent: false,
      openWorld: false,
      input: changesInput,
      synonyms: { plan: "show", id: "show", hunk: { list: "hunks" }, file: { list: "files" }, path: { list: "files" } },
      positional: ["show"],
      view: "diff",
      output: changesOutput,
      examples: [{ title: "What was planned", input: {} }],
      handler: () => import("./changes.ts"),
    }),
    edit_text: tool({
      title: "Replace exact text",
      description:
        "Replaces an exact text by another in one or several files, as one plan. The text must occur once in each file, or as often " +
        "as count says in all of them, or anywhere with every. Prints the diff; apply writes it.",
      effect: "read",
      plan: true,
      mcp: false,
      idempotent: false,
      openWorld: false,
      input: editInput,
      synonyms: { from: "old", to: "new", search: "old", replace: "new", with: "new", file: { list: "paths" } },
      positional: ["paths"],
      view: "diff",
      examples: [],
      handler: () => import("./edit-text.ts"),
    }),
  },
  contributes: {
    cliAliases: [
      {
        command: "edit",
        also: ["replace", "sd"],
        tool: "edit_text",
        description: "Replace exact text in files: a plan and its diff",
        positional: "paths",
      },
      {
        command: "apply",
        tool: "changes",
        description: "Apply a plan, or the chosen --files or --hunks of it",
        positional: "apply",
      },
      {
        command: "undo",
        also: ["revert"],
        tool: "changes",
        description: "Undo a plan that was applied",
        positional: "undo",
      },
    ],
  },
});
