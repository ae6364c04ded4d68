/** `jig plugin pack` and `install`: a plugin travels as one file and is looked at before it is put among the user's own. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import {
  type FolderContent,
  JigError,
  manifestOfFile,
  quotedWord,
  readFolder,
  readPluginFile,
  sandboxesOf,
  signalReload,
  toJigError,
  writeAtomically,
} from "../host/door-api.ts";
import { PACK_ENDING, packed, unpacked } from "./pack.ts";
import { review } from "./review.ts";
import { readWords, type Subcommand } from "./terminal.ts";
import { decided, refusedForLackOfSandbox } from "./trust-command.ts";

export const pack: Subcommand = {
  name: "pack",
  usage: "[FOLDER] [--out FILE]",
  summary: `Make a single file of a plugin (NAME-VERSION${PACK_ENDING}) and print its hash`,
  async run(words, terminal) {
    const { rest, values } = readWords(words, { out: "string" }, 1);
    const folder = resolve(terminal.io.cwd, rest[0] ?? ".");
    const file = readPluginFile(folder);
    manifestOfFile(file, folder);
    const content = readFolder(folder);
    const { cwd } = terminal.io;
    const inside = (path: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);
    // Beside the plugin where somebody stands in it: what is packed is not part of itself.
    const place = inside(cwd) ? dirname(folder) : cwd;
    const out = resolve(cwd, values.get("out") ?? join(place, `${file.name}-${file.version}${PACK_ENDING}`));
    if (inside(out)) {
      throw new JigError("INVALID_ARGUMENT", `${out} would be part of the plugin itself`, {
        hint: "Name another place with --out",
      });
    }
    writeAtomically(out, packed(content), { replace: true });
    await terminal.print(`${out}\n${content.hash}`);
    return 0;
  },
};

export const install: Subcommand = {
  name: "install",
  usage: "FILE [--unsandboxed] [--hash HASH]",
  summary: "Show a packed plugin in full and put it among your own",
  async run(words, terminal, { runtime }) {
    const { rest, on, values } = readWords(words, { unsandboxed: "boolean", hash: "string" }, 1);
    const [written] = rest;
    if (written === undefined)
      throw new JigError("INVALID_ARGUMENT", `install needs a file`, { hint: "jig plugin pack makes one" });
    const content = unpacked(bytesOf(resolve(terminal.io.cwd, written)), written);
    const plugins = join(runtime.configFolder, "plugins");
    mkdirSync(plugins, { recursive: true, mode: 0o700 });
    const fresh = mkdtempSync(join(plugins, ".new-"));
    try {
      writeContent(content, fresh);
      const file = readPluginFile(fresh);
      manifestOfFile(file, fresh);
      // Names that this file system holds for the same, and more than a plugin may have, show here.
      if (readFolder(fresh).hash !== content.hash) {
        throw new JigError("INVALID_ARGUMENT", `${written} cannot be written down here as it was packed`);
      }
      if ((await terminal.host()).plugins().some(({ name, builtIn }) => builtIn && name === file.name)) {
        throw new JigError("INVALID_ARGUMENT", `"${file.name}" is the name of a built-in plugin`, {
          hint: "Its author must choose another name",
        });
      }
      const folder = join(plugins, file.name);
      const before = existsSync(folder) ? readFolder(folder) : undefined;
      const sandboxes = sandboxesOf(runtime.environment);
      await terminal.print(review({ folder, file, content, before, since: "it was installed", sandboxes }));
      const allowed = on.has("unsandboxed");
      const refusal = refusedForLackOfSandbox(file, sandboxes, allowed);
      if (refusal) terminal.say(refusal);
      const command = `jig plugin install ${quotedWord(written)}${allowed ? " --unsandboxed" : ""}`;
      if (refusal || !(await decided(terminal, content, values.get("hash"), `Install "${file.name}"?`, command)))
        return 1;
      rmSync(folder, { recursive: true, force: true });
      renameSync(fresh, folder);
      signalReload(runtime.cacheFolder);
      await terminal.print(`${folder} is installed (${content.hash.slice(0, 16)})`);
      return 0;
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  },
};

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", toJigError(error, `read ${path}`).message);
  }
}

function writeContent(content: FolderContent, folder: string): void {
  for (const { path, bytes, executable } of content.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    if (executable) chmodSync(join(folder, path), 0o755);
  }
}
