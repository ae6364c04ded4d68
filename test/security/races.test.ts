/** A folder and a link to the outside are swapped all the time: nothing outside is read, listed or written. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createFiles } from "../../core/host/capabilities/workspace-files.ts";
import { isInside, resolvePath } from "../../core/host/workspace/path-rules.ts";
import { scratch } from "../jig.ts";
import { READS, raced, skip } from "./race.ts";

const WRITES = READS / 20;

describe("races", { skip }, () => {
  const root = realpathSync(scratch({ "folder/a.txt": "inside" }));
  const outside = realpathSync(scratch({ "a.txt": "outside" }));
  const roots = [{ name: "root", path: root }];
  const files = (blocking: boolean) =>
    createFiles({
      resolve: async (path, _access, options) => resolvePath(roots, path, options),
      sweep: () => Promise.reject(new Error("unused")),
      blocking,
      mayReadDirect: (path) => blocking && isInside(root, path),
    });
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

  test("the race is one: a checked path that is then opened by name leads outside", async () => {
    const came = await raced(READS, async () => readFileSync(resolvePath(roots, "folder/a.txt").absolute, "utf8"), [
      "outside",
    ]).catch(() => ({ outside: 1 }) as Record<string, number>);
    assert.ok((came.outside ?? 0) > 0, JSON.stringify(came));
  });

  for (const blocking of [true, false]) {
    test(`reads ${blocking ? "on a thread" : "in the host"}`, async () => {
      const { readText } = files(blocking);
      const came = await raced(READS, async () => (await readText(join(root, "folder/a.txt"))).text);
      assert.equal(came.outside, undefined, JSON.stringify(came));
      assert.ok(came.inside! > 0 && came.refused! > 0, JSON.stringify(came));
    });
  }

  test("streams", async () => {
    const { stream } = files(false);
    const came = await raced(WRITES, async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of stream("folder/a.txt")) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    });
    assert.equal(came.outside, undefined, JSON.stringify(came));
    assert.ok(came.inside! > 0 && came.refused! > 0, JSON.stringify(came));
  });

  for (const blocking of [true, false]) {
    test(`lists ${blocking ? "on a thread" : "in the host"}`, async () => {
      writeFileSync(join(outside, "only-outside.txt"), "");
      const { list } = files(blocking);
      const came = await raced(WRITES, async () => {
        const names = (await list(join(root, "folder"))).map(({ path }) => path);
        return names.some((name) => name.endsWith("only-outside.txt")) ? "outside" : "inside";
      }, []);
      assert.equal(came.outside, undefined, JSON.stringify(came));
    });
  }

  test("writes", async () => {
    const { write } = files(false);
    mkdirSync(join(root, "spare"));
    const before = readdirSync(outside).sort();
    const came = await raced(WRITES, async (index) => {
      await write(`folder/new-${index}.txt`, "written");
      return "inside";
    });
    assert.deepEqual(readdirSync(outside).sort(), before);
    assert.ok(came.inside! > 0 && came.refused! > 0, JSON.stringify(came));
  });
});
