/** Tests copying through the terminal and, if there is one, with a program of the platform. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboardBytes, clipboardPrograms, copyText, osc52 } from "./clipboard.ts";

test("osc52() is the sequence that terminals know", () => {
  assert.equal(osc52("é"), "\u001b]52;c;w6k=\u0007");
});

test("each platform has its program", () => {
  assert.deepEqual(clipboardPrograms("darwin", {}), [["pbcopy"]]);
  assert.deepEqual(clipboardPrograms("linux", { WAYLAND_DISPLAY: "wayland-0" }), [["wl-copy"]]);
  assert.equal(clipboardPrograms("linux", { DISPLAY: ":0" })[0]?.[0], "xclip");
  assert.deepEqual(clipboardPrograms("linux", {}), []);
});

test("Windows' program gets UTF-16 with its mark: anything but ASCII is lost to it otherwise", () => {
  for (const program of ["clip", "clip.exe"])
    assert.equal(clipboardBytes(program, "日本 é😀").toString("utf16le"), "\ufeff日本 é😀");
  assert.equal(clipboardBytes("pbcopy", "é").toString(), "é");
});

test("without a program the terminal copies; what is too long for it is refused with a way out", async () => {
  let written = "";
  const write = (sequence: string) => {
    written += sequence;
  };
  assert.equal(await copyText("text", write, {}), "through the terminal");
  assert.equal(written, osc52("text"));
  await assert.rejects(copyText("x".repeat(80_000), write, {}), /too long/);
});
