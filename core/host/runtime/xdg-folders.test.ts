/** jig's folders on Unix and Windows. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { cacheFolderOf, configFolderOf, stateFolderOf } from "./xdg-folders.ts";

const HOME = mkdtempSync(join(tmpdir(), "jig-folders-"));
const at = (...names: string[]) => join(HOME, ...names);

test("the folders follow XDG; on Windows %LOCALAPPDATA% and %APPDATA%", () => {
  const given = { HOME, LOCALAPPDATA: at("l"), APPDATA: at("r") };
  assert.deepEqual([cacheFolderOf(given, false), configFolderOf(given, false)], [at(".cache/jig"), at(".config/jig")]);
  assert.deepEqual([cacheFolderOf(given, true), configFolderOf(given, true)], [at("l/jig/cache"), at("r/jig")]);
  assert.deepEqual(
    [stateFolderOf(given, false), stateFolderOf(given, true)],
    [at(".local/state/jig"), at("l/jig/state")],
  );
  const unnamed = { HOME };
  assert.deepEqual(
    [cacheFolderOf(unnamed, true), configFolderOf(unnamed, true)],
    [at("AppData/Local/jig/cache"), at("AppData/Roaming/jig")],
  );
});

test("XDG variables count on every system, unless they are relative", () => {
  const named = { HOME, XDG_CACHE_HOME: at("c"), XDG_CONFIG_HOME: at("s"), LOCALAPPDATA: at("l"), APPDATA: at("r") };
  for (const windows of [false, true]) {
    assert.deepEqual([cacheFolderOf(named, windows), configFolderOf(named, windows)], [at("c/jig"), at("s/jig")]);
  }
  assert.equal(configFolderOf({ HOME, XDG_CONFIG_HOME: "relative" }, false), at(".config/jig"));
});
