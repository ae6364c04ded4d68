/** Implements `jig plugin install` and `jig plugin uninstall`, for files and signed indexes. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  changePluginsLock,
  errorCode,
  JigError,
  type PluginsLock,
  readPluginsLock,
  shellQuoted,
  signalReload,
  toJigError,
} from "../../host/frontend-api.ts";
import { MAX_PACK_BYTES, unpacked } from "../pack.ts";
import { type AuthoringPorts, readNames, type Subcommand, type Terminal } from "../terminal.ts";
import { confirmInstall, type InstallRequest, readInstallWords } from "./confirm-install.ts";
import { chooseRelease, type PluginIndex, type PluginReference, parseReference } from "./index-file.ts";
import { type IndexLocation, indexLocation } from "./index-location.ts";
import {
  type AcceptedKey,
  own,
  readIndex,
  readRelease,
  recordIndex,
  refuseOtherOwner,
  refuseRewritten,
  refuseStepBack,
} from "./index-reader.ts";
import { uninstallPlugin } from "./installed-plugins.ts";
import { fingerprint } from "./package-signing.ts";

/** The variable with the default index. */
const INDEX_VARIABLE = "JIG_PLUGIN_INDEX";

export const install: Subcommand = {
  name: "install",
  usage: "FILE|OWNER/NAME[@VERSION] [--index PLACE] [--new-key FINGERPRINT] [--unsandboxed] [--hash HASH]",
  summary: "Show a packed plugin, or one from an index, in full and install it",
  async run(words, terminal, ports) {
    const { rest, values, acceptedKey, consent } = readInstallWords(words, { index: "string" }, 1);
    const [written] = rest;
    if (written === undefined)
      throw new JigError("INVALID_ARGUMENT", "install needs a file, or the name of a plugin in an index", {
        hint: "jig plugin pack makes a file; write a plugin from an index as owner/name or owner/name@1.2",
      });
    const reference = parseReference(written);
    if (!reference) {
      const content = unpacked(bytesOf(resolve(terminal.io.cwd, written)), written);
      const command = `jig plugin install ${shellQuoted(written)}`;
      return (await confirmInstall({ content, written, command, ...consent }, terminal, ports)) ? 0 : 1;
    }
    const { runtime } = ports;
    const named = values.get("index") ?? runtime.environment[INDEX_VARIABLE] ?? onlyIndex(runtime.configFolder);
    const place = indexLocation(named, terminal.io.cwd);
    const index = await readIndex(place, terminal.io.signal);
    recordKnownIndex(place, index, acceptedKey, ports);
    const plugin = await fetchPlugin(
      { place, index, reference, acceptedKey, configFolder: runtime.configFolder },
      terminal,
    );
    const flags = ["index", "new-key"].flatMap((flag) => {
      const value = values.get(flag);
      return value === undefined ? [] : [`--${flag}`, value];
    });
    const command = ["jig plugin install", ...[written, ...flags].map(shellQuoted)].join(" ");
    return (await confirmInstall({ ...plugin, command, ...consent }, terminal, ports)) ? 0 : 1;
  },
};

export const uninstall: Subcommand = {
  name: "uninstall",
  usage: "NAME …",
  summary: "Uninstall plugins",
  async run(words, terminal, { runtime }) {
    for (const name of readNames(words, "uninstall", "the name of a plugin")) {
      uninstallPlugin(runtime.configFolder, name);
      await terminal.print(`${name} was uninstalled`);
    }
    signalReload(runtime.cacheFolder);
    return 0;
  },
};

/** This is done before the confirmation, because revocations apply in any case. */
export function recordKnownIndex(
  place: IndexLocation,
  index: PluginIndex,
  acceptedKey: AcceptedKey,
  { runtime }: AuthoringPorts,
): void {
  const { configFolder, cacheFolder } = runtime;
  if (!own(readPluginsLock(configFolder).indexes, place.id)) return;
  const changed = changePluginsLock(configFolder, (lock) => {
    refuseStepBack(lock, place.id, index, acceptedKey);
    return recordIndex(lock, place.id, index);
  });
  if (changed) signalReload(cacheFolder);
}

