/** Draws the screens that are lists, which are plugins, log, doctor and help. */

import type { DoctorLine, Permissions, PluginInfo } from "../../core/host/frontend-api.ts";
import type { KeyMap } from "../keymap/action.ts";
import { keyLabel } from "../keymap/key-names.ts";
import { ACTIONS, keysOf } from "../keymap/keymap.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { LAYERS, type LayerName } from "../state/key-layers.ts";
import type { LogLine } from "../terminal/log-feed.ts";
import { type Line, line, pad, span, type Tone, widthOf, wrap } from "../text/line.ts";

export function screenLines(state: ExplorerState, keys: KeyMap = {}): Line[] {
  const width = Math.max(10, state.columns - 4);
  switch (state.screen) {
    case "plugins":
      return state.catalog.plugins.flatMap((plugin) => pluginLines(plugin, width));
    case "log":
      if (state.log.length === 0) return [line(span("Nothing logged yet.", "muted"))];
      return [...state.log].reverse().flatMap((entry) => logLines(entry, width));
    case "doctor":
      if (!state.doctor) return [line(span("Asking every plugin…", "muted"))];
      if (state.doctor.length === 0) return [line(span("No plugin has anything to report.", "muted"))];
      return state.doctor.flatMap((each) => doctorLines(each, width));
    case "help":
      return helpLines(keys, width);
    case "home":
    case "explore":
      return [];
  }
}

const PLUGIN_SIGNS: Record<PluginInfo["state"], [string, Tone]> = {
  ready: ["●", "success"],
  inactive: ["○", "muted"],
  unavailable: ["✖", "error"],
  untrusted: ["▲", "warning"],
};

const SANDBOXES: Record<PluginInfo["sandbox"], string> = {
  host: "in process, limited by the host",
  kernel: "own process, confined by the kernel",
  deno: "own process, limited by Deno",
  none: "own process, NOT SANDBOXED",
};

function pluginLines(plugin: PluginInfo, width: number): Line[] {
  const [sign, tone] = PLUGIN_SIGNS[plugin.state];
  const detail = (label: string, text: string, tone: Tone = "plain") => labelled(label, text, width, tone);
  return [
    line(span(`${sign} `, tone), span(plugin.title, "title"), span(`  ${plugin.version}  ${plugin.state}`, tone)),
    ...wrap(plugin.description, width - 4).map((text) => line("    ", text)),
    ...(plugin.reason ? detail("why", plugin.reason, tone) : []),
    ...(plugin.fix ? detail("fix", plugin.fix, "accent") : []),
    ...detail("from", plugin.source, "muted"),
    ...detail("runs", SANDBOXES[plugin.sandbox], plugin.sandbox === "none" ? "warning" : "muted"),
    ...detail("may", permissionText(plugin.permissions), "muted"),
    ...detail("tools", plugin.tools.join(", ") || "none", "muted"),
    ...(plugin.leftOut ?? []).flatMap((each) => detail("left out", each, "warning")),
    line(),
  ];
}

function permissionText(permissions: Permissions): string {
  const parts = Object.entries(permissions).filter(([, values]) => values && values.length > 0);
  return parts.map(([what, values]) => `${what} ${values.join(", ")}`).join(" · ") || "nothing outside";
}

function labelled(label: string, text: string, width: number, tone: Tone): Line[] {
  const lead = 10;
  return wrap(text, Math.max(10, width - lead)).map((each, index) =>
    line(span(pad(index === 0 ? `    ${label}` : "", lead), "muted"), span(each, tone)),
  );
}

const LEVELS: Record<LogLine["level"], [string, Tone]> = {
  debug: ["·", "muted"],
  info: ["•", "plain"],
  warn: ["▲", "warning"],
  error: ["✖", "error"],
};

function logLines({ at, level, text, times = 1 }: LogLine, width: number): Line[] {
  const [sign, tone] = LEVELS[level];
  const time = new Date(at).toTimeString().slice(0, 8);
  const message = times > 1 ? `${text} (${times.toLocaleString("en")} times)` : text;
  return wrap(message, Math.max(10, width - 11)).map((each, index) =>
    line(span(index === 0 ? `${time} ${sign} ` : " ".repeat(11), index === 0 ? tone : "muted"), span(each, tone)),
  );
}

const DOCTOR_SIGNS: Record<DoctorLine["state"], [string, Tone]> = {
  ok: ["●", "success"],
  warning: ["▲", "warning"],
  error: ["✖", "error"],
  off: ["○", "muted"],
};

function doctorLines({ what, state, detail, fix }: DoctorLine, width: number): Line[] {
  const [sign, tone] = DOCTOR_SIGNS[state];
  return [
    line(span(`${sign} `, tone), span(what, "title")),
    ...wrap(detail, width - 4).map((text) => line("    ", span(text, "muted"))),
    ...(fix ? wrap(`→ ${fix}`, width - 4).map((text) => line("    ", span(text, "accent"))) : []),
  ];
}

/** The help goes through the layers in this order. */
const PLACES: Readonly<Record<LayerName, string>> = {
  home: "On the home screen",
  reader: "In a source",
  result: "In an answer",
  find: "While finding text",
  palette: "In the list of tools and commands",
  tools: "In the tools",
  filter: "While filtering the tools",
  form: "In the form",
  field: "While typing in a field",
  screen: "On plugins, log, doctor and help",
  menu: "In a menu",
  confirm: "At a question",
  prompt: "In a prompt for a name",
  raw: "In the JSON editor",
};

/** The help starts with things to type on the home screen. */
const FIRST_STEPS: readonly [typed: string, title: string][] = [
  ["part of a name", "Typed on the home screen, this finds files, declarations and text at once"],
  ["/ @ # >", "Typed first: only files, declarations, text, or tools and commands"],
  ["name:12", "The same, opened at that line"],
];

/** Lists the actions. Each one is listed once, under its first layer. */
function helpLines(keys: KeyMap, width: number): Line[] {
  const column = width < 64 ? 14 : 22;
  const entry = (key: string, title: string) => {
    const wide = widthOf(key) > column - 3;
    const lines = wrap(title, Math.max(10, width - column)).map((text, index) =>
      line(span(pad(index === 0 && !wide ? `  ${key}` : "", column), "key"), text),
    );
    return wide ? [line(span(`  ${key}`, "key")), ...lines] : lines;
  };
  const order = (Object.keys(PLACES) as LayerName[]).filter((layer) => LAYERS.includes(layer));
  const shown = new Set<string>();
  const first = FIRST_STEPS.flatMap(([typed, title]) => entry(typed, title));
  const actions = order.flatMap((layer) => {
    const own = ACTIONS.filter((action) => action.layers.includes(layer) && !shown.has(action.id));
    for (const { id } of own) shown.add(id);
    if (own.length === 0) return [];
    const entries = own.flatMap((action) => entry(keysOf(action, keys).map(keyLabel).join(" "), action.title));
    return [line(span(PLACES[layer], "title")), ...entries, line()];
  });
  return [line(span("To begin", "title")), ...first, line(), ...actions];
}
