/** Links named rg and fd: created, found, removed, without touching anything else. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readlinkSync, realpathSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setShellLinks } from "./shell-links.ts";

function machine() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-links-")));
  const command = join(top, "jig");
  writeFileSync(command, "", { mode: 0o755 });
  const environment: Record<string, string> = { PATH: "/usr/bin" };
  const place = { root: undefined, home: top, platform: "linux", environment, configFolder: top };
  return {
    top,
    command,
    folder: join(top, "new", "bin"),
    place: { ...place, self: { command, args: [] as string[] } },
  };
}

test("links are made once more without harm, and removed", { skip: process.platform === "win32" }, () => {
  const { folder, command, place } = machine();
  const made = setShellLinks(folder, false, place);
  assert.ok(made.ok);
  assert.deepEqual(made.lines, [
    ...["rg", "fd"].map((name) => `${join(folder, name)} -> ${command}`),
    `Put the folder first on the PATH: export PATH="${folder}:$PATH"`,
  ]);
  assert.equal(readlinkSync(join(folder, "rg")), command);
  assert.ok(setShellLinks(folder, false, { ...place, environment: { PATH: folder } }).ok);
  assert.equal(setShellLinks(folder, false, { ...place, environment: { PATH: folder } }).lines.length, 2);
  // The program was moved.
  unlinkSync(command);
  assert.ok(setShellLinks(folder, true, place).ok);
  assert.equal(existsSync(join(folder, "rg")), false);
  assert.deepEqual(setShellLinks(folder, true, place).lines[0], `${join(folder, "rg")} does not exist`);
});

test("another program of the name stays, and one earlier on the PATH is named", {
  skip: process.platform === "win32",
}, () => {
  const { top, place } = machine();
  const folder = join(top, "bin");
  setShellLinks(folder, true, place);
  const other = join(top, "other");
  setShellLinks(other, false, place);
  unlinkSync(join(other, "rg"));
  writeFileSync(join(other, "rg"), "real");
  const again = setShellLinks(other, false, place);
  assert.equal(again.ok, false);
  assert.match(again.lines[0] ?? "", /rg is not a link to jig: left alone/);
  setShellLinks(other, true, place);
  assert.ok(existsSync(join(other, "rg")));
  const earlier = setShellLinks(folder, false, { ...place, environment: { PATH: `${other}:${folder}` } });
  assert.deepEqual(earlier.lines.slice(2), [`${join(other, "rg")} comes before it on the PATH`]);
});

test("no folder is refused, and one without a link is not for the PATH", { skip: process.platform === "win32" }, () => {
  const { top, place } = machine();
  assert.throws(() => setShellLinks("", false, place), /--shell needs a folder/);
  for (const name of ["rg", "fd"]) writeFileSync(join(top, name), "real");
  assert.deepEqual(
    setShellLinks(top, false, place).lines.map((line) => line.slice(0, 4)),
    ["FAIL", "FAIL"],
  );
});

test("jig that runs from its source has nothing to link", () => {
  const { folder, command, place } = machine();
  assert.throws(
    () => setShellLinks(folder, false, { ...place, self: { command, args: ["main.ts"] } }),
    /from its source/,
  );
});
