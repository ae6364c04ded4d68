/** npm installs released packages from a local registry, and the executable passes the release's smoke test. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageName, writePackages } from "../../build/release/npm.ts";
import { smoke } from "../../build/release/smoke.ts";
import { TARGETS } from "../../build/release/targets.ts";
import packageJson from "../../package.json" with { type: "json" };
import { JIG, scratch } from "../jig.ts";
import { serve } from "./registry.ts";
import { HERE, identity, STAND_IN } from "./stand-in.ts";

const POSIX = process.platform !== "win32";

test("npm installs the wrapper and the one package that fits, and runs it", {
  skip: !POSIX,
  timeout: 120_000,
}, async () => {
  const folder = scratch({ jig: STAND_IN, "project/package.json": "{}" });
  const everywhere = new Map(TARGETS.map((target) => [target, join(folder, "jig")]));
  const registry = await serve(writePackages(join(folder, "npm"), identity, everywhere, identity.licenseFile), folder);
  const run = async (command: string, ...words: string[]) => {
    const env = { PATH: process.env.PATH ?? "", HOME: folder, npm_config_registry: registry.url };
    const child = spawn(command, words, { cwd: join(folder, "project"), env, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
    return text;
  };
  await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "@example/jig");
  registry.close();
  const names = readdirSync(join(folder, "project", "node_modules", "@example")).sort();
  assert.deepEqual(names, ["jig", packageName(identity, HERE).slice("@example/".length)]);
  assert.equal(await run(join("node_modules", ".bin", "jig"), "--version"), "1.2.3\n");
});

test("the executable passes what a release tries on it", { timeout: 60_000 }, async () => {
  assert.ok((await smoke(JIG, packageJson.version)).length > 5);
});
