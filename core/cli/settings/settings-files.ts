/** Reads the settings files of the user and the workspace. Flags and environment variables take precedence over both. */
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ParseError } from "jsonc-parser";
import { FORMAT_NAMES, type Host, isObject, type Json, type JsonObject, jsonFault } from "../../host/frontend-api.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { Io } from "../io.ts";
import type { Settings, SettingsReader, SettingValue, Shell } from "../shell.ts";
import { addresses, COLORS, HYPERLINKS } from "../style.ts";
import { SERVERS, serversOf } from "./server-settings.ts";

/** A key of the settings. A repository may only set keys that affect the display. */
export interface SettingKey {
  key: keyof Settings;
  choices: readonly string[];
  variable: string;
  description: string;
}

export const SETTING_KEYS: readonly SettingKey[] = [
  { key: "color", choices: COLORS, variable: "JIG_COLOR", description: "Colors; auto: on a terminal." },
  {
    key: "hyperlink",
    choices: HYPERLINKS,
    variable: "JIG_HYPERLINK",
    description: "Target of path links on a terminal.",
  },
  { key: "as", choices: FORMAT_NAMES, variable: "JIG_AS", description: "How answers are printed on a terminal." },
  { key: "quiet", choices: ["true", "false"], variable: "JIG_QUIET", description: "No progress and no notes." },
  {
    key: "updates",
    choices: ["true", "false"],
    variable: "JIG_UPDATES",
    description: "A line about a newer version, looked up once a day; off unless set.",
  },
];

/** The key that contains the defaults by tool and parameter. */
export const DEFAULTS = "defaults";

interface SettingsFile {
  path: string;
  /** True for the workspace's file, which belongs to the repository. */
  shared: boolean;
  content: JsonObject;
}

export function settingsOf(io: Io, folder: string | undefined, shell: () => Shell): SettingsReader {
  const user = folder === undefined ? undefined : join(folder, "settings.json");
  const path = (root: string) => join(root, ".jig", "settings.json");
  let reading: Promise<Map<string, SettingValue>> | undefined;
  const roots = async () => (await shell().host()).workspace.roots.map((root) => path(root.path));
  const load = async () => {
    const files = [...(user ? [{ path: user, shared: false }] : [])];
    for (const each of await roots()) files.push({ path: each, shared: true });
    const read: SettingsFile[] = [];
    for (const file of files) {
      const say = (problem: string) => shell().say(problem);
      if (file.shared && isLink(dirname(file.path))) {
        say(`${file.path} is ignored: its folder is a link, which may lead to another project`);
        continue;
      }
      const content = await readSettings(file.path, say);
      if (content) read.push({ ...file, content });
    }
    return inForce(read, io, shell().flags.zoekt, await shell().host(), (problem) => shell().say(problem));
  };
  const settingValues = () => (reading ??= load());
  return {
    settingValues,
    async settings() {
      const all = await settingValues();
      return Object.fromEntries(SETTING_KEYS.flatMap(({ key }) => (all.has(key) ? [[key, all.get(key)!.value]] : [])));
    },
    async defaults({ name }) {
      const start = `${DEFAULTS}.${name}.`;
      const own = [...(await settingValues())].filter(([key]) => key.startsWith(start));
      const shared = await roots();
      // A repository could hide files from searches in this way, so it is always reported.
      for (const [key, { value, source }] of own)
        if (shared.includes(source)) shell().say(`${source} sets ${key.slice(start.length)}: ${JSON.stringify(value)}`);
      return Object.fromEntries(own.map(([key, { value }]) => [key.slice(start.length), value]));
    },
    async settingsPath(shared) {
      return shared ? (await roots())[0] : user;
    },
  };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Returns link targets for the terminal, using the settings of the host's workspace. */
export async function addressesOf(shell: Shell, folder: string, host: Host, say: (problem: string) => void) {
  const { io } = shell;
  const { settings } = settingsOf(io, folder, () => ({ ...shell, host: () => Promise.resolve(host), say }));
  const { hyperlink } = await settings();
  return addresses(
    io,
    hyperlink,
    host.workspace.roots.map((root) => root.path),
  );
}

const MAX_BYTES = 65_536;

/** Returns undefined if there is no valid file, and passes the reason to `complain`. */
export async function readSettings(path: string, complain: (problem: string) => void): Promise<JsonObject | undefined> {
  let text: string;
  try {
    const status = lstatSync(path);
    // Devices and links that leave the workspace are ignored.
    if (!status.isFile() || status.size > MAX_BYTES) {
      complain(`${path} is ignored: it is not a file of at most ${MAX_BYTES} bytes`);
      return undefined;
    }
    text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") complain(`${path} is ignored: ${message}`);
    return undefined;
  }
  const { parse } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(content)) return content;
  const fault = jsonFault(text, { isSettings: true });
  if (fault) complain(`${path}:${fault.line}:${fault.column} is ignored: ${fault.what}. ${fault.write}`);
  else complain(`${path} is ignored: it is not a JSON object. Write {…}`);
  return undefined;
}

