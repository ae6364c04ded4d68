/** Common steps of explorer tests. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExplorerTerminal, type TerminalOptions } from "./terminal.ts";

/** Opens a terminal and closes it after `work`. */
export async function withTerminal(
  options: TerminalOptions,
  work: (terminal: ExplorerTerminal) => Promise<void>,
): Promise<void> {
  const terminal = new ExplorerTerminal(options);
  try {
    await work(terminal);
  } finally {
    await terminal.close();
  }
}

/** From the home screen to the panes. */
export async function openPanes(terminal: ExplorerTerminal): Promise<void> {
  const screen = await terminal.shows(/╭─ What are|Tools/);
  if (!screen.includes("╭─ What are")) return;
  await terminal.press("tab");
  await terminal.until((next) => next.includes("Tools") && !next.includes("╭─ What are"));
}

/** Selects a tool with the filter. The form has focus afterwards. */
export async function openTool(terminal: ExplorerTerminal, title: string): Promise<void> {
  await openPanes(terminal);
  await terminal.press("/", title, "enter");
  // Titles are cut in narrow panes.
  const shown = `╭─ ${title} `.slice(0, 18);
  await terminal.until((screen) => screen.includes(shown) && / run {2}/.test(screen), 40_000, title);
}

/** Temporary settings folder. */
export class ExplorerHome {
  readonly folder = mkdtempSync(join(tmpdir(), "jig-explorer-home-"));

  settings(value: unknown): void {
    mkdirSync(join(this.folder, "jig"), { recursive: true });
    writeFileSync(join(this.folder, "jig", "explorer.json"), JSON.stringify(value));
  }
}
