/** Common problems are detected and come with a fix. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Host, PluginInfo, Runtime } from "../host/frontend-api.ts";
import { JigError } from "../host/frontend-api.ts";
import { checkEnvironment, checkHost, unopened } from "./mod.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-doctor-"));

async function lines(runtime: Partial<Runtime>, locate = async (command: string) => command) {
  const whole = {
    version: "1.2.3",
    self: { command: "/opt/jig", args: [] },
    environment: {},
    cacheFolder: join(folder, "none", "cache"),
    configFolder: join(folder, "none", "config"),
    stateFolder: join(folder, "none", "state"),
    ...runtime,
  } as Runtime;
  const found = await checkEnvironment({ runtime: whole, locate, engine: "bun 0" });
  for (const line of found) if (line.state === "error" || line.state === "warning") assert.ok(line.fix, line.what);
  return (what: string) => found.find((line) => line.what === what);
}

test("ripgrep is really started", async () => {
  const text = join(folder, "rg");
  writeFileSync(text, "no program");
  chmodSync(text, 0o755);
  assert.equal((await lines({}, async () => process.execPath))("ripgrep")?.state, "error");
  assert.equal((await lines({}, async () => text))("ripgrep")?.state, "error");
  const failing = async () => {
    throw new JigError("PERMISSION_DENIED", "no room");
  };
  assert.match((await lines({}, failing))("ripgrep")?.detail ?? "", /no room/);
});

test("folders that others could change, or that cannot be made", async () => {
  const open = join(folder, "open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  assert.equal((await lines({ cacheFolder: open }))("cache folder")?.state, "warning");
  const file = join(folder, "file");
  writeFileSync(file, "");
  assert.equal((await lines({ configFolder: join(file, "jig") }))("config folder")?.state, "error");
  assert.equal((await lines({}))("cache folder")?.state, "ok");
});

test("variables that make a program run other people's code", async () => {
  const found = await lines({ environment: { BUN_OPTIONS: "--preload ./x.ts", PATH: "" } });
  assert.equal(found("environment BUN_OPTIONS")?.state, "warning");
  assert.equal(found("deno")?.state, "off");
});

test("plugins and roots, also where there are none", async () => {
  const plugin = { name: "p", version: "1.0.0", builtIn: false, source: "/p", sandbox: "none", tools: ["a"] };
  const host = (plugins: object[], roots: object[]) =>
    ({ workspace: { roots }, plugins: () => plugins as PluginInfo[], doctor: async () => [] }) as unknown as Host;
  const [root, ready, broken] = await checkHost(
    host(
      [
        { ...plugin, state: "ready" },
        { ...plugin, state: "unavailable", reason: "it broke", fix: "mend it" },
      ],
      [{ name: "r", path: folder }],
    ),
  );
  assert.equal(root?.state, "ok");
  assert.match(ready?.detail ?? "", /NOT SANDBOXED/);
  assert.deepEqual([broken?.state, broken?.detail, broken?.fix], ["error", "it broke", "mend it"]);
  assert.equal((await checkHost(host([], [])))[0]?.state, "error");
  assert.equal(unopened(new JigError("INVALID_ARGUMENT", "too wide", { hint: "Narrow it" }))[0]?.fix, "Narrow it");
});
