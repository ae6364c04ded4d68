/** A project with its own plugin, and user settings. */
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";
import { WITH_DENO } from "./paths.ts";

export interface Project {
  root: string;
  folder: string;
  env: Record<string, string>;
}

/** A project with one plugin and temporary settings. */
export function project(extra: object = {}, path = WITH_DENO): Project {
  const manifest = {
    name: "greeter",
    version: "1.0.0",
    title: "Greeter",
    description: "Greets.",
    host: "^1",
    permissions: {},
    tools: {
      greet: {
        title: "Greet",
        description: "Greets whoever asks.",
        effect: "read",
        input: { type: "object", properties: {} },
        handler: "./greet.ts",
      },
    },
    ...extra,
  };
  const root = scratch({
    "a.txt": "text",
    ".jig/plugins/greeter/plugin.json": JSON.stringify(manifest, null, 2),
    ".jig/plugins/greeter/greet.ts": 'export default async () => ({ value: "hello" });\n',
    ".jig/plugins/greeter/greet.sh": '#!/bin/sh\nprintf \'{"value": "hello"}\'\n',
  });
  const folder = join(root, ".jig", "plugins", "greeter");
  chmodSync(join(folder, "greet.sh"), 0o755);
  const home = scratch();
  return {
    root,
    folder,
    env: { PATH: path, XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache") },
  };
}

export const jig = ({ root, env }: Project, ...args: string[]) => runJig(args, { cwd: root, env });
export const greet = (from: Project) => jig(from, "call", "greet", "--as", "json");

/** Approves by the hash in the error message, like a script would. */
export function approve(from: Project, ...flags: string[]) {
  const refused = jig(from, "plugin", "trust", ...flags);
  const hash = /--hash ([0-9a-f]+)/.exec(refused.stderr)?.[1];
  assert.ok(hash, refused.stderr);
  return jig(from, "plugin", "trust", ...flags, "--hash", hash);
}
