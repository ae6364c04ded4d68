/** Implements `jig plugin dev`, which rebuilds, checks and reloads the plugin in all open frontends on every save. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  createTrust,
  type FolderContent,
  findSandboxes,
  manifestIn,
  needsNoConsent,
  parsedPluginFile,
  readFolder,
  readPluginJson,
  signalReload,
  toJigError,
} from "../host/frontend-api.ts";
import { buildPlugin, sourcesOf } from "./build-command.ts";
import { SOURCE } from "./bundled.ts";
import { type ConsentOptions, consentedCopy, ownSource, readConsentWords } from "./consent.ts";
import { findingLine, findingsIn } from "./findings.ts";
import type { AuthoringPorts, Subcommand, Terminal } from "./terminal.ts";

const POLL_MS = 200;

export const dev: Subcommand = {
  name: "dev",
  usage: "[FOLDER] [--hash HASH] [--unsandboxed]",
  summary: "Build, check and reload the plugin in every running jig whenever a file is saved",
  async run(words, terminal, ports) {
    const { consent } = readConsentWords(words, terminal, { command: "dev", remember: false });
    const { folder } = consent;
    const own = ownSource(consent, ports.runtime);
    // Faults of plugin.ts are reported by the first round.
    if (own) await buildPlugin(folder, own.copy, ports.runtime).catch(() => false);
    const first = await consentedCopy(consent, terminal, ports);
    if (!first) return 1;
    const session: Session = { folder, approved: first.content, consent, giveBack: () => {} };
    await terminal.print(`Watching ${folder}; press Ctrl+C to stop`);
    let seen = "";
    try {
      while (!terminal.io.signal.aborted) {
        const before = stateOf(folder);
        if (before.hash !== seen) {
          await renew(session, terminal, ports);
          const after = stateOf(folder);
          // If a file was saved during the build, it is built again.
          seen = after.sources === before.sources ? after.hash : "";
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

/** One run of `dev`. The approval is valid until it ends. */
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
  let copy = folder;
  try {
    const own = ownSource({ ...session.consent, hash: undefined }, runtime);
    let content = own?.content ?? (await allowed(session, terminal, ports));
    if (content && existsSync(join(folder, SOURCE))) {
      await buildPlugin(folder, store.copyOf(content), runtime);
      content = await allowed(session, terminal, ports);
    }
    if (!content) return;
    copy = store.copyOf(content);
    const file = parsedPluginFile(readPluginJson(copy));
    if (file) {
      session.giveBack();
      session.giveBack = store.approveWhileRunning(folder, content);
      signalReload(runtime.cacheFolder);
    }
    const { findings } = await findingsIn(folder, terminal, runtime, { isBuilt: true });
    for (const finding of findings) terminal.say(findingLine(finding));
    const tools = Object.keys(file?.tools ?? {}).join(", ") || "no tools";
    await terminal.print(file ? `${file.name} was reloaded: ${tools}` : `${folder} was not reloaded`);
  } catch (error) {
    // The author doesn't know the copy.
    terminal.say(toJigError(error).advice.replaceAll(copy, folder));
  }
}

/** Returns the content if it may run: the case if it is sandboxed without new permissions, or if the user has approved it again. */
async function allowed(
  session: Session,
  terminal: Terminal,
  ports: AuthoringPorts,
): Promise<FolderContent | undefined> {
  const { folder, approved } = session;
  const content = readFolder(folder);
  if (content.hash === approved.hash) return content;
  if (needsNoConsent(approved, manifestIn(content), findSandboxes(ports.runtime))) return content;
  const again = await consentedCopy({ ...session.consent, hash: undefined, reviewed: approved }, terminal, ports);
  if (again) session.approved = again.content;
  return again?.content;
}

/** Returns the hash of the folder, and a string that ignores files written by the build. */
function stateOf(folder: string): { hash: string; sources: string } {
  try {
    const content = readFolder(folder);
    const isBuilt = existsSync(join(folder, SOURCE));
    return { hash: content.hash, sources: isBuilt ? JSON.stringify(sourcesOf(content)) : content.hash };
  } catch (error) {
    // The file is being replaced, so the next look will see it.
    const hash = `unreadable ${toJigError(error).message}`;
    return { hash, sources: hash };
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