export interface IndexedPlugin {
  place: IndexLocation;
  index: PluginIndex;
  reference: PluginReference;
  acceptedKey: AcceptedKey;
  configFolder: string;
}

/** Downloads and verifies a plugin without writing anything. */
export async function fetchPlugin(
  { place, index, reference, acceptedKey, configFolder }: IndexedPlugin,
  terminal: Terminal,
): Promise<Pick<InstallRequest, "content" | "written" | "source">> {
  const { owner, name } = reference;
  const choice = chooseRelease(index, reference, place.id);
  const lock = readPluginsLock(configFolder);
  refuseAnotherOwners(lock, reference);
  const { content, key } = await readRelease(place, index, reference, choice, terminal.io.signal);
  const { version } = choice;
  const refuse = (lock: PluginsLock) => {
    refuseAnotherOwners(lock, reference);
    refuseOtherOwner(lock, owner, key, acceptedKey);
    refuseRewritten(lock, reference, version, content.hash);
    refuseStepBack(lock, place.id, index, acceptedKey);
  };
  refuse(lock);
  return {
    content,
    written: `${owner}/${name} ${version}`,
    source: {
      name,
      entry: { owner, version, hash: content.hash, index: place.id },
      lines: [
        `From ${place.id}`,
        keyLine(`the index`, index.key, own(lock.indexes, place.id)?.key),
        `Signed by ${owner}`,
        keyLine(owner, key, own(lock.owners, owner)),
      ],
      settle(now) {
        refuse(now);
        recordIndex(now, place.id, index);
        now.owners[owner] = key;
      },
    },
  };
}

function keyLine(who: string, key: string, pinned: string | undefined): string {
  const seen =
    pinned === undefined ? "seen for the first time: it is pinned from now on" : pinned === key ? "as pinned" : "NEW";
  return `Key of ${who}: ${fingerprint(key)} (${seen})`;
}

function refuseAnotherOwners(lock: PluginsLock, { owner, name }: PluginReference): void {
  const entry = own(lock.plugins, name);
  if (!entry || entry.owner === owner) return;
  throw new JigError("INVALID_ARGUMENT", `The plugin "${name}" of ${entry.owner} is already installed`, {
    hint: `jig plugin uninstall ${name} makes room for the one from ${owner}`,
  });
}

/** Returns the index of earlier installations, if there is only one. */
function onlyIndex(configFolder: string): string {
  const known = Object.keys(readPluginsLock(configFolder).indexes);
  const [only] = known;
  if (only !== undefined && known.length === 1) return only;
  throw new JigError(
    "INVALID_ARGUMENT",
    known.length === 0 ? "No plugin index was given" : "Several indexes are known",
    {
      hint: `Name one with --index URL|FOLDER, or with ${INDEX_VARIABLE}${known.length > 0 ? `: ${known.join(", ")}` : ""}`,
    },
  );
}

function bytesOf(path: string): Uint8Array {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(path)} is a folder, not a packed plugin`, {
        hint: `jig plugin pack ${shellQuoted(path)} packs it into a file; --plugins ${shellQuoted(path)} uses it unpacked`,
      });
    }
    if (stat.isFile() && stat.size > MAX_PACK_BYTES)
      throw new JigError("LIMIT_EXCEEDED", `${path} has more than ${MAX_PACK_BYTES} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof JigError) throw error;
    const code = errorCode(error);
    if (code === "ENOENT") {
      throw new JigError("INVALID_ARGUMENT", `There is no file ${JSON.stringify(path)}`, {
        hint: "jig plugin pack makes one; write a plugin from an index as owner/name",
      });
    }
    throw new JigError("INVALID_ARGUMENT", toJigError(error, `read ${path}`).message);
  }
}
