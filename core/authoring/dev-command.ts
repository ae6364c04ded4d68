/** `jig plugin dev`: on every save the plugin is built, checked and reloaded in every open door. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createTrust, type Runtime, readFolder, readPluginFile, signalReload, toJigError } from "../host/door-api.ts";
import { buildPlugin } from "./build-command.ts";
import { exposed } from "./exposed.ts";
import { lint } from "./lint.ts";
import { readWords, type Subcommand, type Terminal } from "./terminal.ts";

const LOOK_MS = 200;

export const dev: Subcommand = {
  name: "dev",
  usage: "[FOLDER]",
  summary: "Build, check and reload the plugin in every open door whenever a file is saved",
  async run(words, terminal, { runtime }) {
    const { rest } = readWords(words, {}, 1);
    const folder = resolve(terminal.io.cwd, rest[0] ?? ".");
    await terminal.print(`Watching ${folder}; end with Ctrl+C`);
    let seen = "";
    while (!terminal.io.signal.aborted) {
      const hash = hashOf(folder);
      if (hash !== seen) {
        await renew(folder, terminal, runtime);
        seen = hashOf(folder);
      }
      await pause(terminal.io.signal);
    }
    return 0;
  },
};

async function renew(folder: string, terminal: Terminal, runtime: Runtime): Promise<void> {
  try {
    if (existsSync(join(folder, "plugin.ts"))) await buildPlugin(folder, runtime);
    const file = readPluginFile(folder);
    approveAgain(folder, file.name, runtime);
    signalReload(runtime.cacheFolder);
    const findings = lint(file, folder);
    for (const { level, where, what, write } of findings)
      terminal.say(exposed(`${level}: ${where}: ${what}. ${write}`));
    await terminal.print(`${file.name} is reloaded: ${Object.keys(file.tools).join(", ") || "no tools"}`);
  } catch (error) {
    terminal.say(toJigError(error).advice);
  }
}

/** Who writes a plugin that he trusted once need not approve each save. */
function approveAgain(folder: string, name: string, runtime: Runtime): void {
  const trust = createTrust(runtime);
  const approval = trust.approvalOf(folder);
  if (approval) trust.approve(folder, readFolder(folder), name, approval.unsandboxed);
}

function hashOf(folder: string): string {
  try {
    return readFolder(folder).hash;
  } catch (error) {
    // A file that is just being replaced: the next look will find it.
    return `unreadable ${toJigError(error).message}`;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    const timer = setTimeout(settle, LOOK_MS);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        settle();
      },
      { once: true },
    );
  });
}
