/** Tests that errors in the settings file are reported and the defaults apply. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { themeOf } from "../look/theme.ts";
import { parseSettings } from "./explorer-settings.ts";

const read = (value: unknown) =>
  parseSettings(typeof value === "string" ? value : JSON.stringify(value), "explorer.json");

test("defaults, one key or several", () => {
  assert.deepEqual(read({}), { settings: { theme: "terminal", keys: {}, mouse: true, pictures: "auto" } });
  assert.equal(read({ pictures: "sixel" }).settings.pictures, "sixel");
  const { settings } = read({ theme: "light", keys: { run: "f", quit: ["x", "Q"] } });
  assert.deepEqual(settings, { theme: "light", keys: { run: ["f"], quit: ["x", "Q"] }, mouse: true, pictures: "auto" });
});

test("every fault names its place", () => {
  assert.match(read({ theme: "pink" }).problem ?? "", /^explorer\.json: theme: .*terminal/);
  assert.match(read({ colour: 1 }).problem ?? "", /colour/);
  assert.match(read({ pictures: "bitmap" }).problem ?? "", /pictures: .*"kitty"/);
  assert.match(read("{").problem ?? "", /^explorer\.json is not JSON/);
  const unknown = read({ keys: { qiut: "x" } });
  assert.match(unknown.problem ?? "", /no command "qiut"\. .*quit/);
  assert.equal(unknown.settings.theme, "terminal");
});

test("NO_COLOR wins over a theme", () => {
  const colors = (theme: ReturnType<typeof themeOf>) => Object.values(theme.tones).filter(({ color }) => color);
  assert.equal(colors(themeOf("dark", { NO_COLOR: "1" })).length, 0);
  assert.ok(colors(themeOf("dark", { NO_COLOR: "" })).length > 5);
});
