/** `jig plugin dev`: on every save the plugin is built, checked and reloaded in every open frontend. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  createTrust,
  type FolderContent,
  findSandboxes,
  needsNoConsent,
  readFolder,
  readPluginFile,
  signalReload,
  toJigError,
} from "../host/frontend-api.ts";
import { buildPlugin } from "./build-command.ts";
import { type ConsentOptions, consentedCopy, fileOf, readConsentWords } from "./consent.ts";
import { lint } from "./lint.ts";
import { revealed } from "./revealed-text.ts";
import type { AuthoringPorts, Subcommand, Terminal } from "./terminal.ts";

const POLL_MS = 200;

export const dev: Subcommand = {
  name: "dev",
  usage: "[FOLDER] [--hash HASH] [--unsandboxed]",
  summary: "Build, check and reload the plugin in every running jig whenever a file is saved",
  async run(words, terminal, ports) {
    const { consent } = readConsentWords(words, terminal, { command: "dev", remember: false });
    const { folder } = consent;
    const first = await consentedCopy(consent, terminal, ports);
    if (!first) return 1;
    const session: Session = { folder, approved: first.content, consent, giveBack: () => {} };
    await terminal.print(`Watching ${folder}; press Ctrl+C to stop`);
    let seen = "";
    try {
      while (!terminal.io.signal.aborted) {
        const hash = hashOf(folder);
        if (hash !== seen) {
          await renew(session, terminal, ports);
          seen = hashOf(folder);
        }
        await pause(terminal.io.signal);
      }
      return 0;
    } finally {
      session.giveBack();
      signalReload(ports.runtime.cacheFolder);
    }
  },
};

/** One run of `dev`: its approval ends with it. */
interface Session {
  folder: string;
  approved: FolderContent;
  consent: ConsentOptions;
  giveBack: () => void;
}

async function renew(session: Session, terminal: Terminal, ports: AuthoringPorts): Promise<void> {
  const { folder } = session;
  const { runtime } = ports;
  const store = createTrust(runtime);
  try {
    if (!(await mayRun(session, terminal, ports))) return;
    if (existsSync(join(folder, "plugin.ts"))) {
      const changed = await buildPlugin(folder, store.copyOf(readFolder(folder)), runtime);
      if (changed && !(await mayRun(session, terminal, ports))) return;
    }
    const file = readPluginFile(folder);
    session.giveBack();
    session.giveBack = store.approveWhileRunning(folder, readFolder(folder));
    signalReload(runtime.cacheFolder);
    const findings = lint(file, folder, runtime.environment);
    for (const { level, where, what, write } of findings)
      terminal.say(revealed(`${level}: ${where}: ${what}. ${write}`));
    await terminal.print(`${file.name} was reloaded: ${Object.keys(file.tools).join(", ") || "no tools"}`);
  } catch (error) {
    terminal.say(toJigError(error).advice);
  }
}

/** A save that asks for no more than was approved runs confined; any other is shown. */
async function mayRun(session: Session, terminal: Terminal, ports: AuthoringPorts): Promise<boolean> {
  const { folder } = session;
  const content = readFolder(folder);
  if (content.hash === session.approved.hash) return true;
  if (needsNoConsent(session.approved, fileOf(folder), findSandboxes(ports.runtime))) return true;
  const again = await consentedCopy({ ...session.consent, hash: undefined }, terminal, ports);
  if (!again) return false;
  session.approved = again.content;
  return true;
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
    const timer = setTimeout(settle, POLL_MS);
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
