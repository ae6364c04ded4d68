/** Implements `jig plugin pack`, which creates a package in a single file. It is signed if the author has a key. */
import { existsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import {
  JigError,
  type Runtime,
  readFolder,
  readPluginFile,
  shellQuoted,
  writeAtomically,
} from "../host/frontend-api.ts";
import { findingLine, findingsIn } from "./findings.ts";
import { authorStatement, PACK_ENDING, packed } from "./pack.ts";
import { keyFile } from "./packages/index-command.ts";
import { parseReference } from "./packages/index-file.ts";
import { pluginFolder, readWords, type Subcommand, type Terminal } from "./terminal.ts";

export const pack: Subcommand = {
  name: "pack",
  usage: "[FOLDER] [--out FILE] [--key FILE --owner NAME]",
  summary: `Pack a plugin into a single file (NAME-VERSION${PACK_ENDING}), signed with a key, and print its hash`,
  async run(words, terminal, { runtime }) {
    const { rest, values } = readWords(words, { out: "string", key: "string", owner: "string" }, 1);
    const folder = pluginFolder(rest[0], terminal);
    await refuseUnfit(folder, terminal, runtime);
    const file = readPluginFile(folder);
    const content = readFolder(folder);
    const { cwd } = terminal.io;
    const inside = (path: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);
    // In the plugin's folder, the package is written next to it, so that it isn't part of itself.
    const place = inside(cwd) ? dirname(folder) : cwd;
    const out = resolve(cwd, values.get("out") ?? join(place, `${file.name}-${file.version}${PACK_ENDING}`));
    if (inside(out)) {
      throw new JigError("INVALID_ARGUMENT", `${out} would be part of the plugin itself`, {
        hint: "Choose another path with --out",
      });
    }
    if (!existsSync(dirname(out)))
      throw new JigError("PATH_NOT_FOUND", `There is no folder ${dirname(out)}`, {
        hint: "Create it first, or choose another path with --out",
      });
    const [key, owner] = [values.get("key"), values.get("owner")];
    const signed = signatureOf(key && resolve(cwd, key), owner, file, content.hash);
    writeAtomically(out, packed({ ...content, ...signed }), { replace: true });
    await terminal.print(`${out}\n${content.hash}`);
    return 0;
  },
};

/** Rejects problems that users couldn't fix. Throws INVALID_ARGUMENT. */
async function refuseUnfit(folder: string, terminal: Terminal, runtime: Runtime): Promise<void> {
  const { findings } = await findingsIn(folder, terminal, runtime);
  const reasons = findings.filter(({ level, stale }) => level === "error" || stale);
  if (reasons.length === 0) return;
  throw new JigError("INVALID_ARGUMENT", `${folder} was not packed\n${reasons.map(findingLine).join("\n")}`, {
    hint: `Fix that first; \`jig plugin check ${shellQuoted(folder)}\` checks it`,
  });
}

function signatureOf(
  path: string | undefined,
  owner: string | undefined,
  { name, version }: { name: string; version: string },
  hash: string,
) {
  if (path === undefined && owner === undefined) return {};
  if (path === undefined || owner === undefined || !parseReference(`${owner}/${name}`)) {
    throw new JigError("INVALID_ARGUMENT", "A signature needs --key FILE and --owner NAME", {
      hint: "A name has 1 to 32 characters from a-z, 0-9 and dash; jig plugin key FILE makes a key",
    });
  }
  const signing = keyFile(path);
  const signature = signing.sign(authorStatement(owner, name, version, hash));
  return { signed: { owner, key: signing.publicKey, signature } };
}
