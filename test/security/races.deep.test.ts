/** Slow race tests for checked paths, in the host and in ripgrep. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createProcesses } from "../../core/host/capabilities/processes.ts";
import { createExecutables } from "../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { confineReaders } from "../../core/host/sandbox/confined-readers.ts";
import { findKernel } from "../../core/host/sandbox/kernel.ts";
import { scratch } from "../jig.ts";
import { READS, raced, skip } from "./race.ts";

const SEARCHES = READS / 400;
const MAIN = new URL("../../main.ts", import.meta.url).href;

describe("races", { skip }, () => {
  const root = realpathSync(scratch({ "folder/a.txt": "inside" }));
  const outside = realpathSync(scratch({ "a.txt": "outside" }));
  const cache = scratch();
  const kernel = findKernel({ environment: {}, cacheFolder: cache });
  let swapper: ChildProcess;

  before(async () => {
    symlinkSync(outside, join(root, "link"));
    swapper = spawn(process.execPath, [
      join(import.meta.dirname, "swapper.ts"),
      join(root, "folder"),
      join(root, "link"),
    ]);
    await new Promise((settle) => swapper.stdout!.once("data", settle));
  });
  after(() => swapper.kill("SIGKILL"));

  test("searches by ripgrep, which follows what it is given", {
    skip: kernel ? false : "this system cannot confine",
  }, async () => {
    const { find, locate } = createExecutables(sourceAssets(MAIN), join(cache, "bin"), "");
    const runtime = { home: undefined, environment: {}, log: () => {} };
    const confine = confineReaders({ kernel: () => kernel, runtime, folders: [root], locate });
    const search = (confined: boolean) => async () => {
      const { run } = createProcesses({ find, cwd: root, environment: {}, ...(confined ? { confine } : {}) });
      const { stdout, exit } = await run({ command: "rg", args: ["--no-config", "side", "--", join(root, "folder")] });
      let text = "";
      for await (const piece of stdout) text += Buffer.from(piece).toString();
      await exit;
      return text === "" ? "refused" : text.includes("outside") ? "outside" : "inside";
    };
    assert.ok((await raced(SEARCHES, search(false), ["outside"])).outside! > 0, "the race is one");
    const came = await raced(SEARCHES, search(true));
    assert.equal(came.outside, undefined, JSON.stringify(came));
    assert.ok(came.inside! > 0 && came.refused! > 0, JSON.stringify(came));
  });
});
