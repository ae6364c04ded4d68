/** Generates docs/views/*.svg, docs/views.md and docs/explorer-tour.svg from real runs: `bun build/views-page.ts` */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drive } from "./drive-explorer.ts";
import { type Frame, paintCells, paintRecording, paintTerminal } from "./terminal-picture.ts";

const TOP = join(import.meta.dirname, "..");
const GAME = join(TOP, "test", "fixtures", "game");
const BY = "build/views-page.ts";
const SIZE = { columns: 84, rows: 22 };
const [RUN, DOWN, RIGHT, FIND] = ["\u0012", "\u001b[B", "\u001b[C", "\u0010"];
const DONE = /\d rows? · [\d.]+ m?s/;

const ORCHARD = `// An orchard full of plums.
namespace Garden
{
    public sealed class Orchard
    {
        const string Fruit = "plum";

        public int Count(int plums, int pears)
        {
            return plums + pears; // every plum counts
        }
    }
}
`;

interface Shot {
  name: string;
  /** Tool title. */
  tool: string;
  /** Text to type into the form. */
  typed?: string;
  /** Keys to press afterwards. */
  keys?: string[];
  shows?: RegExp;
  says: string;
}

/** The views are from a demo plugin in test/explorer/fixtures. */
const SHOTS: Shot[] = [
  {
    name: "matches",
    tool: "Plum hunt",
    typed: "plum",
    says: "`matches`: matching lines by file, with the source below.",
  },
  { name: "table", tool: "Plum ledger", says: "`table`: `t` sorts, `<` and `>` change widths." },
  { name: "tree", tool: "Plum branch", says: "`tree`: `←` and `→` fold." },
  { name: "source", tool: "Plum scroll", says: "`source`: numbered and colored." },
  { name: "log", tool: "Plum diary", says: "`log`: one entry per line, its level as a sign and a color." },
  { name: "json", tool: "Plum jar", typed: "Jam", says: "`json`: foldable." },
  { name: "text", tool: "Plum words", says: "`text`: wrapped." },
  {
    name: "treemap",
    tool: "Plum crop",
    keys: [RIGHT],
    shows: /south\/elm/,
    says: "`chart` as a treemap: each tile as large as its share, in groups; the last line describes it in words. `w` draws bars, or the table.",
  },
  { name: "bars", tool: "Plum crop", keys: ["w"], shows: /120 █/, says: "`chart` as bars: the largest first." },
  {
    name: "graph",
    tool: "Plum roots",
    keys: ["z", RIGHT, DOWN],
    shows: /ash {2}2 in, 1 out/,
    says: "`graph`: nodes in layers, edges of the selected node highlighted, those of a cycle in red. The arrow keys move along edges.",
  },
  {
    name: "picture",
    tool: "Plum photo",
    keys: ["z"],
    shows: /48 × 32/,
    says: "A picture that comes with an answer, here in half blocks; in pixels if the terminal supports them.",
  },
];

async function shoot({ name, tool, typed = "", keys = [], shows }: Shot, folder: string): Promise<void> {
  const args = ["--plugins", join(TOP, "test", "explorer", "fixtures", "plugins")];
  const explorer = await drive({ folder, ...SIZE, args });
  await explorer.press(FIND);
  await explorer.press(tool);
  await explorer.press("\r", new RegExp(`╭─ ${tool}`));
  if (typed !== "") await explorer.press(typed);
  await explorer.press(RUN, DONE);
  for (const key of keys) await explorer.press(key);
  await explorer.press("", shows ?? DONE);
  await explorer.close();
  writeFileSync(join(TOP, "docs", "views", `${name}.svg`), paintTerminal(explorer.emulator, `The view ${name}`, BY));
}

/** Demo with the test game: search, hierarchy, graph, members. */
async function tour(): Promise<void> {
  const explorer = await drive({ folder: GAME, columns: 100, rows: 28 });
  const frames: Frame[] = [];
  let seconds = 0;
  const keep = (stays: number) => {
    frames.push({ cells: paintCells(explorer.emulator), seconds });
    seconds += stays;
  };
  const step = async (keys: string, shows: RegExp | undefined, stays: number) => {
    await explorer.press(keys, shows);
    keep(stays);
  };
  keep(1.2);
  await step(FIND, undefined, 0.6);
  await step("search text", undefined, 0.8);
  await step("\r", /╭─ Search text/, 0.6);
  await step("Dam", DONE, 0.7);
  await step("age", DONE, 1.2);
  await step("\r", DONE, 0.6);
  for (let at = 0; at < 3; at++) await step(DOWN, undefined, 0.6);
  await step("\r", /▶/, 2);
  await step("\u001b", DONE, 0.5);
  await step(FIND, undefined, 0.5);
  await step("type hierarchy", undefined, 0.8);
  await step("\r", /╭─ Type hier/, 0.5);
  await step("MonoBehaviour", undefined, 0.6);
  await step(RUN, /in, \d+ out/, 1.2);
  await step("z", /in, \d+ out/, 2);
  await step(RIGHT, undefined, 1);
  await step(DOWN, undefined, 1);
  await step("m", DONE, 2);
  await step("b", /in, \d+ out/, 1);
  await step("w", DONE, 2);
  await explorer.close();
  const label = "A walk through a project: search, source, type hierarchy, members";
  writeFileSync(join(TOP, "docs", "explorer-tour.svg"), paintRecording(frames, explorer.emulator, label, BY, 3));
}

function page(): string {
  const shots = SHOTS.map(
    ({ name, says }) => `## ${name[0]!.toUpperCase()}${name.slice(1)}\n\n${says}\n\n![${name}](views/${name}.svg)\n`,
  );
  return [
    "# Views",
    "",
    "This page shows how the explorer renders answers. A tool's manifest names its `view` and declares its rows ([plugins](plugins.md#charts-and-graphs)). The pictures are real runs of a",
    "third-party plugin, rendered by `bun build/views-page.ts`. All views work at 40×12, without colors (`NO_COLOR`), and with the arrow keys;",
    "`⏎`, `d`, `m` and the other jump keys follow the row under the cursor.",
    "",
    ...shots,
  ].join("\n");
}

if (import.meta.main) {
  mkdirSync(join(TOP, "docs", "views"), { recursive: true });
  const folder = join(mkdtempSync(join(tmpdir(), "jig-views-")), "orchard");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", "orchard.cs"), ORCHARD);
  writeFileSync(join(folder, "src", "pears.cs"), "class Pears\n{\n    int pear = 1;\n    int plumOrPear = 2;\n}\n");
  for (const shot of SHOTS) await shoot(shot, folder);
  await tour();
  writeFileSync(join(TOP, "docs", "views.md"), page());
  console.log("docs/views.md, docs/views/*.svg, docs/explorer-tour.svg");
}
