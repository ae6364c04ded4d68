/** `focus-window` with fake system tools on PATH: commands that are run, and honest answers if nothing works. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli } from "./driver.ts";
import { commands } from "./fake/commands.ts";
import { FakeProject } from "./fake/project.ts";

const skip = process.platform === "win32" ? "stand-ins are shell scripts" : false;

/** A machine with only these commands. */
function stage(project: FakeProject, scripts: Record<string, string>) {
  const folder = commands(scripts);
  return {
    async focus(env: Record<string, string> = {}) {
      const args = ["call", "focus-window", "--root", project.root];
      const { code, stdout } = await cli(args, { env: { PATH: folder, ...env } });
      const calls = readFileSync(join(folder, "calls.log"), "utf8").trim().split("\n").slice(1);
      return { code, value: JSON.parse(stdout), calls };
    },
  };
}

const running = (project: FakeProject, binary: string) =>
  `/bin/cat <<EOT\n  4711 ${binary} -useHub -projectpath ${project.root} -hubIPC\nEOT`;
const LINUX = "/opt/Unity/Editor/Unity";
const MAC = "/Applications/Unity.app/Contents/MacOS/Unity";

test("focus-window by xdotool, by wmctrl, by System Events", { skip }, async () => {
  const project = new FakeProject();
  const xdotool = await stage(project, { ps: running(project, LINUX), xdotool: "exit 0" }).focus();
  assert.equal(xdotool.code, 0, JSON.stringify(xdotool.value));
  assert.equal(xdotool.value.Success, true);
  assert.deepEqual(xdotool.calls, ["xdotool search --onlyvisible --pid 4711 windowactivate --sync"]);
  const wmctrl = await stage(project, {
    ps: running(project, LINUX),
    xdotool: "exit 1",
    wmctrl: 'if [ "$1" = "-lp" ]; then echo "0x01 0 12 host a"; echo "0x02 0 4711 host Unity"; fi',
  }).focus();
  assert.equal(wmctrl.value.Success, true);
  assert.deepEqual(wmctrl.calls.slice(1), ["wmctrl -lp", "wmctrl -ia 0x02"]);
  const mac = await stage(project, { ps: running(project, MAC), osascript: "exit 0" }).focus();
  assert.equal(mac.value.Success, true);
  assert.match(
    mac.calls[0] ?? "",
    /osascript -e tell application "?System Events"? to set frontmost of \(first process whose unix id is 4711\) to true/,
  );
  project.remove();
});

test("focus-window says what it cannot do and what a person can", { skip }, async () => {
  const project = new FakeProject();
  const nothing = await stage(project, {}).focus();
  assert.equal(nothing.code, 1);
  assert.equal(nothing.value.Code, "NO_WINDOW_TOOL");
  const closed = await stage(project, { ps: "echo 1 init" }).focus();
  assert.equal(closed.value.Code, "EDITOR_NOT_REACHABLE");
  assert.match(closed.value.ErrorMessage, /Unity is not running with/);
  const bare = await stage(project, { ps: running(project, LINUX) }).focus();
  assert.match(bare.value.ErrorMessage, /Neither xdotool nor wmctrl is installed/);
  const wayland = await stage(project, { ps: running(project, LINUX), xdotool: "exit 1" }).focus({
    XDG_SESSION_TYPE: "wayland",
  });
  assert.match(wayland.value.ErrorMessage, /Wayland does not let/);
  const refused = await stage(project, {
    ps: running(project, MAC),
    osascript: "echo not allowed >&2; exit 1",
  }).focus();
  assert.equal(refused.value.ErrorMessage, "not allowed");
  assert.match(refused.value.Hint, /Automation/);
  project.remove();
});
