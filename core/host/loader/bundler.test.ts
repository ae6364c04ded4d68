/** Bundling timeouts. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sourceAssets } from "../runtime/source-assets.ts";
import { bundleModules, canBundle } from "./bundler.ts";

test("a bundle that takes too long is not the fault of its modules", { skip: !canBundle() }, async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "jig-bundler-")));
  const folder = join(base, "plugin");
  mkdirSync(folder);
  // Large, so that the timeout comes first even on a busy machine.
  writeFileSync(join(folder, "a.ts"), `export const a = [${"1,".repeat(2_000_000)}];\n`);
  const runtime = {
    assets: sourceAssets(new URL("../../../main.ts", import.meta.url).href),
    cacheFolder: join(base, "cache"),
    environment: { PATH: process.env.PATH },
    home: undefined,
    self: { command: process.execPath, args: [] },
  };
  await assert.rejects(bundleModules(runtime, folder, ["a.ts"], 0), { code: "TIMEOUT", message: /0 seconds/ });
});
