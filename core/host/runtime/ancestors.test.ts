/** Detects exited ancestors, even with a shell in between that stays. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { watchAncestors } from "./ancestors.ts";

/** Deno runs programs in another way. */
const DENO = "Deno" in globalThis;
const MODULE = fileURLToPath(new URL("./ancestors.ts", import.meta.url));

test("they are all there while they run", () => {
  assert.equal(watchAncestors()(), true);
});

test("a client that is killed behind a shell is seen to be gone", {
  skip: process.platform !== "linux" || DENO,
}, async () => {
  const child = `
    const { watchAncestors } = await import(${JSON.stringify(MODULE)});
    const all = watchAncestors();
    console.log("all there", all());
    const look = setInterval(() => { if (!all()) { console.log("one gone", process.ppid > 1); process.exit(0); } }, 20);`;
  // The shell waits for its pipe, like npx.
  const client = `
    const { spawn } = require("node:child_process");
    const shell = spawn("sh", ["-c", '"$0" -e "$1" | cat', process.argv[1], process.argv[2]], { stdio: ["ignore", "inherit", "inherit"] });
    setInterval(() => {}, 1000);`;
  const started = spawn(process.execPath, ["-e", client, process.execPath, child], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (text.includes("all there")) started.kill("SIGKILL");
  });
  await once(started.stdout, "close");
  assert.equal(said, "all there true\none gone true\n");
});
