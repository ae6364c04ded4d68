/** Generates docs/explorer.svg from a real run: `bun build/explorer-picture.ts [folder]` */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { drive } from "./drive-explorer.ts";
import { paintTerminal } from "./terminal-picture.ts";

const TOP = join(import.meta.dirname, "..");

/** Opens the tool, types a query, filters by case, and opens a match. */
const DOWN = "\u001b[B";
const STEPS = [
  "\u0010",
  "search content",
  "\r",
  "Damage|Health",
  ...Array<string>(4).fill("\t"),
  " ",
  "\u0012",
  ...Array<string>(7).fill(DOWN),
];
/** Final screen. */
const READY = /\d rows? · [\d.]+ m?s[\s\S]*▶ /;

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(TOP, "test", "fixtures", "game"));
  const explorer = await drive({ folder, columns: 120, rows: 46 });
  for (const step of STEPS) await explorer.press(step);
  await explorer.press("", READY);
  await explorer.close();
  writeFileSync(
    join(TOP, "docs", "explorer.svg"),
    paintTerminal(explorer.emulator, "The explorer of jig: tools, form and result", "build/explorer-picture.ts"),
  );
  console.log("docs/explorer.svg");
}
