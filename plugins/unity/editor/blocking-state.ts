/**
 * Determines why an Editor doesn't accept commands. From outside we can only see window titles, processes, the lock file and
 * the log, so we compare them with a table of known states. If one of these matches, the user gets its name and a safe way to
 * solve the problem.
 */

export const BLOCKING_STATES = [
  "save dialog",
  "compile errors",
  "safe mode",
  "license",
  "first import",
  "script updater",
  "domain reload",
  "package resolution",
  "play mode paused",
  "second instance",
  "stale lock file",
  "upgrade dialog",
] as const;

export type BlockingName = (typeof BLOCKING_STATES)[number];

export interface BlockingState {
  name: BlockingName;
  why: string;
  fix: string;
  /** True if the state ends without help. */
  passes: boolean;
}

export interface EditorSigns {
  /** The Editor that has a window. */
  process: { pid: number; version: string } | undefined;
  /** A Unity process in batch mode that has this project open. */
  batch: number | undefined;
  /** False if processes can't be listed, in which case a missing one proves nothing. */
  listed: boolean;
  titles: readonly string[];
  /** The age of `Temp/UnityLockfile` in milliseconds. */
  lockAgeMs: number | undefined;
  /** The end of the log if it belongs to this project. */
  log: string;
  /** The version in ProjectVersion.txt. */
  projectVersion: string;
  paused: boolean;
  /** True if the package has a recent lock, which means that a domain reload is in progress. */
  reloading: boolean;
  ready: boolean;
}

interface Meaning {
  why: string;
  fix: string;
}

const MEANINGS: Readonly<Record<BlockingName, Meaning>> = {
  "save dialog": {
    why: "Unity asks whether to save modified scenes",
    fix: "A person must answer the dialog in Unity: Save, Don't Save or Cancel",
  },
  "compile errors": {
    why: "The scripts have compile errors, so the package with the Editor's server is not loaded",
    fix: "Correct the errors in the scripts, then bring Unity to the front: it compiles again",
  },
  "safe mode": {
    why: "Unity is in Safe Mode, or asks to enter it: scripts had compile errors when the project was opened",
    fix: "Correct the errors in the scripts: Unity leaves Safe Mode by itself when they compile",
  },
  license: {
    why: "Unity has no valid license",
    fix: "A person must sign in and activate a license in Unity Hub",
  },
  "first import": {
    why: "Unity is importing the whole project for the first time (its Library was missing)",
    fix: "Wait: unity-status with WaitUntilReady returns when it is done",
  },
  "script updater": {
    why: "Unity asks whether it may update scripts to its current API",
    fix: "A person must commit or back up the project, then answer the dialog in Unity",
  },
  "domain reload": {
    why: "Unity is reloading its scripts (domain reload)",
    fix: "Wait: unity-status with WaitUntilReady returns when it is done",
  },
  "package resolution": {
    why: "Unity is resolving the packages of Packages/manifest.json",
    fix: "Wait: unity-status with WaitUntilReady returns when it is done",
  },
  "play mode paused": {
    why: "Play Mode is paused: tests and everything else that waits for frames make no progress",
    fix: "Resume or stop Play Mode: unity-play-mode does it",
  },
  "second instance": {
    why: "Another Unity has the project open, and only one can",
    fix: "Close that Unity, or wait until it quits",
  },
  "stale lock file": {
    why: "Unity is not running with this project, but Temp/UnityLockfile exists: the last Unity crashed or was killed",
    fix: "Open the project in Unity, which takes over the lock file",
  },
  "upgrade dialog": {
    why: "Unity asks whether to open the project in a version other than the one that saved it",
    fix: "Open the project with the version of ProjectVersion.txt, or let a person answer the dialog after a backup",
  },
};

const PASSING: ReadonlySet<BlockingName> = new Set(["first import", "domain reload", "package resolution"]);

/** The titles of dialogs. Safe Mode is shown in the title of the main window. */
const TITLES: readonly [title: RegExp, name: BlockingName][] = [
  [/Scene\(s\) Have Been Modified/i, "save dialog"],
  [/ - SAFE MODE - |^Enter Safe Mode/, "safe mode"],
  [/^(?:Script Updating Consent|API Update Required)/i, "script updater"],
  [/Non-Matching Editor Installation|^Project Upgrade Required/i, "upgrade dialog"],
  [/^(?:Unity )?License (?:error|required|activation)|^No valid Unity Editor license/i, "license"],
  [/^Unity Package Manager Error/i, "package resolution"],
  [/another Unity instance|^Multiple Unity instances/i, "second instance"],
];

