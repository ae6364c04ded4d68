/** Each reason for a failed start has its own message. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { whyUnstartable } from "./why-unstartable.ts";

test("what starts has no reason, each other cause its own", {
  skip: process.platform === "win32" ? "Windows starts files by other rules" : false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-start-"));
  const why = (content: string | Uint8Array, mode = 0o755) => {
    const path = join(folder, "program");
    writeFileSync(path, content);
    chmodSync(path, mode);
    return whyUnstartable(path, process.env)?.what;
  };
  const own = readFileSync(process.execPath).subarray(0, 4096);
  assert.equal(why(own), undefined);
  assert.equal(why("#!/bin/sh\n"), undefined);
  assert.equal(why("#!/usr/bin/env sh\n"), undefined);
  assert.equal(why("#! /usr/bin/env -S sh -u\n"), undefined);
  assert.equal(why("#!/bin/sh\n", 0o644), "is not executable");
  assert.equal(why(""), "is empty");
  assert.equal(why("echo\n"), "is neither a program nor a script");
  assert.equal(why("#!/bin/no-such\n"), "starts with /bin/no-such, which does not exist");
  assert.equal(why("#!/usr/bin/env no-such\n"), "starts with no-such, which is not on the PATH");
  assert.equal(why("#!/bin/sh\r\n"), "has Windows line endings");
  assert.match(why("MZ\0\0") ?? "", /another system \(win32\)/);
  assert.equal(whyUnstartable(folder, process.env)?.what, "is not a file");
  assert.equal(whyUnstartable(join(folder, "absent"), process.env)?.what, "does not exist");
  if (process.platform !== "linux") return;
  const other = Buffer.from(own);
  other.writeUInt16LE(process.arch === "x64" ? 183 : 62, 18);
  assert.match(why(other) ?? "", /another kind of machine \((arm64|x64)\)/);
});
