/** Enforced architecture rules: allowed imports, and ceilings that may only fall. See names.test.ts for names. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { type ParseResult, parseSync, Visitor } from "oxc-parser";
import { BUILT_INS } from "../plugins/mod.ts";
import { BUILT_IN_WORKERS } from "../plugins/workers.ts";
import {
  circles,
  FILES,
  type Import,
  importsOf,
  PROGRAM,
  parsed,
  SOURCES,
  staticTargets,
  TOP,
  targetsOf,
  textOf,
} from "./sources.ts";

/** Allowed imports: path prefixes, package names, and Node modules. */
interface Layer {
  of: RegExp;
  inside: string[];
  packages: RegExp;
  node: "any" | string[];
}

const FRONTEND_NODE = "any" as const;
const PLUGIN_NODE = ["path", "url", "buffer", "crypto", "util", "zlib"];

const LAYERS: Layer[] = [
  {
    of: /^core\/host\//,
    inside: ["core/host/"],
    packages:
      /^(valibot|@valibot\/to-json-schema|@cfworker\/json-schema|fastest-levenshtein|@toon-format\/toon|gpt-tokenizer|diff|picomatch|@dagrejs\/dagre|fast-png|jsonc-parser)$/,
    node: "any",
  },
  // HTTP is just another transport for the same server.
  {
    of: /^core\/serve\//,
    inside: ["core/host/frontend-api.ts", "core/mcp/server.ts", "SELF"],
    packages: /./,
    node: FRONTEND_NODE,
  },
  { of: /^core\/(?!host\/)[^/]+\//, inside: ["core/host/frontend-api.ts", "SELF"], packages: /./, node: FRONTEND_NODE },
  { of: /^tui\//, inside: ["core/host/frontend-api.ts", "tui/"], packages: /./, node: FRONTEND_NODE },
  { of: /^plugins\/(?:mod|workers)\.ts$/, inside: ["core/host/plugin-api.ts", "plugins/"], packages: /^$/, node: [] },
  // One folder per plugin.
  { of: /^plugins\/[^/]+\//, inside: ["core/host/plugin-api.ts", "SELF"], packages: /./, node: PLUGIN_NODE },
  {
    of: /^main\.ts$/,
    inside: [
      "core/host/assembly.ts",
      "core/host/frontend-api.ts",
      "core/(?!host)",
      "tui/",
      "plugins/mod.ts",
      "package.json",
      "threads.ts",
    ],
    packages: /^$/,
    node: "any",
  },
  {
    of: /^first\.ts$/,
    inside: ["core/host/assembly.ts", "plugins/search/first-names.ts", "tui/first-screen.ts"],
    packages: /^$/,
    node: "any",
  },
  {
    of: /^threads\.ts$/,
    inside: ["core/host/thread-assembly.ts", "plugins/workers.ts"],
    packages: /^$/,
    node: ["process", "worker_threads"],
  },
  // Plugins on disk can only import their own files at run time.
  { of: /^examples\//, inside: ["core/host/plugin-api.ts", "SELF"], packages: /^$/, node: [] },
  {
    of: /^build\//,
    inside: ["first.ts", "main.ts", "threads.ts", "core/", "plugins/", "build/", "package.json"],
    packages: /./,
    node: "any",
  },
];

/** Files over 350 lines, with a reason. */
const LONG_FILES: Record<string, string> = {};

/** Permitted exceptions, with a reason. */
const EXCEPTIONS: Record<string, string> = {};

function complaint({ file, target }: Import): string | undefined {
  if (EXCEPTIONS[`${file} → ${target}`]) return undefined;
  const layer = LAYERS.find((each) => each.of.test(file));
  if (!layer) return `${file} is in no layer`;
  if (target.startsWith("node:")) {
    return layer.node === "any" || layer.node.includes(target.slice(5))
      ? undefined
      : `${file} may not import ${target}`;
  }
  if (target.startsWith(".")) {
    const path = relative(TOP, join(TOP, dirname(file), target));
    const own = `${file.split("/").slice(0, 2).join("/")}/`;
    const allowed = layer.inside.some((prefix) => new RegExp(`^${prefix === "SELF" ? own : prefix}`).test(path));
    return allowed ? undefined : `${file} may not import ${path}`;
  }
  if (target.startsWith("asset:")) return file.startsWith("build/") ? undefined : `${file} may not import ${target}`;
  if (builtinModules.includes(target)) return `${file} must write node:${target}`;
  const name = target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
  return layer.packages.test(name) ? undefined : `${file} may not import the package ${name}`;
}

test("every import goes the way the layer table allows", () => {
  const complaints = SOURCES.flatMap(importsOf)
    .map(complaint)
    .filter((each) => each !== undefined);
  assert.deepEqual(complaints, []);
});

test("the layer test sees a planted wrong import", () => {
  assert.ok(complaint({ file: "core/host/invoke.ts", target: "../../plugins/mod.ts" }));
  assert.ok(complaint({ file: "plugins/search/plugin.ts", target: "node:fs" }));
  assert.ok(complaint({ file: "plugins/search/plugin.ts", target: "../extract/plugin.ts" }));
  assert.ok(complaint({ file: "core/mcp/server.ts", target: "../cli/run.ts" }));
});

/** Folders in core/host and the ones they may import. Files next to the folders can import all of them. A row may precede its folder. */
const HOST_FOLDERS: Record<string, string[]> = {
  contract: [],
  runtime: ["contract"],
  workspace: ["contract", "runtime"],
  manifest: ["contract"],
  capabilities: ["contract", "runtime", "workspace", "manifest"],
  sandbox: ["contract", "runtime", "workspace", "manifest", "capabilities"],
  runners: ["contract", "runtime", "index-files", "workspace", "manifest", "capabilities", "sandbox"],
  loader: ["contract", "runtime", "workspace", "manifest", "capabilities", "sandbox", "runners"],
  pictures: ["contract"],
  rows: ["contract"],
  answer: ["contract", "workspace", "manifest", "rows"],
  "index-files": ["contract", "runtime"],
  changes: ["contract", "runtime", "workspace", "manifest", "capabilities"],
};

function wrongInHost({ file, target }: Import): string | undefined {
  const folderOf = (path: string) => path.split("/").slice(2, -1)[0];
  const [from, to] = [folderOf(file), folderOf(join(dirname(file), target))];
  if (from === undefined || from === to) return undefined;
  const allowed = HOST_FOLDERS[from];
  return allowed && to !== undefined && allowed.includes(to) ? undefined : `${file} may not import ${target}`;
}

test("folders of the host import only those below them", () => {
  const wrong = SOURCES.filter((file) => file.startsWith("core/host/"))
    .flatMap(importsOf)
    .filter(({ target }) => target.startsWith("."))
    .map(wrongInHost)
    .filter((each) => each !== undefined);
  assert.deepEqual(wrong, []);
  assert.ok(wrongInHost({ file: "core/host/sandbox/deno.ts", target: "../runners/frames.ts" }));
  assert.ok(wrongInHost({ file: "core/host/contract/host.ts", target: "../invoke.ts" }));
  assert.equal(wrongInHost({ file: "core/host/changes/apply.ts", target: "../workspace/workspace.ts" }), undefined);
});

test("files of the host import one another in no circle", () => {
  const own = SOURCES.filter((file) => file.startsWith("core/host/"));
  const targets = new Map(own.map((file) => [file, importsOf(file).map(({ target }) => join(dirname(file), target))]));
  assert.deepEqual(circles(targets), []);
  const planted = { a: ["b", "d"], b: ["c"], c: ["a"], d: [] };
  assert.deepEqual(circles(new Map(Object.entries(planted))), [["b", "d", "c", "a"].filter((each) => each !== "d")]);
});

/** Folders of the explorer. Each may import the ones before it. */
const EXPLORER = ["text", "look", "terminal", "views", "components", "state", "keymap", "layout", "session", "screens"];

/** Imports against this order. */
function againstOrder(top: string, folders: readonly string[]): string[] {
  const rank = (path: string) => folders.indexOf(path.slice(top.length).split("/")[0]!);
  return SOURCES.filter((file) => file.startsWith(top) && rank(file) >= 0).flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith("."))
      .map(({ target }) => relative(TOP, join(TOP, dirname(file), target)))
      .filter((target) => target.startsWith(top) && (rank(target) < 0 || rank(target) > rank(file)))
      .map((target) => `${file} → ${target}`),
  );
}

test("in the explorer imports go one way, and components know no session", () => {
  assert.deepEqual(againstOrder("tui/", EXPLORER), []);
});

/** Folders in plugins/csharp. Each may import the ones before it. */
const CSHARP = [
  ...["lexer", "outline", "syntax", "text", "dotnet", "packages", "project", "engine", "libraries", "index"],
  ...["search", "semantics", "symbol-paths", "binding", "positions", "unity", "queries", "sets", "rename"],
  ...["edits", "since", "thread", "tools"],
];

test("in the C# plugin imports go one way, folders stand in the order and files import one another in no circle", () => {
  const own = SOURCES.filter((file) => file.startsWith("plugins/csharp/"));
  const folders = new Set(own.flatMap((file) => file.split("/").slice(2, 3)).filter((name) => !name.includes(".")));
  assert.deepEqual([...folders].sort(), [...CSHARP].sort());
  assert.deepEqual(againstOrder("plugins/csharp/", CSHARP), []);
  assert.notDeepEqual(againstOrder("plugins/csharp/", CSHARP.toReversed()), []);
  const targets = new Map(own.map((file) => [file, importsOf(file).map(({ target }) => join(dirname(file), target))]));
  assert.deepEqual(circles(targets), []);
});

/** Folders in plugins/unity. Each may import the ones before it. */
const UNITY = [
  "command",
  "assets",
  "asset-types",
  "asset-text",
  "asset-edits",
  "protocol",
  "editor",
  "results",
  "backends",
  "routing",
  "fallbacks",
  "verify",
  "tools",
];

test("in the Unity plugin imports go one way, and routing knows backends by their interface alone", () => {
  const own = SOURCES.filter((file) => file.startsWith("plugins/unity/"));
  const folders = new Set(own.flatMap((file) => file.split("/").slice(2, 3)).filter((name) => !name.includes(".")));
  assert.deepEqual([...folders].sort(), [...UNITY].sort());
  assert.deepEqual(againstOrder("plugins/unity/", UNITY), []);
  assert.notDeepEqual(againstOrder("plugins/unity/", UNITY.toReversed()), []);
  const targets = new Map(own.map((file) => [file, importsOf(file).map(({ target }) => join(dirname(file), target))]));
  assert.deepEqual(circles(targets), []);
  const known = own.filter((file) => file.startsWith("plugins/unity/routing/")).flatMap((file) => targets.get(file)!);
  const backends = known.filter((target) => target.startsWith("plugins/unity/backends/"));
  assert.deepEqual(new Set(backends), new Set(["plugins/unity/backends/backend.ts"]));
});

/** Folders of two more plugins. Each may import the ones before it. */
const PLUGIN_FOLDERS: Record<string, string[]> = {
  angelscript: [
    "baseline",
    "lexer",
    "parser",
    "database",
    "binding",
    "native",
    "engine",
    "symbols",
    "edits",
    "queries",
    "tools",
  ],
  search: ["arguments", "globs", "ripgrep", "content", "structure", "list", "overview", "programs", "expression"],
};

for (const [name, folders] of Object.entries(PLUGIN_FOLDERS)) {
  test(`in the ${name} plugin imports go one way`, () => {
    const top = `plugins/${name}/`;
    const own = SOURCES.filter((file) => file.startsWith(top));
    const found = own.flatMap((file) => file.slice(top.length).split("/").slice(0, -1));
    assert.deepEqual(
      found.filter((each) => !folders.includes(each)),
      [],
    );
    assert.deepEqual(againstOrder(top, folders), []);
    assert.notDeepEqual(againstOrder(top, folders.toReversed()), []);
    const targets = own.map(
      (file) => [file, importsOf(file).map(({ target }) => join(dirname(file), target))] as const,
    );
    assert.deepEqual(circles(new Map(targets)), []);
  });
}

/** Ceilings for the import graph (without tests). Lower them whenever you can. */
const GRAPH = {
  /** Cycles of files, by value imports and including type imports. */
  circlesByValues: 0,
  circlesWithTypes: 0,
  /** Including lazy `import()`. */
  circlesWithLazyImports: 0,
  /** Folders that import each other. Parents and children don't count. */
  folderPairs: 0,
  /** Lines in the largest folder, without subfolders. */
  folderLines: 4000,
};

function graphOf(kind: "values" | "all"): Map<string, string[]> {
  return new Map(PROGRAM.map((file) => [file, staticTargets(file, kind).filter((to) => PROGRAM.includes(to))]));
}

/** Pairs of folders with imports in both directions. */
function folderPairs(targets: Map<string, string[]>): string[] {
  const arrows = new Set(
    [...targets].flatMap(([file, tos]) =>
      tos
        .map((to) => [dirname(file), dirname(to)] as const)
        .filter(([a, b]) => a !== b && !a.startsWith(`${b}/`) && !b.startsWith(`${a}/`))
        .map(([a, b]) => `${a} ${b}`),
    ),
  );
  return [...arrows].filter((arrow) => {
    const [a, b] = arrow.split(" ") as [string, string];
    return a < b && arrows.has(`${b} ${a}`);
  });
}

test("the import graph stays under its ceilings", { timeout: 120_000 }, () => {
  const [values, all] = [graphOf("values"), graphOf("all")];
  const every = new Map(
    PROGRAM.map((file) => [file, importsOf(file).map(({ target }) => join(dirname(file), target))]),
  );
  const [byValues, withTypes, withLazy] = [circles(values), circles(all), circles(every)];
  const pairs = folderPairs(all);
  assert.ok(byValues.length <= GRAPH.circlesByValues, `circles by values: ${byValues.join("\n")}`);
  assert.ok(withTypes.length <= GRAPH.circlesWithTypes, `circles with types: ${withTypes.join("\n")}`);
  assert.ok(withLazy.length <= GRAPH.circlesWithLazyImports, `circles with import(): ${withLazy.join("\n")}`);
  assert.ok(pairs.length <= GRAPH.folderPairs, `folders that import each other: ${pairs.join(", ")}`);
  const lines = new Map<string, number>();
  for (const file of PROGRAM)
    lines.set(dirname(file), (lines.get(dirname(file)) ?? 0) + textOf(file).split("\n").length - 1);
  const large = [...lines].filter(([, count]) => count > GRAPH.folderLines);
  assert.deepEqual(large, []);
  assert.ok([...all.values()].flat().length > 4000, "the graph is read");
});

test("the graph tells imports of values from those of types, and sees pairs of folders", () => {
  const source = `import { type A } from "./types.ts"; import type { B } from "./more-types.ts"; import { c, type D } from "./values.ts";
    export type { E } from "./exported-types.ts"; export * from "./all.ts"; import "./effects.ts"; import { f } from "node:fs"; import("./later.ts");`;
  const file = parseSync("a.ts", source);
  assert.deepEqual(targetsOf(file, "values"), ["./values.ts", "./effects.ts", "./all.ts"]);
  assert.deepEqual(targetsOf(file, "all").sort(), [
    "./all.ts",
    "./effects.ts",
    "./exported-types.ts",
    "./more-types.ts",
    "./types.ts",
    "./values.ts",
  ]);
  const planted = {
    "x/a.ts": ["y/b.ts"],
    "y/c.ts": ["x/d.ts"],
    "x/in/e.ts": ["x/a.ts"],
    "x/d.ts": ["x/in/e.ts", "z/f.ts"],
  };
  assert.deepEqual(folderPairs(new Map(Object.entries(planted))), ["x y"]);
});

/** `as` without `as const`, and non-null `!`, according to the syntax tree. Tests don't count. Lower them whenever you can. */
const CASTS = 386;
const NON_NULL = 560;

const AS_UNKNOWN = 4;

function assertionsOf({ program }: ParseResult): { casts: number; unknown: number; nonNull: number } {
  let [casts, unknown, nonNull] = [0, 0, 0];
  new Visitor({
    TSAsExpression({ typeAnnotation: type, expression: inner }) {
      const isConst =
        type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
      if (!isConst) casts++;
      if (inner.type === "TSAsExpression" && inner.typeAnnotation.type === "TSUnknownKeyword") unknown++;
    },
    TSNonNullExpression() {
      nonNull++;
    },
  }).visit(program);
  return { casts, unknown, nonNull };
}

test("casts and non-null assertions stay under their ceilings", { timeout: 120_000 }, () => {
  const counts = SOURCES.filter((file) => !/\.bench\.tsx?$|\.d\.ts$/.test(file)).map((file) =>
    assertionsOf(parsed(file)),
  );
  const casts = counts.reduce((sum, each) => sum + each.casts, 0);
  const nonNull = counts.reduce((sum, each) => sum + each.nonNull, 0);
  const unknown = counts.reduce((sum, each) => sum + each.unknown, 0);
  assert.ok(casts <= CASTS, `${casts} casts, ${CASTS} allowed: narrow the type instead`);
  assert.ok(nonNull <= NON_NULL, `${nonNull} non-null assertions, ${NON_NULL} allowed: narrow the type instead`);
  assert.ok(unknown <= AS_UNKNOWN, `${unknown} times "as unknown", ${AS_UNKNOWN} allowed: narrow the type instead`);
  const planted = parseSync(
    "a.ts",
    `const a = [b as C, "as D" as const, e!, f![0]!.g, !h, i != j] as unknown as K; // l as M!`,
  );
  assert.deepEqual(assertionsOf(planted), { casts: 3, unknown: 1, nonNull: 3 });
});

/** Literal key names. Letters are recognized by what they're compared with. */
const KEY = /"(?:(?:ctrl|alt|shift)\+[^"]+|escape|backspace|pageup|pagedown|enter)"|\bkey\.name *[!=]==/;

