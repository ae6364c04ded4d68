/** Shows the full content of a plugin and the changes since the installed version, and installs it if the user agrees. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  addedPermissions,
  type FolderContent,
  findSandboxes,
  type Installed,
  JigError,
  manifestIn,
  normalize,
  type PluginsLock,
  readFolder,
  readPluginFile,
  removeTree,
  signalReload,
  widerGrants,
} from "../../host/frontend-api.ts";
import { revealed } from "../revealed-text.ts";
import { review } from "../review.ts";
import { type AuthoringPorts, type Options, readWords, type Terminal } from "../terminal.ts";
import { confirmContent, sandboxRefusal } from "../trust-command.ts";
import { compareVersions } from "./index-file.ts";
import { installedFolder, installStaged, repairInstalls, stagePlugin } from "./installed-plugins.ts";

export interface InstallRequest {
  content: FolderContent;
  /** The text that the user has written, for messages. */
  written: string;
  /** The command that accepts this content without a terminal. */
  command: string;
  unsandboxed: boolean;
  hash: string | undefined;
  /** Set if the plugin comes from an index. */
  source?: {
    name: string;
    entry: Installed;
    /** Lines about the origin and the owner. */
    lines: string[];
    settle(lock: PluginsLock): void;
  };
}

/** Parses the arguments of install commands. `known` contains additional options. */
export function readInstallWords(words: string[], known: Options, max: number) {
  const all = { ...known, unsandboxed: "boolean", hash: "string", "new-key": "string" } as const;
  const read = readWords(words, all, max);
  const { on, values } = read;
  return {
    ...read,
    acceptedKey: { newKey: values.get("new-key") },
    consent: { unsandboxed: on.has("unsandboxed"), hash: values.get("hash") },
  };
}

/** Returns false if the user declines. Throws if the plugin can't be installed here. */
export async function confirmInstall(
  request: InstallRequest,
  terminal: Terminal,
  { runtime }: AuthoringPorts,
): Promise<boolean> {
  const { content, written, source, unsandboxed } = request;
  const { configFolder } = runtime;
  repairInstalls(configFolder);
  const fresh = stagePlugin(configFolder, content);
  try {
    const file = readPluginFile(fresh);
    normalize(file, fresh);
    // It differs if the file system treats two names as the same, or if there are too many files.
    if (readFolder(fresh).hash !== content.hash) {
      throw new JigError("INVALID_ARGUMENT", `${written} cannot be written here under its packed name`);
    }
    if (source && (file.name !== source.name || file.version !== source.entry.version)) {
      const is = `${file.name} ${file.version}`;
      throw new JigError("UNTRUSTED", `${written} is called ${is} in its own manifest`, {
        hint: "Tell the maintainer of the index",
      });
    }
    if ((await terminal.host()).plugins().some(({ name, builtIn }) => builtIn && name === file.name)) {
      throw new JigError("INVALID_ARGUMENT", `"${file.name}" is the name of a built-in plugin`, {
        hint: "Its author must choose another name",
      });
    }
    const folder = join(installedFolder(configFolder), file.name);
    const before = hasEntries(folder) ? readFolder(folder) : undefined;
    if (!source && before?.hash === content.hash) {
      await terminal.print(`${file.name} ${file.version} is already installed, unchanged (${folder})`);
      return true;
    }
    const sandboxes = findSandboxes(runtime);
    const wider = await widerGrants(file, fresh, runtime);
    await terminal.print(review({ folder, file, content, before, since: "it was installed", sandboxes, wider }));
    const lines = [...(source?.lines ?? []), ...changeLines(before, content)];
    if (lines.length > 0) await terminal.print(`\n${lines.map(revealed).join("\n")}`);
    const refusal = sandboxRefusal(file, sandboxes, unsandboxed);
    if (refusal) terminal.say(refusal);
    const command = `${request.command}${unsandboxed ? " --unsandboxed" : ""}`;
    if (refusal || !(await confirmContent(terminal, content, request.hash, `Install "${file.name}"?`, command)))
      return false;
    installStaged(configFolder, {
      name: file.name,
      fresh,
      hash: content.hash,
      before: before?.hash,
      entry: source?.entry,
      settle: source?.settle ?? (() => {}),
    });
    signalReload(runtime.cacheFolder);
    await terminal.print(`${folder} is installed (${content.hash.slice(0, 16)})`);
    return true;
  } finally {
    removeTree(fresh);
  }
}

/** Returns added and removed permissions. */
function changeLines(before: FolderContent | undefined, after: FolderContent): string[] {
  const [old, now] = [before && manifestIn(before), manifestIn(after)];
  if (!old || !now || before?.hash === after.hash) return [];
  const order = compareVersions(now.version, old.version);
  const more = addedPermissions(old, now);
  const less = addedPermissions(now, old);
  return [
    ...(order < 0 ? [`A DOWNGRADE: ${old.version} is installed, this is ${now.version}`] : []),
    ...(order === 0 ? [`The same version, ${now.version}, with different content`] : []),
    ...(order > 0 ? [`An update: ${old.version} is installed, this is ${now.version}`] : []),
    more.length > 0 ? `It requests more than before: ${more.join(", ")}` : "It requests nothing more than before",
    ...(less.length > 0 ? [`It no longer requests ${less.join(", ")}`] : []),
  ];
}

function hasEntries(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
