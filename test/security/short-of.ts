/** A place with limited resources, and a user-installed plugin. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { environment, JIG, scratch } from "../jig.ts";

export const LINUX = process.platform === "linux";
export const CLASS = "using System;\npublic class Foo { public int Bar(int n) { return n; } }\n";
export const ENOUGH = 120_000;

export interface Place {
  root: string;
  env?: Record<string, string>;
  /** Shell command that sets the limit. */
  limit?: string;
}

/** A user-installed plugin and the flags for it. */
export function greeter(): string[] {
  const folder = scratch({
    "greet.py": 'import json\nprint(json.dumps({"value": {"said": "hello"}}))\n',
    "plugin.json": JSON.stringify({
      name: "greeter",
      version: "1.0.0",
      title: "Greeter",
      description: "Greets.",
      host: "^1",
      permissions: { run: ["python3"] },
      tools: {
        greet: {
          title: "Greet",
          description: "Says hello to whoever calls it.",
          effect: "read",
          input: { type: "object" },
          handler: { command: ["python3", "greet.py"] },
        },
      },
    }),
  });
  return ["--plugins", folder];
}

const mounted: string[] = [];
after(() => {
  for (const folder of mounted) spawnSync("umount", [folder]);
});

/** A separate file system. Undefined if the user can't mount one. */
export function tinyDisk(option: string): string | undefined {
  const folder = scratch();
  if (!LINUX || spawnSync("mount", ["-t", "tmpfs", "-o", option, "jig-test", folder]).status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = any;

export function call(
  { root, env = {}, limit = "true" }: Place,
  tool: string,
  input: unknown,
  plugins: string[] = [],
): Answer {
  const words = ["call", tool, "--as", "json", "--root", root, "--input", JSON.stringify(input), ...plugins];
  const { stdout, stderr } = spawnSync("bash", ["-c", `${limit}; exec "$0" "$@"`, JIG, ...words], {
    env: environment(env),
    encoding: "utf8",
    timeout: ENOUGH,
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.match(stdout, /^\{/, `${tool} printed no JSON: ${stderr}`);
  return JSON.parse(stdout);
}

export const MANY = 2000;

/** Over 100 KB of file names. */
export function manyFiles(): string {
  const root = scratch();
  mkdirSync(join(root, "below"));
  const name = "a-name-that-is-long-enough-to-fill-the-list-of-all-files-";
  for (let at = 1; at < MANY; at++) writeFileSync(join(root, "below", `${name}${at}`), at % 100 === 0 ? "hello\n" : "");
  return root;
}