test("keys of the explorer are written in the table of actions alone", () => {
  const found = SOURCES.filter((file) => file.startsWith("tui/") && !file.startsWith("tui/keymap/")).filter((file) =>
    KEY.test(textOf(file).replace(/\/\*[\s\S]*?\*\//g, "")),
  );
  assert.deepEqual(found, []);
  assert.ok(KEY.test('if (key.name === "q") close()') && KEY.test('keys: ["ctrl+p"]'));
});

test("files stay under 350 lines, app.tsx under 150", () => {
  const long = FILES.filter((file) => !LONG_FILES[file] && !/\.test\.tsx?$/.test(file)).flatMap((file) => {
    const lines = textOf(file).split("\n").length - 1;
    return lines > (file === "tui/app.tsx" ? 150 : 350) ? [`${file}: ${lines}`] : [];
  });
  assert.deepEqual(long, []);
  for (const file of Object.keys(LONG_FILES)) assert.ok(FILES.includes(file), `${file} is excused but gone`);
});

test("plugins/mod.ts lists exactly the folders", () => {
  const folders = readdirSync(join(TOP, "plugins"), { withFileTypes: true }).filter(
    (each) => each.isDirectory() && existsSync(join(TOP, "plugins", each.name, "plugin.ts")),
  );
  assert.deepEqual(BUILT_INS.map((plugin) => plugin.name).sort(), folders.map((folder) => folder.name).sort());
});

test("plugins/workers.ts lists the workers of exactly the plugins that have some", async () => {
  const withWorkers = BUILT_INS.filter((plugin) => plugin.workers !== undefined);
  assert.deepEqual(Object.keys(BUILT_IN_WORKERS).sort(), withWorkers.map((plugin) => plugin.name).sort());
  for (const plugin of withWorkers)
    assert.equal((await BUILT_IN_WORKERS[plugin.name]!()).default, plugin.workers, plugin.name);
});

test("a tool's name appears only in its plugin", () => {
  const owners = new Map(BUILT_INS.flatMap(({ name, tools }) => Object.keys(tools).map((tool) => [tool, name])));
  // Names that are also ordinary words (compile) only count as string literals.
  const literals = new RegExp(`["'\`](${[...owners.keys()].join("|")})["'\`]`, "g");
  const strangers = SOURCES.filter((file) => !/^(build|examples)\//.test(file)).flatMap((file) =>
    [...textOf(file).matchAll(literals)]
      .filter(([, tool]) => !file.startsWith(`plugins/${owners.get(tool!)}/`))
      .map(([, tool]) => `${file}: ${tool}`),
  );
  assert.deepEqual(strangers, []);
});

test("no console, no forbidden globals, no plain Error where the catalogue rules", () => {
  const rules: [RegExp, RegExp, string][] = [
    [/^(core\/host|plugins)\//, /(?<!["'`\w./-])console\./, "console"],
    [/^core\/host\//, /\bprocess\.(argv|exit|stdout|stdin)\b/, "process.argv, exit, stdout"],
    [/^plugins\//, /(?<![\w./-])process\.|from "node:process"/, "process"],
    [/^(core|plugins|tui|main\.ts)/, /\b(Bun|Deno)\./, "Bun. or Deno."],
    [/^(core|plugins)\//, /new Error\(/, "new Error("],
  ];
  const found = SOURCES.flatMap((file) =>
    rules.flatMap(([where, pattern, what]) =>
      where.test(file) && pattern.test(textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""))
        ? [`${file}: ${what}`]
        : [],
    ),
  );
  assert.deepEqual(found, []);
});

/** Mutable module-level state. */
function moduleState(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|`(?:[^`\\]|\\[\s\S])*`/gm, "");
  const variables = [...code.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name!);
  const held = [...code.matchAll(/^(?:export )?const (\w+)[^=\n]*= *([^\n]*)/gm)].flatMap(
    ([, name = "", value = ""]) => {
      const changed = new RegExp(
        `\\b${name}(?:\\.(?:set|add|push|unshift|splice|delete|clear|pop|shift|sort|reverse|fill)\\(|(?:\\[[^\\]]*\\]|\\.\\w+) *(?:[-+*/|&?]|\\?\\?|\\|\\|)?=(?!=|>))`,
      ).test(code);
      // What a factory or a class of ours makes may keep something; a pattern, an encoder or a fixed list keeps nothing.
      const made =
        /^(?:create[A-Z]\w*\(|new (?!RegExp|Set|Map|TextEncoder|TextDecoder|Error|Uint8Array|Int32Array|Intl|URL|AsyncFunction)\w+\()/.test(
          value,
        );
      return changed || made ? [name] : [];
    },
  );
  return [...variables, ...held];
}

test("no module-level state of any kind", () => {
  const found = SOURCES.filter((file) => /^(core|plugins|tui)\//.test(file)).flatMap((file) =>
    moduleState(textOf(file)).map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(found, []);
  assert.deepEqual(moduleState("let a = 1;\nexport const B = new WeakMap<object, string>();\nB.set({}, '');"), [
    "a",
    "B",
  ]);
  assert.deepEqual(moduleState("const seen: string[] = [];\nseen.push('x');\nconst made = createThing();"), [
    "seen",
    "made",
  ]);
  assert.deepEqual(moduleState("const KINDS = new Set(['a']);\nconst has = KINDS.has('a');"), []);
});

test("relative imports name their extension", () => {
  const bare = FILES.flatMap(importsOf).filter(
    ({ target }) => target.startsWith(".") && !/\.(tsx?|json|wasm|mjs|js)$/.test(target),
  );
  assert.deepEqual(bare, []);
});

test("workflows pin every action by its commit and ask for no more than they need", () => {
  const folder = join(TOP, ".github", "workflows");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [line] of text.matchAll(/uses:.*/g))
      assert.match(line, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
    assert.match(text, /^permissions:\n {2}contents: read\n$/m, file);
  }
});

test("docs/architecture.md names every folder of source, and only what is there", () => {
  const page = readFileSync(join(TOP, "docs/architecture.md"), "utf8").split("## Where things are")[1] ?? "";
  const named = [...page.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);
  const folders = new Set(SOURCES.filter((file) => /^(?:core|plugins|tui)\//.test(file)).map(dirname));
  const unnamed = [...folders].filter(
    (folder) => !named.some((name) => name.split("/").at(-1) === folder.split("/").at(-1)),
  );
  assert.deepEqual(unnamed, []);
  const known = new Set(FILES.flatMap((file) => file.split("/").map((part) => part.replace(/\..*$/, ""))));
  const gone = named
    .filter((name) => /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name) && !name.startsWith("x-"))
    .filter((name) => !known.has(name) && !Object.hasOwn(HOST_FOLDERS, name));
  assert.deepEqual(gone, []);
  const paths = named.filter((name) => /^(?:core|plugins|tui|test|build|docs)\/[^<*]+$/.test(name));
  assert.ok(paths.length > 20);
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(TOP, path)) && !existsSync(join(TOP, "plugins", path))),
    [],
  );
});
