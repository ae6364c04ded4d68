/** Only frames on stdout. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { toStream } from "./standard-streams.ts";

const MODULE = new URL("./standard-streams.ts", import.meta.url).href;

/** A process that claims stdout, then runs `body`. */
function start(body: string) {
  const source = `import process from "node:process";
import { claimStdout, standardInput } from ${JSON.stringify(MODULE)};
const input = standardInput(process);
const frames = claimStdout(process, console);
${body}`;
  const args = "Deno" in globalThis ? ["eval", source] : ["-e", source];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const taken = { stdout: "", stderr: "" };
  child.stderr.on("data", (text) => (taken.stderr += text));
  return { child, taken };
}

test("what prints goes to stderr, what is a frame to stdout", async () => {
  const { child, taken } = start(`console.log("logged"); console.table("tabled"); process.stdout.write("written\\n");
frames.write("frame\\n", () => process.exit(input.isTTY ? 1 : 0));`);
  child.stdout.on("data", (text) => (taken.stdout += text));
  assert.deepEqual(await once(child, "close"), [0, null], taken.stderr);
  assert.deepEqual(taken, { stdout: "frame\n", stderr: "logged\ntabled\nwritten\n" });
});

const blocks = "Deno" in globalThis && "its process.stdout waits for the reader itself";

test("a text is out when it was read, and not before", { skip: blocks }, async () => {
  const megabytes = 8;
  const { child, taken } = start(`let out = 0;
for (let at = 0; at < ${megabytes}; at++) frames.write("x".repeat(2 ** 20), () => out++);
setTimeout(() => { process.stderr.write(out + " "); process.stderr.write("read\\n"); }, 200);
for await (const _ of input) { process.stderr.write(String(out)); process.exit(0); }`);
  await once(child.stderr, "data");
  let bytes = 0;
  child.stdout.on("data", (chunk) => {
    bytes += chunk.length;
    if (bytes === megabytes * 2 ** 20) setTimeout(() => child.stdin.write("\n"), 100);
  });
  assert.deepEqual(await once(child, "close"), [0, null], taken.stderr);
  const [before, after] = taken.stderr.split(" read\n").map(Number);
  assert.ok(before! < megabytes, taken.stderr);
  assert.equal(after, megabytes);
});

test("a reader that left is noticed by who writes", async () => {
  const { child, taken } = start(`frames.onBroken(() => { process.stderr.write("broken "); });
const next = () => frames.write("x".repeat(2 ** 16), (error) => {
  if (!error) return setTimeout(next, 1);
  process.stderr.write(error.code);
  setTimeout(() => process.exit(0), 100);
});
next();`);
  child.stdout.destroy();
  assert.deepEqual(await once(child, "close"), [0, null], taken.stderr);
  assert.match(taken.stderr, /broken /);
  assert.match(taken.stderr, /EPIPE/);
});

test("so it is with a stream of Node", async () => {
  const stream = new PassThrough();
  const frames = toStream(stream);
  await new Promise((resolve) => frames.write("frame\n", resolve));
  assert.equal(String(stream.read()), "frame\n");
  const broken = new Promise<void>((resolve) => frames.onBroken(resolve));
  stream.destroy(new TypeError("EPIPE"));
  await broken;
});