/** Lines in the log that mark the beginning and the end of a state. */
const LOG_SIGNS: readonly { name: BlockingName; begins: RegExp; ends?: RegExp }[] = [
  { name: "second instance", begins: /It looks like another Unity instance is running with this project open/g },
  {
    name: "license",
    begins: /No valid Unity Editor license found|Unity license information is invalid/g,
    ends: /Successfully resolved entitlements|Serial number assigned to/g,
  },
  {
    name: "package resolution",
    begins: /An error occurred while resolving packages|\[Package Manager\] (?:Connected to IPC|UpmClient::Connect)/g,
    ends: /Registered \d+ packages|Registering \d+ packages|Restoring resolved packages state/g,
  },
  {
    name: "first import",
    begins: /Rebuilding Library because the asset database could not be found/g,
    ends: /Loading completed in [\d.]+ seconds/g,
  },
  {
    name: "compile errors",
    begins: /\berror CS\d{4}:|Scripts have compiler errors/g,
    ends: /Tundra build success|Mono: successfully reloaded assembly|Domain Reload Profiling:/g,
  },
  {
    name: "domain reload",
    begins: /Begin MonoManager ReloadAssembly/g,
    ends: /Mono: successfully reloaded assembly|Domain Reload Profiling:|Loaded All Assemblies/g,
  },
];

export function blockingState(signs: EditorSigns): BlockingState | undefined {
  const { process, batch, listed, titles, lockAgeMs, paused, ready } = signs;
  for (const [title, name] of TITLES) {
    const shown = titles.find((each) => title.test(each));
    if (shown !== undefined) return stateOf(name, `its window says "${shown}"`);
  }
  if (batch !== undefined && !ready) return stateOf("second instance", `in batch mode, process ${batch}`);
  if (paused) return stateOf("play mode paused", "");
  if (ready) return undefined;
  if (signs.reloading) return stateOf("domain reload", "Temp/domainreload.lock");
  if (!process) {
    if (logSign(signs.log) === "license") return stateOf("license", "the Editor's log says so");
    return listed && lockAgeMs !== undefined ? stateOf("stale lock file", ageOf(lockAgeMs)) : undefined;
  }
  const name = logSign(signs.log);
  if (name !== undefined)
    return stateOf(name, name === "package resolution" ? packageError(signs.log) : "the Editor's log says so");
  const { version } = process;
  const isOther = version !== "" && signs.projectVersion !== "" && version !== signs.projectVersion;
  return isOther
    ? stateOf("upgrade dialog", `Unity ${version} is opening a project saved with ${signs.projectVersion}`)
    : undefined;
}

/** Returns the first state that has begun but not ended. */
function logSign(log: string): BlockingName | undefined {
  return LOG_SIGNS.find(({ begins, ends }) => {
    const begun = lastOf(log, begins);
    return begun >= 0 && (!ends || lastOf(log, ends) < begun);
  })?.name;
}

function lastOf(log: string, sign: RegExp): number {
  return [...log.matchAll(sign)].at(-1)?.index ?? -1;
}

function packageError(log: string): string {
  const said = /An error occurred while resolving packages:\s*\r?\n((?:[ \t]+\S.*\r?\n?){1,3})/.exec(log)?.[1];
  return said === undefined
    ? "the Editor's log says so"
    : said
        .trim()
        .replace(/\s*\r?\n\s*/g, " ")
        .slice(0, 300);
}

function ageOf(ms: number): string {
  return `${Math.round(ms / 60_000)} minutes old`;
}

function stateOf(name: BlockingName, sign: string): BlockingState {
  const { why, fix } = MEANINGS[name];
  const isBroken = name === "package resolution" && /dependenc|cannot be found|Error"/.test(sign);
  const way = isBroken ? "Correct Packages/manifest.json, then answer the dialog in Unity with Retry" : fix;
  const passes = !isBroken && PASSING.has(name);
  return { name, why: sign === "" ? why : `${why} (${sign})`, fix: way, passes };
}
