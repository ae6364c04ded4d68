/** Recognizes executable places in any spelling the file system accepts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLACES_THAT_RUN_LATER, placeThatRunsLater } from "./runs-later.ts";

test("knows a place at any depth, the folder itself included", () => {
  for (const path of [
    ".git/hooks/pre-commit",
    ".git",
    "vendor/lib/.git/config",
    ".github/workflows/ci.yml",
    "packages/web/.husky/pre-push",
    ".vscode/tasks.json",
    ".mcp.json",
    "sub/.envrc",
    "sub/HEAD",
    "my.code-workspace",
    "ci/Jenkinsfile.release",
    ".lefthook/pre-commit/a.sh",
    "mise.local.toml",
    "/home/me/.config/fish/config.fish",
    "C:\\Users\\me\\.ssh\\authorized_keys",
    "web/vercel.json",
    "amplify.yml",
    ".readthedocs.yaml",
    "Procfile",
  ]) {
    assert.ok(placeThatRunsLater(path), path);
  }
  assert.equal(placeThatRunsLater("a/.husky/pre-commit")?.pattern, ".husky/**");
});

test("knows spellings that a file system takes for the same name", () => {
  for (const path of [
    ".GIT/hooks/x",
    ".git./config",
    ".git /config",
    "GIT~1/config",
    ".g\u200cit/config",
    ".MCP.json",
    ".git::$INDEX_ALLOCATION/x",
  ])
    assert.ok(placeThatRunsLater(path), JSON.stringify(path));
});

test("leaves source, build scripts and what only looks alike", () => {
  for (const path of [
    "src/app.ts",
    "package.json",
    "Makefile",
    ".gitignore",
    ".gitattributes",
    ".github/CODEOWNERS",
    ".gitlab-ci.yml.md",
    "docs/git/hooks.md",
    ".mcp.json/readme",
    "config/fish/a",
    "Justfile",
    "head/a.ts",
    "mise.ts",
    "my.code-workspace/a",
    "lefthook.go",
    "",
  ])
    assert.equal(placeThatRunsLater(path), undefined, path);
});

test("every place has a reason and is written so that it finds itself", () => {
  for (const { pattern, reason } of PLACES_THAT_RUN_LATER) {
    assert.ok(reason.length > 10);
    assert.match(pattern, /^[^/*\s]*\*?[^/*\s]*(\/[^/*\s]*\*?[^/*\s]*)*(\/\*\*)?$/);
    assert.equal(placeThatRunsLater(pattern.replace("/**", "/x").replaceAll("*", "y"))?.pattern, pattern);
  }
});
