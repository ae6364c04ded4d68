/**
 * Selects random tasks for docs/evidence.md and writes tasks.json with expected answers. Only needed for a new selection:
 * `JIG_CORPUS=<folder of checkouts owner+name> JIG_GOLD=<folder of mirror.json.gz, unitask.json.gz, newtonsoft.json.gz> bun
 * test/evidence/choose.ts`. Gold files have Roslyn's resolution of every name; other answers are determined from the repository's
 * text.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { allowUnjudged, GoldTasks, readGold, shuffled } from "./gold.ts";
import { type Corpus, placesOf, TASKS, type Task } from "./task.ts";

const SEED = 20261122;
const CORPUS = process.env.JIG_CORPUS ?? "";
const GOLD = process.env.JIG_GOLD ?? "";

const corpora: Record<string, Corpus> = {
  Mirror: { repository: "MirrorNetworking/Mirror", commit: "c885a6a4d50dbe8e95438c98a4ff68dd72dd7e7a", root: "" },
  UniTask: { repository: "Cysharp/UniTask", commit: "ceac8d6946b1125fe782cd171fbcb245b567dbf9", root: "src/UniTask" },
  "Newtonsoft.Json": {
    repository: "JamesNK/Newtonsoft.Json",
    commit: "09bb545d72969ad7fb4ea07db0d5c34f4fc07877",
    root: "Src/Newtonsoft.Json",
  },
  "Boss Room": {
    repository: "Unity-Technologies/com.unity.multiplayer.samples.coop",
    commit: "e9b773289a2f",
    root: "",
  },
  "angelscript-sample": {
    repository: "xiaohanor/angelscript-sample",
    commit: "827ccff29571483d5be22163214a23bc9c17e4a6",
    root: "",
  },
  ripgrep: { repository: "BurntSushi/ripgrep", commit: "3fce3b5bb023", root: "" },
  "GitHub CLI": { repository: "cli/cli", commit: "44ee17760709", root: "" },
};
const folderOf = (name: string) => join(CORPUS, corpora[name]!.repository.replace("/", "+"), corpora[name]!.root);

/** Finds files by extension, without using jig. */
function filesOf(name: string, endings: string[]): { path: string; text: string }[] {
  const root = folderOf(name);
  const all = readdirSync(root, { recursive: true, withFileTypes: true });
  return all
    .filter((each) => each.isFile() && endings.some((ending) => each.name.endsWith(ending)))
    .map((each) => join(each.parentPath, each.name).slice(root.length + 1))
    .filter((path) => !path.split("/").some((part) => part.startsWith(".")))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function linesWith(files: { path: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

/** Tasks with answers by the compiler. */
function compiled(
  name: string,
  gold: string,
  [uses, declared, derived, callers]: [number, number, number, number],
): Task[] {
  const read = readGold(join(GOLD, gold));
  const tasks = new GoldTasks(name, read);
  const below = name === "Newtonsoft.Json" ? "Src/Newtonsoft.Json/" : "";
  const moved = (task: Task): Task => ({
    ...task,
    required: without(task.required, below),
    ...(task.allowed ? { allowed: without(task.allowed, below) } : {}),
  });
  const source = filesOf(name, [".cs"]);
  // Types in excluded code: the compiler doesn't know their bases.
  const headers = linesWith(source, /\b(?:class|struct|interface)\s+\w+/).filter((hit) => {
    const at = hit.lastIndexOf(":");
    return !tasks.isJudged(below + hit.slice(0, at), Number(hit.slice(at + 1)));
  });
  const lineOf = (hit: string) =>
    source.find(({ path }) => hit.startsWith(`${path}:`))!.text.split("\n")[
      Number(hit.slice(hit.lastIndexOf(":") + 1)) - 1
    ]!;
  const unseen = [
    ...new Set(headers.flatMap((hit) => /\b(?:class|struct|interface)\s+(\w+)/.exec(lineOf(hit))?.[1] ?? [])),
  ].sort();
  return [
    ...tasks.uses(uses, SEED),
    ...tasks.declared(declared, SEED),
    ...tasks.derived(derived, SEED),
    ...tasks.callers(callers, SEED),
  ].map((task) => {
    if (task.kind === "derived") return { ...task, allowed: unseen };
    if (task.kind === "declared") return moved(task);
    const hits = linesWith(source, new RegExp(`\\b${task.about.name}\\b`)).map((hit) => below + hit);
    return moved(allowUnjudged(task, tasks, hits));
  });
}

function without(places: NonNullable<Task["allowed"]>, below: string): NonNullable<Task["allowed"]> {
  if (Array.isArray(places)) return places;
  return Object.fromEntries(
    Object.entries(places).map(([path, lines]) => [path.startsWith(below) ? path.slice(below.length) : path, lines]),
  );
}

/** Scenes, prefabs and assets that contain a script's guid. */
function assets(count: number): Task[] {
  const name = "Boss Room";
  const saved = filesOf(name, [".unity", ".prefab", ".asset"]).filter(({ path }) => path.startsWith("Assets/"));
  const scripts = shuffled(
    filesOf(name, [".cs.meta"]).filter(({ path }) => path.startsWith("Assets/Scripts/")),
    SEED,
  );
  const tasks: Task[] = [];
  for (const { path, text } of scripts) {
    const guid = /^guid: (\w+)/m.exec(text)![1]!;
    const users = saved.filter((file) => file.text.includes(guid)).map((file) => file.path);
    if (users.length < 2 || users.length > 30) continue;
    const script = path.replace(/\.meta$/, "");
    tasks.push({
      kind: "assets",
      corpus: name,
      asks: `Scenes, prefabs and assets that use ${script.split("/").at(-1)}`,
      judge: "text: the guid",
      about: { path: script },
      required: users,
    });
    if (tasks.length === count) break;
  }
  return tasks;
}

function angelscript(subclasses: number, uses: number, declared: number): Task[] {
  const name = "angelscript-sample";
  const files = filesOf(name, [".as"]);
  const base = new Map<string, string>();
  const places = new Map<string, string[]>();
  for (const { path, text } of files) {
    text.split("\n").forEach((line, at) => {
      const [, type, parent] =
        /^\s*(?:UCLASS\([^)]*\)\s*)?(?:abstract\s+)?class\s+(\w+)\s*(?::\s*(\w+))?/.exec(line) ?? [];
      if (!type) return;
      places.set(type, [...(places.get(type) ?? []), `${path}:${at + 1}`]);
      if (parent) base.set(type, parent);
    });
  }
  const children = Map.groupBy(base.keys(), (type) => base.get(type)!);
  const below = (of: string): string[] => (children.get(of) ?? []).flatMap((type) => [type, ...below(type)]);
  const types = shuffled(
    [...base.keys()].filter((type) => places.get(type)!.length === 1),
    SEED,
  );
  const parents = types.filter(
    (type) => below(type).length >= 3 && below(type).length <= 30 && below(type).some((each) => below(each).length > 0),
  );
  const tasks: Task[] = parents.slice(0, subclasses).map((type) => ({
    kind: "subclasses",
    corpus: name,
    asks: `Every subclass of ${type}, at any depth`,
    judge: "text: class headers",
    about: { name: type },
    required: below(type).sort(),
  }));
  for (const type of types) {
    if (tasks.length === subclasses + uses) break;
    const word = new RegExp(`\\b${type}\\b`);
    const lines = files.flatMap(({ path, text }) =>
      text.includes(type)
        ? text.split("\n").flatMap((line, at) => (word.test(line) ? [{ place: `${path}:${at + 1}`, line }] : []))
        : [],
    );
    // Words in comments, strings or after a dot aren't uses of the class.
    if (
      lines.length < 3 ||
      lines.length > 40 ||
      lines.some(({ line }) => /\/\/|\/\*|^\s*\*|["']/.test(line) || line.includes(`.${type}`))
    )
      continue;
    const [path, line] = places.get(type)![0]!.split(":");
    tasks.push({
      kind: "uses",
      corpus: name,
      asks: `Every use of the class ${type}`,
      judge: "text: the word, found in code only",
      about: { name: type, path: path!, line: Number(line) },
      required: placesOf(lines.map(({ place }) => place)),
    });
  }
  const others = types.filter((type) => !tasks.some(({ about }) => about.name === type)).slice(0, declared);
  return [
    ...tasks,
    ...others.map(
      (type): Task => ({
        kind: "declared",
        corpus: name,
        asks: `Where the class ${type} is declared`,
        judge: "text: class headers",
        about: { name: type, kind: "class" },
        required: placesOf(places.get(type)!),
      }),
    ),
  ];
}

function plain(): Task[] {
  const rust = filesOf("ripgrep", [".rs"]);
  const go = filesOf("GitHub CLI", [".go"]);
  const longest = rust.toSorted((a, b) => b.text.length - a.text.length)[0]!;
  const words = shuffled(
    [...new Set(go.flatMap(({ text }) => text.match(/\b[a-z]+(?:[A-Z][a-z]+){2,}\b/g) ?? []))].sort(),
    SEED,
  )
    .slice(0, 60)
    .map((word) => ({ word, lines: linesWith(go, new RegExp(`\\b${word}\\b`)) }))
    .filter(({ lines }) => lines.length >= 4 && lines.length <= 40);
  const snakes = shuffled(
    [...new Set(rust.flatMap(({ text }) => text.match(/\b[a-z]+_[a-z]+_[a-z]+\b/g) ?? []))].sort(),
    SEED,
  )
    .slice(0, 60)
    .map((word) => ({ word, lines: linesWith(rust, new RegExp(`\\b${word}\\b`)) }))
    .filter(({ lines }) => lines.length >= 4 && lines.length <= 40);
  const text = (corpus: string, word: string, lines: string[]): Task => ({
    kind: "text",
    corpus,
    asks: `Lines with the word ${word}`,
    judge: "text",
    about: { word, glob: corpus === "ripgrep" ? "*.rs" : "*.go" },
    required: placesOf(lines),
  });
  return [
    ...words.slice(0, 2).map(({ word, lines }) => text("GitHub CLI", word, lines)),
    ...snakes.slice(0, 1).map(({ word, lines }) => text("ripgrep", word, lines)),
    {
      kind: "files",
      corpus: "GitHub CLI",
      asks: "Files called *_test.go below pkg/cmd/pr",
      judge: "text: a walk",
      about: { glob: "*_test.go", below: "pkg/cmd/pr" },
      required: go
        .map(({ path }) => path)
        .filter((path) => path.startsWith("pkg/cmd/pr/") && path.endsWith("_test.go")),
    },
    {
      kind: "lines",
      corpus: "ripgrep",
      asks: `Lines 1000 to 1040 of ${longest.path}`,
      judge: "text",
      about: { path: longest.path, first: 1000, last: 1040 },
      required: longest.text.split("\n").slice(999, 1040),
    },
    {
      kind: "tokens",
      corpus: "ripgrep",
      asks: `How many tokens ${longest.path} takes`,
      judge: "o200k tokenizer",
      about: { path: longest.path },
      required: [String(countTokens(longest.text))],
    },
  ];
}

const tasks = [
  ...compiled("Mirror", "mirror.json.gz", [6, 1, 3, 4]),
  ...compiled("UniTask", "unitask.json.gz", [4, 0, 2, 2]),
  ...compiled("Newtonsoft.Json", "newtonsoft.json.gz", [4, 1, 3, 2]),
  ...assets(4),
  ...angelscript(3, 3, 2),
  ...plain(),
];
writeFileSync(TASKS, `${JSON.stringify({ corpora, tasks })}\n`);
spawnSync("bunx", ["biome", "format", "--write", TASKS.pathname]);
console.log(`${tasks.length} tasks`);
for (const { kind, corpus, asks, required, allowed } of tasks)
  console.log(kind, corpus, asks, Object.keys(required).length, Object.keys(allowed ?? {}).length);
