/** Combines Zoekt servers from flags, environment and settings into the variables that the plugin reads. */
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { readSecretFile, toJigError } from "../../host/frontend-api.ts";
import { SERVERS, type ServerSetting, serversOf } from "./server-settings.ts";
import { readSettings } from "./settings-files.ts";

export interface ServersFrom {
  /** The values of `--zoekt`, which are URLs or names from the settings. */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  folder: string | undefined;
  home: string | undefined;
  platform: NodeJS.Platform;
}

/**
 * Returns the variables for the zoekt plugin, which are URLs in order and details as JSON. Flags take precedence over the
 * environment, which takes precedence over the settings. A name refers to an entry in the settings. Throws if the token file in
 * the environment can't be used.
 */
export async function serverVariables(from: ServersFrom): Promise<Record<string, string | undefined>> {
  const { flags, environment, platform } = from;
  const { JIG_ZOEKT_TOKEN_FILE: file, JIG_ZOEKT_TOKEN } = environment;
  const words = flags.length > 0 ? flags : (environment.JIG_ZOEKT ?? "").split(/[\s,]+/).filter((each) => each !== "");
  const { entries, problem } = await configured(from);
  const shared = words.length > 0 && (JIG_ZOEKT_TOKEN || (file ? readSecretFile(file, platform) : undefined));
  const source = flags.length > 0 ? "--zoekt" : words.length > 0 ? "JIG_ZOEKT" : "settings";
  const chosen = words.length > 0 ? words.map((word) => entryOf(word, entries)) : entries;
  const servers = chosen.map((entry) => ({ source, ...known(entry, from, shared || undefined) }));
  if (problem !== undefined && words.length === 0) servers.push({ source, url: "settings", problem });
  return {
    JIG_ZOEKT: servers.length === 0 ? undefined : servers.map(({ url }) => url).join(" "),
    JIG_ZOEKT_SERVERS: servers.length === 0 ? undefined : JSON.stringify(servers),
    JIG_ZOEKT_TOKEN: shared || undefined,
  };
}

/** Problems in the settings file are reported as the problem of a server, so that nothing else fails. */
async function configured({ folder }: ServersFrom): Promise<{ entries: ServerSetting[]; problem?: string }> {
  const path = folder === undefined ? undefined : join(folder, "settings.json");
  // This is a fast path, because most users don't have this file and don't need the parser.
  if (path === undefined || !existsSync(path) || !mentions(path)) return { entries: [] };
  const content = await readSettings(path, () => {});
  const value = content?.[SERVERS];
  if (value === undefined) return { entries: [] };
  const entries = serversOf(value);
  return typeof entries === "string" ? { entries: [], problem: `${path}: ${entries}` } : { entries };
}

function mentions(path: string): boolean {
  try {
    return readFileSync(path, "utf8").includes(`"${SERVERS}"`);
  } catch {
    return false;
  }
}

function entryOf(word: string, entries: readonly ServerSetting[]): ServerSetting {
  return entries.find(({ name, url }) => name === word || sameUrl(url, word)) ?? { url: word };
}

function sameUrl(one: string, other: string): boolean {
  const plain = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url);
  return plain(one) === plain(other);
}

interface KnownServer {
  url: string;
  name?: string;
  token?: string;
  timeoutMs?: number;
  problem?: string;
}

/** If others can read the token file, the server isn't used and the reason is shown. */
function known(
  { name, url, token_file, timeout_ms }: ServerSetting,
  from: ServersFrom,
  shared: string | undefined,
): KnownServer {
  const about = {
    url,
    ...(name === undefined ? {} : { name }),
    ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }),
  };
  if (shared !== undefined) return { ...about, token: shared };
  if (token_file === undefined) return about;
  try {
    return { ...about, token: readSecretFile(placeOf(token_file, from), from.platform) };
  } catch (error) {
    return { ...about, problem: toJigError(error).advice };
  }
}

/** The path is relative to the settings folder or the home folder. */
function placeOf(file: string, { folder = ".", home }: ServersFrom): string {
  if (file.startsWith("~/") && home !== undefined) return join(home, file.slice(2));
  return isAbsolute(file) ? file : resolve(folder, file);
}
