/** Implements `jig plugin build`, which runs plugin.ts in the sandbox and writes plugin.json. */
import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import {
  changedAfter,
  contentHash,
  createTrust,
  type FolderContent,
  faultLines,
  faultsOf,
  findSandboxes,
  isObject,
  JigError,
  type ManifestFault,
  manifestIn,
  needsNoConsent,
  type PluginFile,
  type Runtime,
  readFolder,
  readPluginJson,
  readPluginSource,
  toJigError,
  writeAtomically,
} from "../host/frontend-api.ts";
import { bundled, SOURCE, sourceFaults } from "./bundled.ts";
import { consentToBuild, readConsentWords } from "./consent.ts";
import type { Subcommand } from "./terminal.ts";
import { hasKit, writeKit } from "./write-kit.ts";

export const build: Subcommand = {
  name: "build",
  usage: "[FOLDER] [--hash HASH] [--unsandboxed]",
  summary: "Make plugin.json from plugin.ts, bundle its npm packages, and rewrite jig.d.ts and jig.js",
  async run(words, terminal, ports) {
    const { consent } = readConsentWords(words, terminal, { command: "build", remember: true });
    const { folder } = consent;
    refuseWithoutSource(folder);
    const { assets } = await terminal.host();
    // Modules may import a file that was deleted.
    if (!hasKit(folder)) await writeKit(folder, assets);
    const allowed = await consentToBuild(consent, terminal, ports);
    if (!allowed) return 1;
    const changed = await buildPlugin(folder, allowed.copy, ports.runtime);
    await writeKit(folder, assets);
    await terminal.print(`${join(folder, "plugin.json")} ${changed ? "was built" : "is unchanged"}`);
    keepApproval(folder, allowed.content, consent.unsandboxed, ports.runtime);
    return 0;
  },
};

/**
 * Extends the approval to the files that the build has written, unless they need more permissions, so that the next build
 * doesn't need a confirmation.
 */
function keepApproval(folder: string, approved: FolderContent, unsandboxed: boolean, runtime: Runtime): void {
  const content = readFolder(folder);
  const file = manifestIn(content);
  const store = createTrust(runtime);
  if (!file || content.hash === approved.hash || store.approvalOf(folder)?.hash !== approved.hash) return;
  const isSame = JSON.stringify(sourcesOf(content)) === JSON.stringify(sourcesOf(approved));
  if (isSame && needsNoConsent(approved, file, findSandboxes(runtime)))
    store.approve(folder, content, { name: file.name, unsandboxed });
}

const BUILT = /^(?:plugin\.json|jig\.d\.ts|jig\.js|bundle\/.*)$/;

/** Returns the path, mode and hash of all files that the build doesn't write. */
export function sourcesOf({ files }: FolderContent): [string, boolean, string][] {
  return files.filter(({ path }) => !BUILT.test(path)).map((file) => [file.path, file.executable, contentHash([file])]);
}

function refuseWithoutSource(folder: string): void {
  if (!existsSync(join(folder, SOURCE))) {
    throw new JigError("INVALID_ARGUMENT", `There is no plugin.ts in ${folder}`, {
      hint: "A plugin without plugin.ts has a hand-written plugin.json, which jig plugin check checks",
    });
  }
}

/**
 * Builds from a copy of the approved content. It returns false if nothing has changed. Throws INVALID_ARGUMENT listing all
 * problems.
 */
export async function buildPlugin(folder: string, copy: string, runtime: Runtime): Promise<boolean> {
  const before = readFolder(folder).hash;
  const broken = await sourceFaults(folder, runtime);
  if (broken.length > 0) throw new JigError("INVALID_ARGUMENT", `plugin.ts cannot be read\n${faultLines(broken)}`);
  const { written, faults } = await runSource(copy, runtime);
  if (!written) throw new JigError("INVALID_ARGUMENT", `plugin.ts is invalid\n${faultLines(faults)}`);
  const source = await bundled(written, folder, runtime);
  const target = join(folder, "plugin.json");
  const text = `${JSON.stringify(source, null, 2)}\n`;
  const lost = ownChanges(folder, source, written);
  if (lost !== undefined)
    runtime.log("warn", source.name, `plugin.json ${lost}: they were overwritten. ${EDIT_SOURCE}`);
  if (!(existsSync(target) && readFileSync(target, "utf8") === text)) writeAtomically(target, text, { replace: true });
  // The output is the same but plugin.ts is newer, so the time of the file is updated to mark it as current.
  else utimesSync(target, new Date(), new Date());
  return readFolder(folder).hash !== before;
}

export const EDIT_SOURCE = "Make changes in plugin.ts";
const MAX_NAMED = 5;

/** Names the changes that were made to plugin.json itself, since it is newer than plugin.ts. The closest form of plugin.ts counts. */
export function ownChanges(folder: string, ...forms: readonly PluginFile[]): string | undefined {
  const target = join(folder, "plugin.json");
  if (!existsSync(target) || !changedAfter(target, join(folder, SOURCE), 0)) return undefined;
  const built = readPluginJson(folder);
  const [places = []] = forms.map((form) => differences(built, form)).sort((a, b) => a.length - b.length);
  if (places.length === 0) return undefined;
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  return `has changes that plugin.ts does not have (${places.slice(0, MAX_NAMED).join(", ")}${more})`;
}

/** Places in which two values differ, such as `tools.hello.title`. */
function differences(one: unknown, other: unknown, place = "plugin.json"): string[] {
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [place];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const at = (name: string) => (place === "plugin.json" ? name : `${place}.${name}`);
  return [...names].flatMap((name) => differences(one[name], other[name], at(name)));
}

/** Runs plugin.ts without any permissions. It returns the default export and any problems, with the location if it throws. */
export async function runSource(
  copy: string,
  runtime: Runtime,
): Promise<{ written?: PluginFile; faults: ManifestFault[] }> {
  const logged: string[] = [];
  try {
    const log: Runtime["log"] = (level, subject, message) => {
      logged.push(message);
      // Errors are returned as problems, with paths in the author's folder.
      if (level !== "error") runtime.log(level, subject, message);
    };
    const written = await readPluginSource({ ...runtime, log }, copy, `./${SOURCE}`);
    const faults = faultsOf(written);
    return faults.length > 0 ? { faults } : { written: written as PluginFile, faults };
  } catch (error) {
    const { message, hint } = toJigError(error);
    // The author doesn't know the folder of the copy, so it is removed.
    const where = /\bplugin\.ts:\d+:\d+/.exec(logged.join("\n"))?.[0] ?? SOURCE;
    const write = hint ?? "It runs on its own and without permissions, so it should only describe the plugin";
    return { faults: [{ where, what: `cannot be run: ${message}`, write }] };
  }
}
