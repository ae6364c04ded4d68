/** Implements `jig plugin new`, which creates a working plugin without network access. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  createTrust,
  type Host,
  JigError,
  RESERVED_WORDS,
  readFolder,
  shellQuoted,
  toJigError,
} from "../host/frontend-api.ts";
import { buildPlugin } from "./build-command.ts";
import { isTemplate, TEMPLATES, templateFiles } from "./templates/templates.ts";
import { type AuthoringPorts, readWords, type Subcommand, type Terminal } from "./terminal.ts";
import { writeKit, writeSchema } from "./write-kit.ts";

/** We have just written the files, so they don't need a review. If the approval can't be stored, the first run requests it. */
function approveOwn(folder: string, name: string, terminal: Terminal, { runtime }: AuthoringPorts): void {
  try {
    createTrust(runtime).approve(folder, readFolder(folder), { name, unsandboxed: false, authored: true });
  } catch (error) {
    terminal.say(toJigError(error).advice);
  }
}

/** The tool gets the name of the plugin, so both are checked. */
function whoseName(host: Host, name: string): string | undefined {
  if (host.plugins().some((each) => each.builtIn && each.name === name)) return "a built-in plugin";
  const tool = name.replaceAll("-", "_");
  const owner = host.tool(tool)?.plugin;
  if (owner !== undefined && owner !== name) return `the tool "${tool}" of the plugin "${owner}"`;
  if (RESERVED_WORDS.includes(tool)) return "a subcommand of jig";
  const command = host.commandOwner(tool);
  return command === undefined || command === name ? undefined : `a command of the plugin "${command}"`;
}

export const create: Subcommand = {
  name: "new",
  usage: `NAME [--template ${TEMPLATES.join("|")}]`,
  summary: "Create a working, typed and tested plugin in a new folder",
  async run(words, terminal, ports) {
    const { rest, values } = readWords(words, { template: "string" }, 1);
    const [written] = rest;
    if (written === undefined)
      throw new JigError("INVALID_ARGUMENT", "new needs a name", { hint: "For example jig plugin new hello" });
    const folder = resolve(terminal.io.cwd, written);
    const name = basename(folder);
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
      throw new JigError("INVALID_ARGUMENT", `Invalid plugin name "${name}"`, {
        hint: "Use a letter (a-z), then up to 31 characters from a-z, 0-9 and dash",
      });
    }
    const taken = whoseName(await terminal.host(), name);
    if (taken !== undefined)
      throw new JigError("INVALID_ARGUMENT", `"${name}" is ${taken}`, {
        hint: `Choose another name, such as "my-${name}"`,
      });
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new JigError("INVALID_ARGUMENT", `${folder} already exists`, { hint: "Choose another name" });
    }
    const template = values.get("template") ?? "ts";
    if (!isTemplate(template)) {
      throw new JigError("INVALID_ARGUMENT", `Unknown template "${template}"`, {
        hint: `Known: ${TEMPLATES.join(", ")}`,
      });
    }
    const { files, next } = templateFiles(template, name, shellQuoted(written));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    if (template === "ts") {
      await writeKit(folder, (await terminal.host()).assets);
      await buildPlugin(folder, folder, ports.runtime);
    } else writeSchema(folder);
    approveOwn(folder, name, terminal, ports);
    await terminal.print([...readFolder(folder).files.map(({ path }) => join(written, path)), "", ...next].join("\n"));
    return 0;
  },
};
