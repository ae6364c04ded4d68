/** Wrong words and files of settings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "./own-settings.ts";

test("wrong words and wrong files are said in a line; the rest goes on", () => {
  for (const [words, said] of [
    [["set", "colour", "never"], /Unknown setting "colour"\. Did you mean color\?/],
    [["set", "color", "blue"], /takes auto, always, never, not "blue"/],
    [["set", "defaults.search_content.hiden", "true"], /no parameter "hiden"\. Did you mean hidden\?/],
    [["set", "color"], /takes get KEY, set KEY VALUE or unset KEY/],
    [["set", "defaults.search_content", "1"], /not of the form/],
  ] as const) {
    const { code, stderr } = at().run(["settings", ...words]);
    assert.equal(code, 2);
    assert.match(stderr, said);
  }
  for (const text of ["{", "[]", "\0", '{"color": "blue"}', "x".repeat(70_000)]) {
    const { run } = at({ ".jig/settings.json": text });
    const { code, stderr, stdout } = run(["search_content", "needle"]);
    assert.equal(code, 0, text.slice(0, 20));
    assert.match(stderr, /settings\.json/);
    assert.equal(JSON.parse(stdout).count, 2);
    assert.equal(run(["settings", "set", "--repository", "color", "never"]).code, text.startsWith('{"') ? 0 : 2);
  }
});
