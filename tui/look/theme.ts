/**
 * Defines the themes, which have a style for each tone. The default theme only uses the sixteen colors of the terminal, since
 * these work on both light and dark backgrounds.
 */
import type { Tone } from "../text/line.ts";

/** A style. Colors are names (of the sixteen) or `#rrggbb`. Under NO_COLOR, there are no colors. */
export interface Style {
  color?: string;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
}

export interface Theme {
  tones: Record<Tone, Style>;
  /** The style of the frame with and without focus. */
  frame: { focused: Style; resting: Style };
  /** The style of the cursor line with and without focus. If it is not set, inverse and underline are used. */
  cursor?: { strong: string; faint: string };
}

export const THEME_NAMES = ["terminal", "dark", "light", "plain"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

const terminal: Theme = {
  tones: {
    plain: {},
    muted: { dim: true },
    title: { bold: true },
    accent: { color: "cyan", bold: true },
    key: { color: "cyan" },
    mark: { color: "magenta", underline: true },
    error: { color: "red" },
    warning: { color: "yellow" },
    success: { color: "green" },
    keyword: { color: "blue", bold: true },
    string: { color: "green" },
    number: { color: "magenta" },
    comment: { dim: true, italic: true },
    type: { color: "cyan" },
    function: {},
  },
  frame: { focused: { color: "cyan" }, resting: { dim: true } },
};

const dark: Theme = {
  tones: {
    plain: { color: "#d7dae0" },
    muted: { color: "#8b919c" },
    title: { color: "#f0f2f5", bold: true },
    accent: { color: "#6cc7f6", bold: true },
    key: { color: "#6cc7f6" },
    mark: { color: "#ffc66d", bold: true, underline: true },
    error: { color: "#ff7b72" },
    warning: { color: "#e5b567" },
    success: { color: "#7ee787" },
    keyword: { color: "#c792ea" },
    string: { color: "#a5d6a7" },
    number: { color: "#f78c6c" },
    comment: { color: "#7d8590", italic: true },
    type: { color: "#82d9d0" },
    function: { color: "#82aaff" },
  },
  frame: { focused: { color: "#6cc7f6" }, resting: { color: "#4a505a" } },
  cursor: { strong: "#2f3b4d", faint: "#22272f" },
};

const light: Theme = {
  tones: {
    plain: { color: "#24292f" },
    muted: { color: "#656d76" },
    title: { color: "#0d1117", bold: true },
    accent: { color: "#0550ae", bold: true },
    key: { color: "#0550ae" },
    mark: { color: "#953800", bold: true, underline: true },
    error: { color: "#b3261e" },
    warning: { color: "#7d4e00" },
    success: { color: "#116329" },
    keyword: { color: "#8250df" },
    string: { color: "#116329" },
    number: { color: "#953800" },
    comment: { color: "#6e7781", italic: true },
    type: { color: "#1b7c83" },
    function: { color: "#0550ae" },
  },
  frame: { focused: { color: "#0550ae" }, resting: { color: "#afb8c1" } },
  cursor: { strong: "#d0e3ff", faint: "#eceff2" },
};

const plain: Theme = {
  tones: {
    plain: {},
    muted: {},
    title: { bold: true },
    accent: { bold: true },
    key: { bold: true },
    mark: { bold: true, underline: true },
    error: { bold: true },
    warning: { bold: true },
    success: {},
    keyword: { bold: true },
    string: {},
    number: {},
    comment: { italic: true },
    type: {},
    function: {},
  },
  frame: { focused: { bold: true }, resting: {} },
};

/** Returns the theme. NO_COLOR (https://no-color.org) overrides all settings. */
export function themeOf(name: ThemeName, env: Readonly<Record<string, string | undefined>>): Theme {
  if (env.NO_COLOR) return plain;
  return { terminal, dark, light, plain }[name];
}
