/** Prompts: early, late, incomplete, and missing answers. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { openQuestions } from "./questions.ts";

function opened(signal?: AbortSignal) {
  const input = new PassThrough();
  const output = new PassThrough();
  let written = "";
  output.on("data", (chunk) => {
    written += chunk;
  });
  return { input, written: () => written, questions: openQuestions(input, output, signal) };
}

test("lines that came before a question answer it, and the end of input answers all that follow", async () => {
  const { input, written, questions } = opened();
  input.end("y\n yes \nno");
  assert.equal(await questions.confirm("First?"), true);
  assert.equal(await questions.confirm("Second?"), true);
  assert.equal(await questions.ask("Name: "), "no");
  assert.equal(await questions.ask("More: "), undefined);
  assert.equal(await questions.confirm("Again?"), false);
  questions.close();
  assert.equal(written(), "First? [y/N] Second? [y/N] Name: More: \nAgain? [y/N] \n");
});

test("input that ends after an answer ends the next question", async () => {
  const { input, questions } = opened();
  const first = questions.confirm("First?");
  input.write("y\n");
  assert.equal(await first, true);
  const second = questions.confirm("Second?");
  input.end();
  assert.equal(await second, false);
});

test("a terminal's line that ^D ended is the last answer", async () => {
  const { input, questions } = opened();
  const first = questions.confirm("First?");
  Object.assign(input, { isTTY: true }).write("y");
  assert.equal(await first, true);
  assert.equal(await questions.confirm("Second?"), false);
});

test("a character in two pieces is one", async () => {
  const { input, questions } = opened();
  const [first, second] = [Buffer.from("ü\n").subarray(0, 1), Buffer.from("ü\n").subarray(1)];
  const asked = questions.ask("Name: ");
  input.write(first);
  input.write(second);
  assert.equal(await asked, "ü");
});

test("an aborted question rejects", async () => {
  const stop = new AbortController();
  const { questions } = opened(stop.signal);
  const asked = questions.ask("Name: ");
  stop.abort(new Error("stopped"));
  await assert.rejects(asked, /stopped/);
  await assert.rejects(questions.ask("Again: "), /stopped/);
});
