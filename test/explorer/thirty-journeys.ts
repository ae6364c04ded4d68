/** Thirty journeys in three public projects: C# with Unity, AngelScript, and neither. */
import type { Journey } from "./journeys.ts";

export interface Project {
  /** Folder name in the corpus. */
  name: string;
  args: readonly string[];
  journeys: readonly Journey[];
}

const unity: Journey[] = [
  {
    title: "a file by a part of its name, to its source",
    ask: "NetworkHealth",
    shows: /files +NetworkHealthState\.cs/,
    hops: [{ keys: ["enter"], shows: /NetworkHealthState\.cs[\s\S]*class NetworkHealthState/ }],
  },
  {
    title: "a C# class, who uses it, the source of a use, and back to the uses",
    ask: "@NetworkHealthState",
    shows: /class NetworkHealthState/,
    hops: [
      { keys: ["alt+r"], shows: /Find references[\s\S]*NetworkHealthState/ },
      { keys: ["down", "down", "down"], shows: /3\/\d+/ },
      { keys: ["enter"], shows: /▶ +\d+ │.*NetworkHealthState/ },
      { keys: ["b"], shows: /Find references[\s\S]*NetworkHealthState/ },
    ],
  },
  {
    title: "a C# method, and who calls it",
    ask: "@ReceiveHitPoints",
    shows: /ReceiveHitPoints/,
    hops: [{ keys: ["alt+i"], shows: /Find callers[\s\S]*\.cs/ }],
  },
  {
    title: "a C# class, what derives from it, the source of that",
    ask: "@GameStateBehaviour",
    shows: /class GameStateBehaviour/,
    hops: [
      { keys: ["alt+u"], shows: /Type hierarchy[\s\S]*ServerBossRoomState/ },
      { keys: ["enter"], shows: /▶ +\d+ │.*GameStateBehaviour/ },
    ],
  },
  {
    title: "what derives from a C# class, drawn as a graph",
    ask: "@GameStateBehaviour",
    shows: /class GameStateBehaviour/,
    hops: [
      { keys: ["alt+u"], shows: /Type hierarchy[\s\S]*ServerBossRoomState/ },
      { keys: ["w"], shows: /[╭┌─│⠉⠤]+[\s\S]*GameStateBehaviour/ },
    ],
  },
  {
    title: "what overrides a C# method",
    ask: "@OnStart",
    shows: /OnStart/,
    hops: [{ keys: ["alt+O"], shows: /Type hierarchy[\s\S]*OnStart/ }],
  },
  {
    title: "the members of a C# class, and the source of one",
    ask: "@ServerCharacter",
    shows: /class ServerCharacter/,
    hops: [
      { keys: ["alt+m"], shows: /Outline of a C# script[\s\S]*ServerCharacter/ },
      { keys: ["down", "down", "enter"], shows: /▶ +\d+ │/ },
    ],
  },
  {
    title: "the assets that use a script",
    ask: "@ServerCharacter",
    shows: /class ServerCharacter/,
    hops: [{ keys: ["alt+a"], shows: /prefab +Assets[\s\S]*PlayerAvatar\.prefab/ }],
  },
  {
    title: "from a name in a C# source to its definition and back",
    ask: "#m_NetworkHealthState.HitPoints",
    shows: /text +.*m_NetworkHealthState/,
    hops: [
      { keys: ["enter"], shows: /▶ +\d+ │.*m_NetworkHealthState/ },
      { keys: ["d"], shows: /m_NetworkHealthState;|Find a symbol or definition/ },
      { keys: ["b"], shows: /▶ +\d+ │.*m_NetworkHealthState/ },
    ],
  },
  {
    title: "the assemblies of the project as a graph",
    ask: ">check the project",
    shows: /tool +Check the project/,
    hops: [
      { keys: ["enter", "right", "right"], shows: /assemblies/ },
      { keys: ["ctrl+r"], shows: /Unity\.BossRoom\.\w+/ },
      { keys: ["w"], shows: /Unity\.BossRoom[\s\S]*[╭┌─│⠉⠤]/ },
    ],
  },
  {
    title: "marks over two answers, copied as context for a model",
    ask: "#TODO",
    shows: /text +.*TODO/,
    hops: [
      { keys: ["alt+.", "down", "alt+."], shows: /TODO/ },
      { keys: ["alt+M"], shows: /With the 2 marked/ },
      { keys: ["c"], shows: /Copied [\d,]+ characters/ },
      { keys: ["alt+M", "x"], shows: /What are you looking/ },
    ],
  },
];

const angelscript: Journey[] = [
  {
    title: "an AngelScript class, and what it derives from",
    ask: "@AExampleActorType",
    shows: /AExampleActorType/,
    hops: [{ keys: ["alt+h"], shows: /hierarchy[\s\S]*AActor/i }],
  },
  {
    title: "an AngelScript method, where it is used, the source of a use",
    ask: "@NewOverridableMethod",
    shows: /NewOverridableMethod/,
    hops: [
      { keys: ["alt+r"], shows: /AngelScript references[\s\S]*NewOverridableMethod/ },
      { keys: ["down", "enter"], shows: /▶ +\d+ │.*NewOverridableMethod/ },
    ],
  },
  {
    title: "from a use in AngelScript straight to the declaration and back",
    ask: "#ScriptOnlyMethod();",
    shows: /text +.*ScriptOnlyMethod/,
    hops: [
      { keys: ["enter"], shows: /▶ +\d+ │.*ScriptOnlyMethod\(\);/ },
      { keys: ["d"], shows: /▶ +\d+ │.*void ScriptOnlyMethod/ },
      { keys: ["b"], shows: /▶ +\d+ │.*ScriptOnlyMethod\(\);/ },
    ],
  },
  {
    title: "the members of an AngelScript class",
    ask: "@AExampleActorType",
    shows: /AExampleActorType/,
    hops: [{ keys: ["alt+m"], shows: /members[\s\S]*ExampleValue/i }],
  },
  {
    title: "a script by its name, text in it, the next match",
    ask: "Example_Array",
    shows: /files +Example_Array/,
    hops: [
      { keys: ["enter"], shows: /▶ +1 │[\s\S]*LocalIntArray/ },
      { keys: ["/", "Add(", "enter"], shows: / 11\/\d+/ },
      { keys: ["n"], shows: / 12\/\d+/ },
    ],
  },
  {
    title: "the diagnostics of all scripts from the form",
    ask: ">diagnostics",
    shows: /tool +.*[Dd]iagnos/,
    hops: [{ keys: ["enter", "ctrl+r"], shows: /\d rows?|Nothing found|scripts/ }],
  },
  {
    title: "a class, its members, home, forward to the members again",
    ask: "@AExampleActorType",
    shows: /AExampleActorType/,
    hops: [
      { keys: ["alt+m"], shows: /members[\s\S]*ExampleValue/i },
      { keys: ["b"], shows: /What are you looking/ },
      { keys: ["alt+right"], shows: /members[\s\S]*ExampleValue/i },
    ],
  },
];

const plain: Journey[] = [
  {
    title: "a Rust function, from a use to its declaration and back",
    ask: "#search_parallel(",
    shows: /text +.*search_parallel/,
    hops: [
      { keys: ["enter"], shows: /▶ +\d+ │.*search_parallel/ },
      { keys: ["d"], shows: /fn search_parallel/ },
      { keys: ["b"], shows: /What are you looking|▶ +\d+ │.*search_parallel/ },
    ],
  },
  {
    title: "who uses a Rust function",
    ask: "#fn search_parallel",
    shows: /text +.*fn search_parallel/,
    hops: [{ keys: ["alt+r"], shows: /references[\s\S]*search_parallel/ }],
  },
  {
    title: "a file by its name, and home again",
    ask: "haystack.rs",
    shows: /files +haystack\.rs/,
    hops: [
      { keys: ["enter"], shows: /haystack\.rs/ },
      { keys: ["ctrl+f"], shows: /What are you looking/ },
    ],
  },
  {
    title: "all files, sorted by size, to the last one and back to the first",
    ask: ">list and find",
    shows: /tool +List and find files/,
    hops: [
      { keys: ["enter", "ctrl+r"], shows: /2\d\d rows|1\/2\d\d/ },
      { keys: ["t", "t"], shows: /[▲▼]/ },
      { keys: ["G"], shows: /(\d+)\/\1 / },
      { keys: ["g"], shows: / 1\/\d+ / },
    ],
  },
  {
    title: "a search from the form, text found in its answer",
    ask: ">search text",
    shows: /tool +Search text in files/,
    hops: [
      { keys: ["enter", "unsafe", "enter"], shows: /\d rows? ·/ },
      { keys: ["/", "from_utf8", "enter"], shows: /from_utf8/ },
      { keys: ["escape"], shows: /Search text in files/ },
    ],
  },
  {
    title: "an answer copied as a command",
    ask: ">search text",
    shows: /tool +Search text in files/,
    hops: [
      { keys: ["enter", "ctrl+l", "walker"], shows: /\d rows? ·/ },
      { keys: ["enter", "c", "c"], shows: /Copied \d+ characters/ },
    ],
  },
  {
    title: "what a model would receive, and what it costs",
    ask: ">search text",
    shows: /tool +Search text in files/,
    hops: [
      { keys: ["enter", "enter", "]"], shows: /[\d,]+ tokens/ },
      { keys: ["["], shows: /\[Result\]/ },
    ],
  },
  {
    title: "a faulty pattern, reported at its field and corrected",
    ask: ">search text",
    shows: /tool +Search text in files/,
    hops: [
      { keys: ["enter", "ctrl+l", "walk("], shows: /unclosed|PATTERN|pattern/i },
      { keys: ["backspace", "er"], shows: /\d rows? ·/ },
    ],
  },
  {
    title: "an example of a tool",
    ask: ">search text",
    shows: /tool +Search text in files/,
    hops: [
      { keys: ["enter", "ctrl+o"], shows: /Examples of Search text/ },
      { keys: ["enter", "ctrl+r"], shows: /\d rows? ·|\d matches/ },
    ],
  },
  {
    title: "the size of three files as a treemap: marks are handed to a tool",
    ask: "/crates/core",
    shows: /files +/,
    hops: [
      { keys: ["alt+.", "down", "alt+."], shows: /Found/ },
      { keys: ["alt+M", "f"], shows: /Hand 2 files to[\s\S]*Count lines of code/ },
      { keys: ["enter", "ctrl+r"], shows: /2 rows[\s\S]*code_lines|lines of code/ },
      { keys: ["w"], shows: /lines of code|█/ },
    ],
  },
  {
    title: "a tool of a plugin, its link and back",
    ask: ">plum hunt",
    shows: /tool +Plum hunt/,
    hops: [{ keys: ["enter"], shows: /╭─ Plum hunt/ }],
  },
  {
    title: "an earlier question",
    ask: "",
    shows: /Where you are/,
    hops: [{ keys: ["ctrl+y"], shows: /History[\s\S]*Search text in files/ }],
  },
];

export const PROJECTS: Project[] = [
  { name: "Unity-Technologies+com.unity.multiplayer.samples.coop", args: [], journeys: unity },
  { name: "TDGameStudio+AngelscriptProject", args: [], journeys: angelscript },
  { name: "BurntSushi+ripgrep", args: ["--plugins", `${import.meta.dirname}/fixtures/plugins`], journeys: plain },
];

/** Journeys as a table: query and keys. */
export function tableOf(projects: readonly Project[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const lines = projects.flatMap(({ name, journeys }) => [
    `## ${name.replace("+", "/")}`,
    "",
    "| journey | asked | keys | hop by hop |",
    "| --- | --- | --- | --- |",
    ...journeys.map(({ title, ask, hops }) => {
      const keys = hops.map(({ keys }) => keys.map((key) => `\`${key}\``).join(" ")).join(" · ");
      const count = hops.reduce((sum, hop) => sum + hop.keys.length, 0);
      return `| ${title} | ${ask === "" ? "" : `\`${cell(ask)}\``} | ${count} | ${cell(keys)} |`;
    }),
    "",
  ]);
  return `${HEAD}\n${lines.join("\n")}`;
}

const HEAD = `# Thirty journeys

Each journey leads from a query on the home screen to an answer, with at most three keys per hop and without typing a path, a line number or a cursor. A typed
word counts as one key. \`test/explorer/journeys.test.ts\` performs them on a terminal of 120×40 and checks this page; the
projects are public.
`;