/** Later files take precedence, and the environment takes precedence over all of them. */
function inForce(
  files: readonly SettingsFile[],
  { env }: Io,
  zoekt: readonly string[],
  host: Host,
  complain: (problem: string) => void,
): Map<string, SettingValue> {
  const all = new Map<string, SettingValue>();
  const put = (key: string, value: Json, source: string) => {
    const fault = faultOf(key, value, host);
    if (fault === undefined) all.set(key, { value, source });
    else complain(`${source}: ${fault}`);
  };
  for (const { path, shared, content } of files) {
    for (const [key, value] of entriesOf(content)) {
      const refused = shared ? forbidden(key, host) : undefined;
      if (refused) complain(`${path}: ${refused}`);
      else put(key, value, path);
    }
  }
  for (const { key, variable } of SETTING_KEYS) {
    const value = env[variable];
    if (value) put(key, isSwitch(key) ? value === "true" || value === "1" : value, variable);
  }
  const words = env.JIG_ZOEKT?.trim();
  if (zoekt.length > 0) all.set(SERVERS, { value: [...zoekt], source: `--${SERVERS}` });
  else if (words) all.set(SERVERS, { value: words.split(/[\s,]+/), source: "JIG_ZOEKT" });
  return all;
}

/** Converts the defaults to keys by tool and parameter. */
function entriesOf(content: JsonObject): [string, Json][] {
  return Object.entries(content).flatMap(([key, value = null]): [string, Json][] => {
    if (key === "$schema") return [];
    if (key !== DEFAULTS || !isObject(value)) return [[key, value]];
    return Object.entries(value).flatMap(([tool, parameters = null]): [string, Json][] =>
      isObject(parameters)
        ? Object.entries(parameters).map(([name, each = null]) => [`${DEFAULTS}.${tool}.${name}`, each])
        : [[`${DEFAULTS}.${tool}`, parameters]],
    );
  });
}

/** Returns an error message if there is a fault. */
export function faultOf(key: string, value: Json, host: Host): string | undefined {
  const [first, tool, parameter, ...more] = key.split(".");
  if (first === DEFAULTS) {
    if (tool === undefined || parameter === undefined || more.length > 0)
      return `"${key}" is not of the form ${DEFAULTS}.<tool>.<parameter>`;
    const found = host.tool(tool);
    // The plugin may not be installed at the moment.
    if (!found) return undefined;
    const known = Object.keys(found.inputSchema.properties ?? {});
    if (known.includes(parameter)) return undefined;
    return sentence(`${tool} has no parameter "${parameter}"`, didYouMean(parameter, known));
  }
  if (key === SERVERS) {
    const servers = serversOf(value);
    return typeof servers === "string" ? servers : undefined;
  }
  const setting = SETTING_KEYS.find((each) => each.key === key);
  if (!setting) {
    const known = [...SETTING_KEYS.map((each) => each.key), DEFAULTS, SERVERS];
    return sentence(`Unknown setting "${key}"`, didYouMean(key, known) ?? `Known: ${known.join(", ")}`);
  }
  const { choices } = setting;
  if (isSwitch(key) ? typeof value === "boolean" : typeof value === "string" && choices.includes(value))
    return undefined;
  return sentence(`"${key}" takes ${choices.join(", ")}, not ${JSON.stringify(value)}`, undefined);
}

function isSwitch(key: string): boolean {
  return key === "quiet" || key === "updates";
}

function sentence(what: string, hint: string | undefined): string {
  return hint ? `${what}. ${hint}` : what;
}

/** Returns the settings that a repository must not have: those that make a call write, execute, or use the network. */
function forbidden(key: string, host: Host): string | undefined {
  if (key === SERVERS) return `"${SERVERS}" is ignored: a repository may not name servers`;
  if (key === "updates") return `"${key}" is ignored: a repository may not enable network access`;
  const [first, name = "", parameter = ""] = key.split(".");
  const tool = first === DEFAULTS ? host.tool(name) : undefined;
  if (!tool || (tool.effect === "read" && !Object.hasOwn(tool.parameterEffects, parameter))) return undefined;
  return `"${key}" is ignored: a repository may not set defaults for tools that write or execute`;
}
