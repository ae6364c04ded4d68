/** Names of files and exports, first sentences, and what comments may cite. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BUILT_INS } from "../plugins/mod.ts";
import { FILES, repositoryFiles, SOURCES, TOP, textOf } from "./sources.ts";

test("names are kebab-case and say what is inside", () => {
  const bad = FILES.filter((file) => {
    const name = file.split("/").at(-1)!;
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(name) ||
      /^(utils?|helpers?|common|misc|manager|types)\b/.test(name)
    );
  });
  assert.deepEqual(bad, []);
});

/** Base names that several source files share, because each has the same role in its own place. */
const ROLES: Record<string, string> = {
  mod: "what a folder gives those outside",
  plugin: "a plugin's manifest",
  workers: "a plugin's worker threads",
  service: "what a plugin holds open between calls",
  doctor: "a plugin's checks for jig doctor",
  contributions: "what a plugin contributes besides tools",
  "available-tools": "which of a plugin's dynamic tools there are",
  "error-envelope": "how a plugin's tools answer a failure",
  input: "a tool's input, or what the inputs of a plugin share",
  output: "a tool's output",
  request: "a search request, as its tool read it",
  backend: "the interface, and one way into an Editor each",
  "editor-server": "the program that a backend talks to",
  compilation: "a compilation by one backend",
  "test-run": "a test run by one backend",
  tokens: "the tokens of a language",
  binder: "what a syntax node of a language means",
  "call-binder": "what a call of a language means",
  "expression-binder": "what an expression of a language means",
  "overload-resolution": "which overload a call of a language takes",
  "query-worker": "the index thread of a language",
  "file-symbols": "symbols of a file of a language",
  "symbol-outputs": "outputs of the symbol tools of a language",
  "find-symbols": "declarations by name",
};

/** Files that share a base name without a role: of a tool's handler the tool's name is the file's, so it may meet another. */
function homonyms(files: readonly string[]): string[] {
  const tools = new Set(BUILT_INS.flatMap(({ name, tools }) => Object.keys(tools).map((tool) => `${name} ${tool}`)));
  const isHandler = (file: string) => {
    const [top, plugin, ...rest] = file.split("/");
    const tool = rest.at(-1)?.replace(/\.tsx?$/, "");
    return (
      top === "plugins" &&
      rest.length > 0 &&
      [tool, tool?.replaceAll("-", "_")].some((name) => tools.has(`${plugin} ${name}`))
    );
  };
  const byName = Map.groupBy(
    files.filter((file) => !isHandler(file)),
    (file) =>
      file
        .split("/")
        .at(-1)
        ?.replace(/\.tsx?$/, "") ?? "",
  );
  return [...byName]
    .filter(([name, same]) => same.length > 1 && !Object.hasOwn(ROLES, name))
    .map(([, same]) => same.join(" "));
}

test("two source files share a name only if they share a role", () => {
  const files = SOURCES.filter((file) => !/^examples\/|\.bench\.tsx?$|\.d\.ts$/.test(file));
  assert.deepEqual(homonyms(files), []);
  for (const role of Object.keys(ROLES))
    assert.ok(files.filter((file) => file.endsWith(`/${role}.ts`)).length > 1, `"${role}" repeats no more`);
  assert.deepEqual(homonyms(["core/a/door.ts", "tui/door.tsx", "plugins/a/plugin.ts", "plugins/b/plugin.ts"]), [
    "core/a/door.ts tui/door.tsx",
  ]);
  assert.deepEqual(homonyms(["build/compile.ts", "plugins/unity/tools/compile.ts"]), []);
});

test("every file opens with a sentence of purpose", () => {
  assert.deepEqual(
    FILES.filter((file) => !/^(#!.*\n)?(\/\/|\/\*\*?)/.test(textOf(file))),
    [],
  );
});

test("comments and documents cite only what is in the repository", () => {
  const documents = repositoryFiles("*.md", "*.yml", "*.sh").filter((file) => !file.includes("/fixtures/"));
  const everything = [...FILES, ...documents];
  assert.deepEqual(
    everything.flatMap((file) => strangeCitations(textOf(file)).map((each) => `${file}: ${each}`)),
    [],
  );
  const dead = everything.flatMap((file) =>
    [...textOf(file).matchAll(/docs\/contracts\/[\w-]+\.md/g)]
      .filter(([path]) => !existsSync(join(TOP, path)))
      .map(([path]) => `${file}: ${path}`),
  );
  assert.deepEqual(dead, []);
});

/** Citations of what a stranger cannot read: working papers, numbered specifications and issues. Sections of the C# standard are fine. */
function strangeCitations(text: string): string[] {
  const paper = "(?:desi" + "gn|fac" + "ts)";
  const section = "\\u00a7 ?\\d";
  const cited = new RegExp(
    `\\b(?:${paper} ?\\u00a7|spec[s']* 0\\d|${paper}/|issue #?\\d)|(?<!C# |to |, )${section}`,
    "gi",
  );
  return [...text.matchAll(cited)].map(([found]) => found);
}

test("the citation rule sees a planted one", () => {
  const sign = String.fromCharCode(0xa7);
  const planted = [
    `(desi${"gn"} ${sign}3)`,
    `see spec ${"004"}`,
    `fac${"ts"}/a.md`,
    `Fac${"ts"} ${sign}2`,
    `(is${"sue"} 4)`,
  ];
  for (const wrong of planted) assert.equal(strangeCitations(wrong).length, 1, wrong);
  assert.deepEqual(strangeCitations(`(C# ${sign}10.2.2 to ${sign}10.2.9), docs/contracts/search.md`), []);
});
