/** Runs dist/jig in a pty with a terminal emulator, for screenshots. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import xterm from "@xterm/headless";
import type { Terminal } from "./terminal-picture.ts";

const BINARY = join(import.meta.dirname, "..", "dist", "jig");

export interface Drive {
  emulator: Terminal;
  /** Sends keys and waits for the expected output. */
  press(keys: string, shows?: RegExp): Promise<void>;
  close(): Promise<void>;
}

export interface DriveOptions {
  folder: string;
  columns: number;
  rows: number;
  args?: string[];
}

export async function drive({ folder, columns, rows, args = [] }: DriveOptions): Promise<Drive> {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const home = mkdtempSync(join(tmpdir(), "jig-picture-"));
  // Set a theme, so colors don't depend on a terminal's palette.
  await Bun.write(join(home, "config", "jig", "explorer.json"), JSON.stringify({ theme: "dark" }));
  const child = Bun.spawn([BINARY, "tui", ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      TERM: "xterm-256color",
      COLORTERM: "truecolor",
      LANG: "C.UTF-8",
    },
    terminal: { cols: columns, rows, data: (_: unknown, bytes: Uint8Array) => emulator.write(bytes) },
  } as Parameters<typeof Bun.spawn>[1]);
  const { terminal: pty } = child;
  if (!pty) throw new Error("this version of Bun cannot open a terminal");
  const screen = () => {
    const { active } = emulator.buffer;
    const line = (row: number) => active.getLine(active.baseY + row)?.translateToString(true) ?? "";
    return Array.from({ length: rows }, (_, row) => line(row)).join("\n");
  };
  const shown = async (what: RegExp) => {
    const end = Date.now() + 30_000;
    while (!what.test(screen())) {
      if (Date.now() > end) throw new Error(`The explorer does not show ${what}:\n${screen()}`);
      await Bun.sleep(50);
    }
  };
  await shown(/What are you looking for/);
  // Home screen to panes.
  pty.write("\t");
  await shown(/Tools/);
  return {
    emulator,
    async press(keys, shows) {
      pty.write(keys);
      await Bun.sleep(400);
      if (shows) {
        await shown(shows);
        await Bun.sleep(500);
      }
    },
    async close() {
      child.kill("SIGKILL");
      await child.exited;
      pty.close();
    },
  };
}
