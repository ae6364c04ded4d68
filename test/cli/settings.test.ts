/** Settings: user file, workspace file, environment, flags, and what a repository isn't allowed to set. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { at } from "./own-settings.ts";

test("set, get and unset change the user's file and keep its comments", () => {
  const { run, file, count } = at();
  assert.equal(run(["settings", "get", "color"]).code, 1);
  assert.equal(run(["settings", "set", "color", "always"]).code, 0);
  assert.equal(run(["settings", "set", "defaults.search_content.hidden", "true"]).code, 0);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), {
    color: "always",
    defaults: { search_content: { hidden: true } },
  });
  assert.equal(run(["settings", "get", "color"]).stdout, "always\n");
  assert.match(run(["grep", "needle", "a.txt"]).stdout, /\x1b\[31m/);
  assert.equal(run(["grep", "needle", "a.txt"], { JIG_COLOR: "never" }).stdout, "needle\nneedle\n");
  assert.equal(run(["grep", "needle", "a.txt", "--color", "never"]).stdout.includes("\x1b"), false);
  assert.equal(count(), 3);
  assert.equal(count("--no-hidden"), 2);
  const shown = JSON.parse(run(["settings", "--json"]).stdout);
  assert.deepEqual(shown.settings["defaults.search_content.hidden"], { value: true, source: file });
  assert.equal(run(["settings", "unset", "color"]).code, 0);
  assert.equal(run(["settings", "get", "color"]).code, 1);
});

test("a file that is not JSON is ignored, with the place and what to write", () => {
  const { root, run } = at({ ".jig/settings.json": "" });
  const place = join(root, ".jig", "settings.json");
  const complaint = (text: string) => {
    writeFileSync(place, text);
    return run(["settings"]).stderr;
  };
  for (const [text, expected] of [
    ["{\n  'as': 'json'\n}", /settings\.json:2:3 is ignored: a string is in single quotes\. Use double quotes/],
    ['{\n  “as”: "json"\n}', /settings\.json:2:3 is ignored: a quotation mark is not straight/],
    ['{"as" "json"}', /settings\.json:1:6 is ignored: ":" is missing/],
    ["[]", /settings\.json is ignored: it is not a JSON object\. Write \{…\}/],
  ] as const)
    assert.match(complaint(text), expected);
  assert.equal(complaint('\ufeff{\n  // why\n  "as": "json",\n}'), "");
});

test("defaults of a repository are announced, also if it wants quiet; those of the user are not", () => {
  const { run, root } = at({
    ".jig/settings.json": JSON.stringify({ quiet: true, defaults: { search_content: { exclude_globs: ["a.txt"] } } }),
  });
  const { stdout, stderr } = run(["search_content", "needle"]);
  assert.equal(JSON.parse(stdout).count, 0);
  assert.ok(stderr.includes(`${join(root, ".jig", "settings.json")} sets exclude_globs: ["a.txt"]`), stderr);
  const own = at();
  own.run(["settings", "set", "defaults.search_content.exclude_globs", '["a.txt"]']);
  assert.equal(own.run(["search_content", "needle"]).stderr, "");
});

test("a folder for settings that cannot be made is named, with the variable for another", () => {
  const { root, run } = at();
  const { code, stderr } = run(["settings", "set", "color", "never"], { XDG_CONFIG_HOME: join(root, "a.txt") });
  assert.equal(code, 2);
  assert.match(stderr, /Cannot write in ".*a\.txt\/jig": a file is where a folder should be\. .*XDG_CONFIG_HOME/);
});

test("a repository may set display and defaults of what reads, and nothing that writes", () => {
  const shared = { color: "always", defaults: { search_content: { hidden: true, output_file: "o.json" } } };
  const { run, root, count } = at({ ".jig/settings.json": JSON.stringify(shared) });
  assert.equal(count(), 3);
  assert.ok(!existsSync(join(root, "o.json")));
  assert.match(run(["search_content", "needle"]).stderr, /output_file" is ignored/);
  const linked = at();
  symlinkSync(scratch({ "settings.json": JSON.stringify(shared) }), join(linked.root, ".jig"));
  assert.equal(linked.count(), 2);
  assert.match(linked.run(["search_content", "needle"]).stderr, /its folder is a link/);
  const secret = at({ ".jig/x": "" });
  symlinkSync("/etc/passwd", join(secret.root, ".jig", "settings.json"));
  assert.ok(!secret.run(["search_content", "needle"]).stderr.includes("root:"));
});
