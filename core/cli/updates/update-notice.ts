/**
 * Announces new versions if the user has enabled it. This only happens on a terminal, and never in CI, with --quiet, or while
 * serving. The release page is checked once a day. If the setting is off, the network isn't used.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isObject, type Json, writeAtomically } from "../../host/frontend-api.ts";
import type { Io } from "../io.ts";
import { readSettings } from "../settings/settings-files.ts";
import { isDumb } from "../style.ts";

/** Only the user can change this setting, because a repository must not be able to cause network requests. */
const UPDATES = "updates";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The interval after a failed check. It isn't zero because each check delays the prompt. */
const RETRY_MS = 60 * 60 * 1000;
/** The time limit in milliseconds, because the prompt waits. */
const LOOK_MS = 1500;

export interface UpdateOptions {
  version: string;
  /** The URL of the releases without `/latest`. It is undefined for builds that aren't published. */
  releases: string | undefined;
  /** The cache file with the time and the result of the last successful check. */
  file: string;
}

/** Commands that run for a long time or that other programs read. */
const SILENT: readonly (string | undefined)[] = ["mcp", "serve", "completion", "--version", "-V", "version"];

/** Returns the message to print, if there is one. */
export async function updateNotice(
  {
    io,
    command,
    quiet,
    settingsPath,
  }: { io: Io; command: string | undefined; quiet: boolean; settingsPath: string | undefined },
  options: UpdateOptions,
  now = Date.now(),
): Promise<string | undefined> {
  const { env } = io;
  if (quiet || io.stderr.isTTY !== true || isDumb(io) || isCi(env) || SILENT.includes(command)) return undefined;
  if (!(await isWanted(env, settingsPath))) return undefined;
  const { version, file } = options;
  const releases = env.JIG_RELEASES || options.releases;
  if (!releases)
    return `"${UPDATES}" is on, but this build of jig has no releases page: set JIG_RELEASES to the URL of one`;
  const known = readKnown(file);
  const isFresh = known.releases === releases && now - known.checkedAt < DAY_MS && now >= known.checkedAt;
  const found = isFresh ? undefined : await newestRelease(releases);
  const newest = found ?? (known.releases === releases ? known.newest : undefined);
  const checkedAt = found === undefined ? now - DAY_MS + RETRY_MS : now;
  if (!isFresh) write(file, { releases, checkedAt, ...(newest === undefined ? {} : { newest }) });
  if (newest === undefined || !isNewer(newest, version)) return undefined;
  return `${newest} is out, this is ${version}: ${releases}/latest`;
}

function isCi({ CI }: Io["env"]): boolean {
  return CI !== undefined && CI !== "" && CI !== "false" && CI !== "0";
}

async function isWanted({ JIG_UPDATES: said }: Io["env"], path: string | undefined): Promise<boolean> {
  if (said) return said === "true" || said === "1";
  return path !== undefined && (await readSettings(path, () => {}))?.[UPDATES] === true;
}

interface Known {
  releases: string;
  checkedAt: number;
  newest?: string;
}

function readKnown(file: string): Known {
  const nothing = { releases: "", checkedAt: 0 };
  try {
    const read: Json = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(read) || typeof read.releases !== "string" || typeof read.checkedAt !== "number") return nothing;
    const { releases, checkedAt, newest } = read;
    return { releases, checkedAt, ...(typeof newest === "string" && VERSION.test(newest) ? { newest } : {}) };
  } catch {
    return nothing;
  }
}

function write(file: string, known: Known): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, JSON.stringify(known), { replace: true });
  } catch {
    // The next command tries again.
  }
}

const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;

/**
 * Follows the redirect of `/latest`, which has no rate limit, unlike a call of the API. It returns undefined if the URL has no
 * version.
 */
async function newestRelease(releases: string): Promise<string | undefined> {
  try {
    const { protocol, hostname } = new URL(releases);
    if (protocol !== "https:" && hostname !== "127.0.0.1") return undefined;
    const signal = AbortSignal.timeout(LOOK_MS);
    const { headers } = await fetch(`${releases}/latest`, { method: "HEAD", redirect: "manual", signal });
    const tag = /\/tag\/v([^/]+)$/.exec(headers.get("location") ?? "")?.[1] ?? "";
    return VERSION.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}

function isNewer(a: string, b: string): boolean {
  const parts = b
    .replace(/[-+].*/, "")
    .split(".")
    .map(Number);
  for (const [at, part] of a.split(".").map(Number).entries()) {
    const difference = part - (parts[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
