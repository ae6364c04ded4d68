/** Implements `jig settings`, which lists the effective settings and their sources, and supports `get`, `set` and `unset`. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  inOwnFolder,
  JigError,
  type Json,
  jsonForTerminal,
  parseJson,
  toJigError,
  writeAtomically,
} from "../../host/frontend-api.ts";
import { toggle } from "../flags.ts";
import { widthOf } from "../help.ts";
import { readFlags } from "../read-flags.ts";
import type { Command, Shell } from "../shell.ts";
import { twoColumns } from "../text-layout.ts";
import { SERVERS } from "./server-settings.ts";
import { DEFAULTS, faultOf, readSettings, SETTING_KEYS } from "./settings-files.ts";

/** The environment variables that jig itself uses. Plugins declare theirs as permissions. */
const VARIABLES = [
  "JIG_ROOT",
  "CLAUDE_PROJECT_DIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "NO_COLOR",
  "TERM",
];

const REPOSITORY = toggle("repository", "set, unset: in .jig/settings.json of the workspace instead of your own file.");

export const settings: Command = {
  name: "settings",
  usage: "[get KEY | set KEY VALUE | unset KEY] [--repository]",
  summary: "Show the settings in force and where each comes from, or change one",
  words: ["get", "set", "unset"],
  flags: [REPOSITORY],
  also: ["config", "configure", "preferences", "options"],
  more: async () => `Settings:\n${twoColumns([...keyRows(), defaultsRow, serversRow], 100)}`,
  async run(words, shell) {
    const { values, rest } = readFlags(words, [REPOSITORY]);
    const shared = values.get(REPOSITORY) === true;
    const [action, key, ...more] = rest;
    if (action === undefined || action === "list") return show(shell);
    const needed = { get: 1, set: 2, unset: 1 }[action];
    const count = rest.length - 1;
    if (needed === undefined || key === undefined || count !== needed) {
      throw new JigError("INVALID_ARGUMENT", `settings takes get KEY, set KEY VALUE or unset KEY`, {
        hint: "jig settings shows the current ones, jig settings --help the keys",
      });
    }
    if (action === "get") {
      const setting = (await shell.settingValues()).get(key);
      if (!setting) return noSuch(key, shell);
      await shell.print(shell.flags.as === "json" ? JSON.stringify(setting.value) : textOf(setting.value));
      return 0;
    }
    await change(key, action === "set" ? valueIn(more[0]!) : undefined, shared, shell);
    return 0;
  },
};

const keyRows = () =>
  SETTING_KEYS.map(({ key, choices, variable, description }): [string, string] => [
    key,
    `${description} ${choices.join(", ")}. Variable: ${variable}.`,
  ]);
const defaultsRow: [string, string] = [
  `${DEFAULTS}.TOOL.PARAMETER`,
  "Default of a tool's parameter unless a call sets it. A repository cannot set it for tools that write or execute.",
];
const serversRow: [string, string] = [
  SERVERS,
  'Zoekt servers, in order: [{"name", "url", "token_file", "timeout_ms"}]. A repository cannot name any. Flag: --zoekt. Variable: JIG_ZOEKT.',
];

async function show(shell: Shell): Promise<number> {
  const host = await shell.host();
  const plugins = host.plugins().map(({ name, version, state, source }) => ({ name, version, state, source }));
  const environment = Object.fromEntries(
    VARIABLES.filter((name) => shell.io.env[name] !== undefined).map((name) => [name, shell.io.env[name] as string]),
  );
  const roots = host.workspace.roots.map((root) => root.path);
  const { readOnly } = host;
  const { audit = null } = shell.flags;
  const values = [...(await shell.settingValues())];
  const files = [await shell.settingsPath(false), await shell.settingsPath(true)].filter((path) => path !== undefined);
  const rows = [
    ["version", shell.version],
    ["roots", roots.join(", ")],
    ["read-only", readOnly ? "on" : "off"],
    ["audit", audit ?? "off"],
    ...values.map(([key, { value, source }]) => [key, `${textOf(value)} (${source})`]),
    ...files.map((path) => ["settings file", existsSync(path) ? path : `${path} (does not exist)`]),
    ...plugins.map(({ name, version, state, source }) => [`plugin ${name}`, `${version}, ${state}, ${source}`]),
    ...Object.entries(environment),
  ] as [string, string][];
  const inForce = Object.fromEntries(values);
  const everything = { version: shell.version, roots, readOnly, audit, settings: inForce, files, plugins, environment };
  await (shell.flags.as === "json"
    ? shell.print(jsonForTerminal(everything))
    : shell.show(twoColumns(rows, widthOf(shell.io))));
  return 0;
}

/** Like in git, only the exit code reports a key that isn't set. */
async function noSuch(key: string, shell: Shell): Promise<number> {
  const fault = key.startsWith(`${DEFAULTS}.`) ? undefined : faultOf(key, null, await shell.host());
  const problem = fault?.startsWith("There is no") ? fault : `"${key}" is not set`;
  if (shell.flags.as === "json") await shell.print(JSON.stringify({ success: false, error: problem }));
  else shell.say(problem);
  return 1;
}

async function change(key: string, value: Json | undefined, shared: boolean, shell: Shell): Promise<void> {
  const host = await shell.host();
  const fault = value === undefined ? undefined : faultOf(key, value, host);
  if (fault) throw new JigError("INVALID_ARGUMENT", fault);
  const path = await shell.settingsPath(shared);
  if (path === undefined) throw new JigError("UNAVAILABLE", "There is no folder for settings");
  if (existsSync(path)) {
    await readSettings(path, (problem) => {
      throw new JigError("INVALID_ARGUMENT", problem, { hint: "Fix it first" });
    });
  }
  const before = existsSync(path) ? readFileSync(path, "utf8") : "{}\n";
  const { applyEdits, modify } = await import("jsonc-parser");
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const edits = modify(before, key.split("."), value, { formattingOptions });
  const write = () => {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, applyEdits(before, edits), { replace: true });
  };
  try {
    if (shared) write();
    else inOwnFolder(dirname(path), "XDG_CONFIG_HOME", write);
  } catch (error) {
    throw toJigError(error, `write ${path}`);
  }
  shell.say(value === undefined ? `${key} is no longer set in ${path}` : `${key} is ${textOf(value)} in ${path}`);
}

/** Parses JSON such as `true`, `5` or `["a"]`. Everything else is a string. */
function valueIn(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
