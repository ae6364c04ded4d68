/** Defines the terminal's styles, with ripgrep's colors and paths that can be clicked. Without a terminal it is plain text. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location } from "../host/frontend-api.ts";
import { option } from "./flags.ts";
import type { Io } from "./io.ts";
import { plain } from "./text-layout.ts";

export const COLORS = ["auto", "always", "never"] as const;

/** Link targets. Some editors have URLs that include the line. */
const EDITORS: Readonly<Record<string, string>> = {
  vscode: "vscode://file",
  "vscode-insiders": "vscode-insiders://file",
  vscodium: "vscodium://file",
  cursor: "cursor://file",
  zed: "zed://file",
};
export const HYPERLINKS = ["auto", "file", ...Object.keys(EDITORS), "never"] as const;

export const COLOR = option("color", COLORS.join("|"), "Colors; auto: on a terminal.", { choices: [...COLORS] });
export const HYPERLINK = option("hyperlink", HYPERLINKS.join("|"), "Target of path links on a terminal.", {
  choices: [...HYPERLINKS],
});

export type Tint = "path" | "line" | "match" | "title" | "muted" | "error" | "warning" | "added" | "removed";

export interface Style {
  /** True if a person reads the output, so that it is aligned and grouped. */
  terminal: boolean;
  /** The width of a line in columns. */
  width: number;
  /** Colors the text and removes control sequences from it. */
  paint(text: string, tint?: Tint): string;
  /** Like `paint`, but links to a location. */
  link(text: string, place: Location | undefined, tint?: Tint): string;
}

export interface StyleOptions {
  color?: string | undefined;
  hyperlink?: string | undefined;
  /** The roots to which relative paths refer. */
  roots?: readonly string[];
}

/** Used for pipes, files, and dumb terminals. */
export const PLAIN_STYLE: Style = { terminal: false, width: 100, paint: plain, link: plain };

export function isDumb({ env }: Io): boolean {
  return env.TERM === "dumb";
}

/** The order of precedence is the flag, NO_COLOR, CLICOLOR_FORCE, and then whether it is a terminal. */
function hasColor({ env }: Io, terminal: boolean, requested = "auto"): boolean {
  if (requested !== "auto") return requested === "always";
  if (env.NO_COLOR) return false;
  if ((env.CLICOLOR_FORCE ?? "0") !== "0" || (env.FORCE_COLOR ?? "0") !== "0") return true;
  return terminal && env.TERM !== "dumb";
}

export async function createStyle(io: Io, { color, hyperlink = "auto", roots = [] }: StyleOptions): Promise<Style> {
  const terminal = io.stdout.isTTY === true;
  const width = Math.max(40, io.stdout.columns || 100);
  const tints = hasColor(io, terminal, color) ? await loadTints() : undefined;
  const address = addresses(io, hyperlink, roots);
  const paint = (text: string, tint?: Tint) => (tints && tint ? tints[tint](plain(text)) : plain(text));
  return {
    terminal,
    width,
    paint,
    link(text, place, tint) {
      const url = place && address?.(place);
      return url ? `\x1b]8;;${url}\x1b\\${paint(text, tint)}\x1b]8;;\x1b\\` : paint(text, tint);
    },
  };
}

/** This is loaded on demand, because detecting colors takes a tenth of the startup time. */
async function loadTints(): Promise<Record<Tint, (text: string) => string>> {
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  return {
    path: chalk.magenta,
    line: chalk.green,
    match: chalk.red.bold,
    title: chalk.bold,
    muted: chalk.dim,
    error: chalk.red,
    warning: chalk.yellow,
    added: chalk.green,
    removed: chalk.red,
  };
}

/** Returns undefined if the terminal has no links or they are turned off. */
export function addresses(
  io: Io,
  hyperlink = "auto",
  roots: readonly string[] = [],
): ((place: Location) => string | undefined) | undefined {
  // The Linux console has no mouse, and dumb terminals print escapes literally.
  const able = io.stdout.isTTY === true && !isDumb(io) && io.env.TERM !== "linux";
  if (hyperlink === "never" || (hyperlink === "auto" && !able)) return undefined;
  const found = new Map<string, string | undefined>();
  const host = hostname();
  // Only kitty supports line numbers in links to files.
  const lines = io.env.TERM === "xterm-kitty";
  return (place) => {
    if (!found.has(place.absolute)) found.set(place.absolute, absolute(place.absolute, roots));
    const path = found.get(place.absolute);
    return path === undefined ? undefined : address(place, path, hyperlink, host, lines);
  };
}

/** Returns undefined for paths with the scheme of a plugin. */
function absolute(path: string, roots: readonly string[]): string | undefined {
  if (isAbsolute(path)) return path;
  return roots.map((root) => join(root, path)).find((each) => existsSync(each));
}

function address({ startLine, startColumn }: Location, path: string, links: string, host: string, lines: boolean) {
  const { pathname } = pathToFileURL(path);
  const editor = Object.hasOwn(EDITORS, links) ? EDITORS[links] : undefined;
  if (editor) return `${editor}${pathname}:${startLine}:${startColumn}`;
  return `file://${host}${pathname}${lines ? `#${startLine}` : ""}`;
}
