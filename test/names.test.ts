/** Checks names of files and exports, file headers, and citations in comments. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { BUILT_INS } from "../plugins/mod.ts";
import { FILES, parsed, repositoryFiles, SOURCES, TOP, textOf } from "./sources.ts";

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

/** Names shared by several files, because they have the same role. */
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

/** Files that share a name without a role. Tool handlers are named after their tool, so they're allowed to. */
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

/** Retired words and their replacements, for any part of a name (`kept` in `KeptAnswers` or `kept-lines.ts`). */
const RETIRED_PARTS: Record<string, string> = {
  kept: "saved (on disk) or cached (may vanish)",
  drawn: "rendered",
  asked: "requested",
  unasked: "default",
  told: "reported",
  brought: "fetched",
  elsewhere: "remote",
  spare: "optional",
  lean: "compact",
  beside: "keyed",
  pieces: "chunks",
  remark: "notice",
  remarks: "notices",
  room: "budget",
  outside: "external",
  foreign: "external",
  turns: "time slice, semaphore",
  door: "frontend, HTTP handler, backend router",
  doors: "frontends",
  shortage: "resource error",
  shortages: "resource errors",
  offers: "available tools",
  offered: "dynamic",
  tacit: "unlisted",
  lending: "dev approval",
  retirement: "draining",
  deed: "command",
  deeds: "commands",
  errand: "tool command",
  errands: "tool commands",
  dealings: "call to the Editor",
  trouble: "connection error",
  troubles: "connection errors",
  ledger: "receipt store",
  verdict: "classification, command outcome",
  opener: "connector",
  heirs: "derived types, overriding members",
  doubt: "ambiguous",
  doubted: "ambiguous",
  upwards: "base members",
  downwards: "overriding members",
  privacy: "accessibility",
  linq: "query operators",
};

/** Whole names of files or exports that are retired in a folder. The words are fine elsewhere. */
const RETIRED_NAMES: [folder: string, names: string][] = [
  [
    "core/host/answer",
    "Unit Parts Coming takeApart putTogether firstRows restWithin goOn inPieces largestParts drawUnit",
  ],
  ["core/host/answer", "shortUnit keepAll referred filled understood PagedTool PagedCall hashOf"],
  ["core/host/rows", "Unit Parts Coming takeApart putTogether drawUnit shortUnit referred filled"],
  ["core/host", "look Look give-way opened-path passed-variables gathered-output names-in child-asks worker-here"],
  ["core/host", "command-once end-guard exclusive reach order sources source-copies source-names Slices"],
  ["core/serve", "newer-era isNewer node-http limits issuer tokens Opened Service"],
  ["core", "growth arrival signatures introduction look"],
  [
    "plugins/search",
    "bring resume order choose cursorBehind entries pattern subjects empty-filters hiding-rules escapes",
  ],
  ["plugins", "questions other-names each-query"],
  [
    "plugins/csharp",
    "Value Trials Met Fit targets choose select handedOver bestOf fails around known-types token-place graph",
  ],
  ["plugins/unity", "Look guard refused-code refusal timing call Caller session service-routers"],
  [
    "tui/session",
    "perform core visit Visit trailing benches window moves typing freshness reading pointer layers finder",
  ],
  ["tui/session", "roots about-lines"],
];

/** Splits `KeptAnswers`, `kept-answers` and `KEPT_ANSWERS` into words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

/** Retired words in a name, with replacements. */
function retiredIn(file: string, name: string): string[] {
  const parts = wordsOf(name).flatMap((word) => (Object.hasOwn(RETIRED_PARTS, word) ? [RETIRED_PARTS[word]] : []));
  const whole = RETIRED_NAMES.some(
    ([folder, names]) => file.startsWith(`${folder}/`) && names.split(" ").includes(name),
  );
  return [...parts.map((use) => `${file}: ${name}, say ${use}`), ...(whole ? [`${file}: ${name} is retired`] : [])];
}

/** Names that a file exports itself. */
function exportedNames(file: string): string[] {
  return parsed(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => (exportName.name && !moduleRequest ? [exportName.name] : [])),
  );
}

test("no file, folder or export is named by a retired word", { timeout: 120_000 }, () => {
  const inPaths = FILES.flatMap((file) =>
    file.split("/").flatMap((segment) => retiredIn(file, segment.replace(/\..*$/, ""))),
  );
  const inExports = SOURCES.flatMap((file) => exportedNames(file).flatMap((name) => retiredIn(file, name)));
  assert.deepEqual([...new Set([...inPaths, ...inExports])], []);
  assert.ok(SOURCES.flatMap(exportedNames).length > 2000, "exports are read");
});

test("a retired word is seen in any way of writing it, and only whole", () => {
  for (const name of ["KeptAnswers", "kept-answers", "KEPT_ANSWERS", "readKept", "JSONKept", "frontDoor"])
    assert.equal(retiredIn("core/host/a.ts", name).length, 1, name);
  assert.deepEqual(retiredIn("core/host/a.ts", "askedDoor").length, 2);
  assert.deepEqual(retiredIn("core/host/a.ts", "outdoorSpareness"), []);
  assert.equal(retiredIn("core/host/answer/a.ts", "Unit").length, 1);
  assert.deepEqual(retiredIn("plugins/metrics/a.ts", "Unit"), []);
});

/** Exports that no other file mentions. knip treats everything loaded by `import()` as used. */
function unnamedExports(file: string, filesByWord: Map<string, number>): string[] {
  return exportedNames(file).filter((name) => (filesByWord.get(name) ?? 0) < 2);
}

test("a module that is loaded by import() exports only names that another file has", () => {
  const filesByWord = new Map<string, number>();
  for (const file of FILES)
    for (const word of new Set(textOf(file).match(/[\w$]+/g))) filesByWord.set(word, (filesByWord.get(word) ?? 0) + 1);
  const lazy = new Set(
    SOURCES.flatMap((file) =>
      [...textOf(file).matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, target = ""]) => join(dirname(file), target)),
    ),
  );
  const files = SOURCES.filter((file) => lazy.has(file));
  assert.ok(files.length > 50, `${files.length} modules`);
  assert.deepEqual(
    files.flatMap((file) => unnamedExports(file, filesByWord).map((name) => `${file}: ${name}`)),
    [],
  );
  assert.ok(files.flatMap((file) => unnamedExports(file, new Map())).length > 50, "exports are read");
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

/** Citations that a stranger can't look up: working papers, numbered specs and issues. Sections of the C# standard are fine. */
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
