/** The lines of the list screens: plugins, log, doctor, help. Pure. */
import type { DoctorLine, Permissions, PluginInfo } from "../../core/host/door-api.ts";
import { type Line, line, pad, span, type Tone, widthOf, wrap } from "../text/line.ts";
import { COMMANDS, type KeyMap, keysOf } from "./commands.ts";
import { keyLabel } from "./keys.ts";
import type { ExplorerState, LogLine } from "./state.ts";

export function screenLines(state: ExplorerState, keys: KeyMap = {}): Line[] {
  const width = Math.max(10, state.columns - 4);
  switch (state.screen) {
    case "plugins":
      return state.catalogue.plugins.flatMap((plugin) => pluginLines(plugin, width));
    case "log":
      if (state.log.length === 0) return [line(span("Nothing was logged yet.", "muted"))];
      return [...state.log].reverse().flatMap((entry) => logLines(entry, width));
    case "doctor":
      if (!state.doctor) return [line(span("Asking every plugin…", "muted"))];
      if (state.doctor.length === 0) return [line(span("No plugin has anything to report.", "muted"))];
      return state.doctor.flatMap((each) => doctorLines(each, width));
    case "help":
      return helpLines(keys, width);
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
    line(),
  ];
}

function permissionText(permissions: Permissions): string {
  const parts = Object.entries(permissions).filter(([, values]) => values && values.length > 0);
  return parts.map(([what, values]) => `${what} ${(values as string[]).join(", ")}`).join(" · ") || "nothing outside";
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
  const said = times > 1 ? `${text} (${times.toLocaleString("en")} times)` : text;
  return wrap(said, Math.max(10, width - 11)).map((each, index) =>
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

/** Every command with its keys, by where they work. */
function helpLines(keys: KeyMap, width: number): Line[] {
  const groups: [string, (typeof COMMANDS)[number]["where"][number]][] = [
    ["Anywhere and in the tools", "tools"],
    ["In the form", "form"],
    ["In the result", "result"],
    ["On plugins, log, doctor and help", "screen"],
  ];
  const shown = new Set<string>();
  const moves: [string, string][] = [
    ["↑ ↓ pgup pgdn home end", "Move; j k g G too where nothing is typed"],
    ["← →", "Fold and unfold, scroll sideways, change a choice"],
    ["⌥⏎", "A line break inside a text field"],
    ["^d", "Remove an item of a list"],
  ];
  const column = width < 64 ? 14 : 22;
  const entry = (key: string, title: string) =>
    wrap(title, Math.max(10, width - column)).map((text, index) =>
      line(span(pad(index === 0 ? `  ${key}` : "", column), "key"), text),
    );
  const lines = groups.flatMap(([title, where]) => {
    const commands = COMMANDS.filter((command) => command.where.includes(where) && !shown.has(command.id));
    for (const { id } of commands) shown.add(id);
    const entries = commands.flatMap((command) => entry(keysOf(command, keys).map(keyLabel).join(" "), command.title));
    return [line(span(title, "title")), ...entries, line()];
  });
  return [
    line(span("Moving", "title")),
    ...moves.flatMap(([key, title]) =>
      widthOf(key) > column - 3 ? [line(span(`  ${key}`, "key")), ...entry("", title)] : entry(key, title),
    ),
    line(),
    ...lines,
  ];
}
