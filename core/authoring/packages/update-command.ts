/** Implements `jig plugin update`, which installs newer versions, shows added permissions, and reports revocations. */
import { type Installed, JigError, readPluginsLock, toJigError } from "../../host/frontend-api.ts";
import { revealed } from "../revealed-text.ts";
import { type AuthoringPorts, MAX_NAMES, type Subcommand, type Terminal } from "../terminal.ts";
import { confirmInstall, readInstallWords } from "./confirm-install.ts";
import { chooseRelease, compareVersions, type PluginIndex } from "./index-file.ts";
import { type IndexLocation, indexLocation } from "./index-location.ts";
import { type AcceptedKey, own, readIndex } from "./index-reader.ts";
import { fetchPlugin, recordKnownIndex } from "./install-command.ts";

export const update: Subcommand = {
  name: "update",
  usage: "[NAME …] [--check] [--new-key FINGERPRINT] [--unsandboxed] [--hash HASH]",
  summary: "Show newer versions of plugins from an index and the permissions they add; --check installs nothing",
  async run(words, terminal, ports) {
    const { rest, on, acceptedKey, consent } = readInstallWords(words, { check: "boolean" }, MAX_NAMES);
    const all = readPluginsLock(ports.runtime.configFolder).plugins;
    const names = rest.length > 0 ? rest : Object.keys(all).sort();
    if (names.length === 0) await terminal.print("No installed plugin came from an index");
    const indexes = new Map<string, Promise<Source>>();
    const read = (id: string) => {
      const reading = indexes.get(id) ?? sourceOf(id, acceptedKey, terminal, ports);
      indexes.set(id, reading);
      return reading;
    };
    let code = 0;
    for (const name of names) {
      const entry = own(all, name);
      if (!entry) {
        throw new JigError("INVALID_ARGUMENT", `The plugin "${name}" did not come from an index`, {
          hint: "jig plugin list shows what is installed; jig plugin install FILE reinstalls a file",
        });
      }
      try {
        const newer = await newerOf(name, entry, await read(entry.index), terminal, ports);
        if (newer === undefined) continue;
        if (newer === "revoked" || on.has("check")) {
          code = 1;
          continue;
        }
        const plugin = await fetchPlugin({ ...newer, acceptedKey, configFolder: ports.runtime.configFolder }, terminal);
        const command = `jig plugin update ${name}${acceptedKey.newKey ? ` --new-key ${acceptedKey.newKey}` : ""}`;
        if (!(await confirmInstall({ ...plugin, command, ...consent }, terminal, ports))) code = 1;
      } catch (error) {
        // One broken index shouldn't prevent other updates.
        if (names.length === 1) throw error;
        terminal.say(`${name}: ${toJigError(error).advice}`);
        code = 2;
      }
    }
    return code;
  },
};

interface Source {
  place: IndexLocation;
  index: PluginIndex;
}

async function sourceOf(
  id: string,
  acceptedKey: AcceptedKey,
  terminal: Terminal,
  ports: AuthoringPorts,
): Promise<Source> {
  const place = indexLocation(id, terminal.io.cwd);
  const index = await readIndex(place, terminal.io.signal);
  recordKnownIndex(place, index, acceptedKey, ports);
  return { place, index };
}

/** `revoked` means that the installed version must not run and there is no newer one. */
async function newerOf(
  name: string,
  entry: Installed,
  { place, index }: Source,
  terminal: Terminal,
  ports: AuthoringPorts,
) {
  const { owner, version } = entry;
  const full = `${owner}/${name}`;
  const print = (text: string) => terminal.print(revealed(text));
  const revoked = own(readPluginsLock(ports.runtime.configFolder).plugins, name)?.revoked;
  if (revoked !== undefined)
    await print(`${full} ${version} was revoked by ${place.id}, so it does not run: ${revoked}`);
  const reference = { owner, name, version: undefined };
  let newest: string | undefined;
  try {
    newest = chooseRelease(index, reference, place.id).version;
  } catch (error) {
    await print(toJigError(error).message);
  }
  const order = newest === undefined ? -1 : compareVersions(newest, version);
  if (order > 0) {
    await print(`${full}: ${version} is installed, ${newest} is available`);
    return { place, index, reference };
  }
  if (order === 0) await print(`${full} ${version} is the newest version`);
  else if (newest !== undefined) {
    await print(
      `${full}: ${version} is installed, the newest available is ${newest}. To go back to it: jig plugin install ${full}@${newest}`,
    );
  }
  return revoked === undefined ? undefined : ("revoked" as const);
}
