/** An author with a new Python plugin `notes`, who makes mistakes in its manifest and its script. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fresh } from "./fresh-user.ts";
import { has } from "./paths.ts";

/** Why tests with this author are skipped, if they are. */
export const skip = has("python3") ? false : "no python3";

// biome-ignore lint/suspicious/noExplicitAny: manifests are broken on purpose
type Broken = any;

export function author() {
  const user = fresh();
  assert.equal(user.jig("plugin", "new", "notes", "--template", "python").code, 0);
  const path = join(user.cwd, "notes", "plugin.json");
  const good = readFileSync(path, "utf8");
  const change = (how: (manifest: Broken, tool: Broken) => unknown) => {
    const manifest = JSON.parse(good);
    how(manifest, manifest.tools.notes);
    writeFileSync(path, JSON.stringify(manifest));
  };
  const call = () => user.jig("notes", "--file", "notes.txt", "--plugins", "notes", "--as", "json");
  /** Replaces the script by one that prints an expression of Python. */
  const print = (expression: string, more = "") =>
    writeFileSync(join(user.cwd, "notes", "notes.py"), `import json, sys\n${more}\nsys.stdout.write(${expression})\n`);
  return { ...user, change, call, print, check: () => user.jig("plugin", "check", "notes").stdout };
}

/** The message of a failed call, and its code. */
export function failure({ stdout, code }: { stdout: string; code: number | null }) {
  assert.ok(code === 1 || code === 2, stdout);
  return JSON.parse(stdout) as { error: string; code: string };
}
