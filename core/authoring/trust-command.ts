/** `jig plugin trust` and `jig plugin untrust`: review and approve plugins of a repository. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  addedTo,
  createTrust,
  type FolderContent,
  findSandboxes,
  JigError,
  type PluginFile,
  readFolder,
  readPluginFile,
  riskyPermissions,
  type Sandboxes,
  shellQuoted,
  signalReload,
  whyUnsandboxed,
  widerGrants,
} from "../host/frontend-api.ts";
import { review } from "./review.ts";
import { isSamePlace } from "./same-place.ts";
import {
  type AuthoringPorts,
  confirmed,
  isInteractive,
  readNames,
  readWords,
  type Subcommand,
  type Terminal,
} from "./terminal.ts";

const MIN_HASH_CHARS = 12;

export const trust: Subcommand = {
  name: "trust",
  usage: "[FOLDER|NAME …] [--unsandboxed] [--hash HASH]",
  summary: "Show plugins of this repository in full and approve them",
  async run(words, terminal, ports) {
    const { rest, on, values } = readWords(words, { unsandboxed: "boolean", hash: "string" }, 100);
    const folders =
      rest.length > 0 ? await Promise.all(rest.map((word) => folderOf(word, terminal))) : await untrusted(terminal);
    if (folders.length === 0) {
      await terminal.print("No plugin of this repository is waiting for approval");
      return 0;
    }
    let code = 0;
    for (const folder of folders) {
      const approved = await approve(folder, terminal, ports, on.has("unsandboxed"), values.get("hash"));
      if (!approved) code = 1;
    }
    if (code === 0) signalReload(ports.runtime.cacheFolder);
    return code;
  },
};

export const untrust: Subcommand = {
  name: "untrust",
  usage: "FOLDER|NAME …",
  summary: "Withdraw the approval of plugins",
  async run(words, terminal, { runtime }) {
    const store = createTrust(runtime);
    let code = 0;
    for (const word of readNames(words, "untrust", "the folder or the name of a plugin")) {
      const folder = await folderOf(word, terminal);
      const revoked = store.revoke(folder);
      if (!revoked) code = 1;
      const now = `is no longer trusted: nothing starts it, not even --plugins, until \`jig plugin trust ${shellQuoted(folder)}\``;
      await terminal.print(`${folder} ${revoked ? now : "was not trusted"}`);
    }
    signalReload(runtime.cacheFolder);
    return code;
  },
};

/** Asks on a terminal; otherwise the hash has to match. */
export async function confirmContent(
  terminal: Terminal,
  content: FolderContent,
  hash: string | undefined,
  question: string,
  command: string,
): Promise<boolean> {
  if (hash !== undefined) {
    if (hash.length >= MIN_HASH_CHARS && content.hash.startsWith(hash)) return true;
    terminal.say(`The hash is ${content.hash}, not ${hash}: it is not the content that you reviewed`);
    return false;
  }
  if (!isInteractive(terminal.io)) {
    terminal.say(
      `There is no terminal to ask on. After reading this, approve with: ${command} --hash ${content.hash.slice(0, 16)}`,
    );
    return false;
  }
  return await confirmed(terminal, question);
}

/** The end of a heading. The version that `jig plugin new` writes is approved without a question. */
export function sinceApproval(isAuthored: boolean): string {
  return isAuthored ? "the version that was written or approved here" : "it was trusted";
}

/** Reason for rejecting a plugin without a sandbox, if any. */
export function sandboxRefusal(file: PluginFile, sandboxes: Sandboxes, allowed: boolean): string | undefined {
  const why = whyUnsandboxed(file, sandboxes);
  const risky = riskyPermissions(file);
  if (!why || allowed) return undefined;
  const asks = risky.length > 0 ? `asks for ${risky.join(", ")} and ` : "";
  return `"${file.name}" ${asks}is NOT SANDBOXED: ${why}. Pass --unsandboxed to accept that`;
}

async function approve(
  folder: string,
  terminal: Terminal,
  { runtime }: AuthoringPorts,
  allowed: boolean,
  hash: string | undefined,
): Promise<boolean> {
  const store = createTrust(runtime);
  const sandboxes = findSandboxes(runtime);
  const content = readFolder(folder);
  const file = readPluginFile(folder);
  const approval = store.approvalOf(folder);
  const before = approval && approval.hash !== content.hash ? store.savedCopy(approval.hash) : undefined;
  const wider = await widerGrants(file, folder, runtime);
  const since = sinceApproval(approval?.authored ?? false);
  await terminal.print(review({ folder, file, content, before, since, more: addedTo(before, file), sandboxes, wider }));
  const refusal = sandboxRefusal(file, sandboxes, allowed);
  if (refusal) {
    terminal.say(refusal);
    return false;
  }
  const command = `jig plugin trust ${shellQuoted(folder)}${allowed ? " --unsandboxed" : ""}`;
  if (!(await confirmContent(terminal, content, hash, `Trust "${file.name}"?`, command))) return false;
  store.approve(folder, content, { name: file.name, unsandboxed: allowed });
  await terminal.print(`${folder} is trusted in its present state (${content.hash.slice(0, 16)})`);
  return true;
}

async function untrusted(terminal: Terminal): Promise<string[]> {
  return (await terminal.host())
    .plugins()
    .filter((plugin) => plugin.state === "untrusted")
    .map((plugin) => plugin.source);
}

/** Folder, or name of a plugin in the workspace. A name that fits both is refused, so that no other plugin is meant. */
async function folderOf(word: string, terminal: Terminal): Promise<string> {
  const folder = resolve(terminal.io.cwd, word);
  const isFolder = existsSync(join(folder, "plugin.json"));
  // A path, such as ./name or one with a separator, is never a name.
  if (isFolder && basename(word) !== word) return folder;
  const named = (await terminal.host())
    .plugins()
    .filter(({ name, source, builtIn }) => !builtIn && (name === word || basename(source) === word))
    .map(({ source }) => source);
  if (!isFolder && named[0] !== undefined) return named[0];
  const other = named.find((source) => !isSamePlace(source, folder));
  if (other !== undefined)
    throw new JigError("INVALID_ARGUMENT", `"${word}" is both a folder here and the name of the plugin in ${other}`, {
      hint: `Write ${shellQuoted(`./${word}`)} for the folder, or the path of the plugin`,
    });
  if (isFolder) return folder;
  throw new JigError("INVALID_ARGUMENT", `There is no plugin in "${word}" and none with that name`, {
    hint: "jig plugin list shows them",
  });
}
