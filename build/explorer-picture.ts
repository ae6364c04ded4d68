/** Draws docs/explorer.svg from a real run: `bun build/explorer-picture.ts [folder]` drives dist/jig in a pty and paints the terminal's cells. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import xterm from "@xterm/headless";
import { paintTerminal, type Terminal } from "./terminal-picture.ts";

const COLUMNS = 120;
const ROWS = 34;
const TOP = join(import.meta.dirname, "..");
const BINARY = join(TOP, "dist", "jig");

/** What a person does on the picture: finds the tool, searches as one types, asks for one kind of case, walks to a match. */
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
/** The screen that the steps lead to. */
const READY = /\d rows? · [\d.]+ m?s[\s\S]*▶ /;

async function run(folder: string): Promise<Terminal> {
  const emulator = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const home = mkdtempSync(join(tmpdir(), "jig-picture-"));
  // Colours of its own, so that the picture does not depend on a terminal's sixteen.
  const settings = join(home, "config", "jig");
  await Bun.write(join(settings, "explorer.json"), JSON.stringify({ theme: "dark" }));
  const child = Bun.spawn([BINARY, "tui"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      TERM: "xterm-256color",
      COLORTERM: "truecolor",
      LANG: "C.UTF-8",
    },
    terminal: { cols: COLUMNS, rows: ROWS, data: (_: unknown, bytes: Uint8Array) => emulator.write(bytes) },
  } as Parameters<typeof Bun.spawn>[1]);
  const pty = (child as unknown as { terminal: { write(text: string): void; close(): void } }).terminal;
  await shown(emulator, /What are you looking for/);
  // From the home screen to the panes.
  pty.write("\t");
  await shown(emulator, /Tools/);
  for (const step of STEPS) {
    pty.write(step);
    await Bun.sleep(400);
  }
  await shown(emulator, READY);
  await Bun.sleep(800);
  child.kill("SIGKILL");
  await child.exited;
  pty.close();
  return emulator;
}

async function shown(emulator: Terminal, what: RegExp): Promise<void> {
  const end = Date.now() + 20_000;
  const screen = () => lines(emulator).join("\n");
  while (!what.test(screen())) {
    if (Date.now() > end) throw new Error(`The explorer does not show ${what}:\n${screen()}`);
    await Bun.sleep(50);
  }
}

function lines(emulator: Terminal): string[] {
  const { active } = emulator.buffer;
  return Array.from({ length: ROWS }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "");
}

if (import.meta.main) {
  const emulator = await run(resolve(process.argv[2] ?? join(TOP, "test", "fixtures", "game")));
  writeFileSync(
    join(TOP, "docs", "explorer.svg"),
    paintTerminal(emulator, "The explorer of jig: tools, form and result", "build/explorer-picture.ts"),
  );
  console.log("docs/explorer.svg");
}
