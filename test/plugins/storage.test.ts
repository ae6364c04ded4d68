/** What a plugin may keep on disk is a value of its manifest: its cache refuses more, and a process that takes more by itself is ended. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { WITHOUT_DENO } from "./paths.ts";

const MODULE = `import { writeFileSync } from "node:fs";
const piece = new Uint8Array(1 << 20).fill(7);
export default async ({ mb, way }, { cache }) => {
  for (let at = 0; at < mb; at++) {
    if (way === "write") await cache.write(\`part\${at}\`, piece);
    else if (way === "append") await cache.append("log", piece);
    else if (way === "same") await cache.write("same", piece);
    else writeFileSync(\`\${process.env.TMPDIR}/part\${at}\`, piece);
  }
  if (way === "own") await new Promise((settle) => setTimeout(settle, 3000));
  return { value: { kept: (await cache.list()).reduce((sum, { size }) => sum + size, 0) } };
};
`;
const SCRIPT = `import json, os, sys, time
for at in range(json.load(sys.stdin)["mb"]):
    open(os.path.join(os.environ["TMPDIR"], "part%d" % at), "wb").write(b"7" * (1 << 20))
time.sleep(3)
print(json.dumps({"value": {"kept": 0}}))
`;

function hoarder(storage: number | undefined): string {
  const folder = join(scratch(), ".jig", "plugins", "hoard");
  mkdirSync(folder, { recursive: true });
  const properties = { mb: { type: "integer", description: "Megabytes" }, way: { type: "string", description: "How" } };
  const input = { type: "object", properties, required: ["mb"] };
  const shared = { title: "Keep", description: "Keeps megabytes on disk.", effect: "read", input };
  const manifest = {
    name: "hoard",
    version: "1.0.0",
    title: "Hoard",
    description: "Keeps much.",
    host: "^1",
    permissions: { run: ["python3"] },
    ...(storage === undefined ? {} : { storageMb: storage }),
    tools: {
      hoard: { ...shared, handler: "./hoard.ts" },
      hoard_command: { ...shared, handler: { command: ["python3", "hoard.py"] } },
    },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "hoard.ts"), MODULE);
  writeFileSync(join(folder, "hoard.py"), SCRIPT);
  return folder;
}

function keep(
  folder: string,
  tool: string,
  mb: number,
  way: string,
  env: Record<string, string> = { XDG_CACHE_HOME: scratch() },
) {
  const words = ["--as", "json", "--plugins", folder, "--input", JSON.stringify({ mb, way })];
  const { stdout, stderr } = runJig(["call", tool, ...words], { env, cwd: scratch() });
  return JSON.parse(stdout || stderr);
}

const MEGABYTE = 1 << 20;

test("a cache takes what the manifest says and refuses more, with the folder and the limit", () => {
  for (const way of ["write", "append"]) {
    const env = { XDG_CACHE_HOME: scratch() };
    const over = keep(hoarder(4), "hoard", 6, way, env);
    assert.equal(over.code, "LIMIT_EXCEEDED");
    assert.match(over.error, /may keep 4 MB in "/);
    assert.ok(over.error.includes(env.XDG_CACHE_HOME), over.error);
    assert.match(over.error, /"storageMb" in plugin\.json/);
  }
  assert.deepEqual(keep(hoarder(4), "hoard", 4, "write"), { kept: 4 * MEGABYTE });
  assert.deepEqual(keep(hoarder(4), "hoard", 9, "same"), { kept: MEGABYTE });
  assert.deepEqual(keep(hoarder(undefined), "hoard", 6, "append"), { kept: 6 * MEGABYTE });
});

test("a process that fills its own folders is ended", { skip: process.platform !== "linux" }, () => {
  for (const tool of ["hoard", "hoard_command"]) {
    // Deno itself lets a module write nothing by itself.
    const env = { XDG_CACHE_HOME: scratch(), PATH: WITHOUT_DENO };
    const over = keep(hoarder(4), tool, 20, "own", env);
    assert.equal(over.code, "LIMIT_EXCEEDED", JSON.stringify(over));
    assert.match(over.error, /may keep 4 MB in "/);
    assert.deepEqual(keep(hoarder(64), tool, 20, "own", env), { kept: 0 });
  }
});

test("the review says it, and a limit that is none is refused", () => {
  const shown = runJig(["plugin", "trust", hoarder(4)]);
  assert.match(shown.stdout + shown.stderr, /storage: 4 MB/);
  assert.match(runJig(["plugin", "check", hoarder(0)]).stdout, /storageMb: must be >=1, not 0/);
});
