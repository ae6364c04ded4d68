/** Frames, and nothing but frames, on stdout. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { claimStdout } from "./stdout.ts";

test("what prints goes to stderr, what is a frame to stdout, and a reader that left is noticed", async () => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let complaints = "";
  stderr.on("data", (text) => (complaints += text));
  const printer = { error: (text: string) => stderr.write(`${text}\n`) } as unknown as Console;
  const frames = claimStdout(stdout as never, stderr as never, printer);
  printer.log("logged");
  printer.table("tabled");
  stdout.write("written\n");
  await new Promise((resolve) => frames.write("frame\n", resolve));
  assert.equal(String(stdout.read()), "frame\n");
  assert.equal(complaints, "logged\ntabled\nwritten\n");
  const closed = new Promise((resolve) => frames.on("close", resolve));
  frames.on("error", () => {});
  stdout.destroy(new TypeError("EPIPE"));
  await closed;
});
