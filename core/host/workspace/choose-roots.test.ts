/** Order in which roots are searched. */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chooseRoots, rootsAreNamed } from "./choose-roots.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "jig-roots-")));
const environment = { JIG_ROOT: "/a:/b", CLAUDE_PROJECT_DIR: "/c" };

test("chooseRoots() takes flags, then JIG_ROOT, then CLAUDE_PROJECT_DIR, then the client, then the working directory", () => {
  const sources = { flags: ["/f"], environment, client: ["/m"], cwd, home: "/home" };
  assert.deepEqual(chooseRoots(sources), ["/f"]);
  assert.deepEqual(chooseRoots({ ...sources, flags: [] }), ["/a", "/b"]);
  assert.deepEqual(chooseRoots({ ...sources, flags: [], environment: { CLAUDE_PROJECT_DIR: "/c" } }), ["/c"]);
  assert.deepEqual(chooseRoots({ ...sources, flags: [], environment: {} }), ["/m"]);
  assert.deepEqual(chooseRoots({ flags: [], environment: {}, cwd, home: "/home" }), [cwd]);
});

test("chooseRoots() finds no root where the working directory is too wide", () => {
  assert.deepEqual(chooseRoots({ flags: [], environment: {}, cwd: "/", home: "/home" }), []);
  assert.deepEqual(chooseRoots({ flags: [], environment: {}, cwd, home: cwd }), []);
});

test("chooseRoots() finds no root where Claude Code was started in a folder that is too wide", () => {
  const sources = { flags: [], environment: { CLAUDE_PROJECT_DIR: cwd }, client: ["/m"], cwd: "/", home: cwd };
  assert.deepEqual(chooseRoots(sources), []);
  assert.deepEqual(chooseRoots({ ...sources, home: "/home" }), [cwd]);
  assert.deepEqual(chooseRoots({ ...sources, environment: { CLAUDE_PROJECT_DIR: "/" } }), []);
  assert.deepEqual(chooseRoots({ ...sources, flags: [cwd] }), [cwd], "a flag is refused with a message");
});

test("rootsAreNamed() tells whether a client need be asked", () => {
  assert.equal(rootsAreNamed({ flags: [], environment: {} }), false);
  assert.equal(rootsAreNamed({ flags: [], environment: { JIG_ROOT: "/a" } }), true);
});
