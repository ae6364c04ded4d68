/** Of what people type first, nearly all does what was meant, or is answered with the one line to type. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Ran, scratch, startJig } from "../jig.ts";
import { FIRST_TRIES, type FirstTry, PROJECT } from "./first-tries.ts";

let root: string;

before(() => {
  root = scratch(PROJECT);
});

function run(words: string[], input: string): Promise<Ran> {
  const child = startJig(words, { cwd: root, env: { XDG_CONFIG_HOME: scratch() } });
  const ran = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (ran.stdout += text));
  child.stderr.on("data", (text) => (ran.stderr += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...ran })));
}

/** Why a try did not do what was meant, or nothing. */
async function fault({ from, words, input = "", stdout, advice }: FirstTry): Promise<string | undefined> {
  const ran = await run(words, input);
  const inALine = ran.stderr.trim().split("\n").length === 1 && ran.stdout === "";
  const meant = stdout
    ? ran.code === 0 && stdout.test(ran.stdout)
    : ran.code !== 0 && inALine && advice!.test(ran.stderr);
  if (meant) return undefined;
  return `${from}: jig ${words.join(" ")}\nexit ${ran.code}\n${ran.stdout.slice(0, 500)}\n${ran.stderr.slice(0, 500)}`;
}

test("at least nine of ten first tries do what was meant, or say what to type", async () => {
  const faults: (string | undefined)[] = [];
  const left = [...FIRST_TRIES];
  const worker = async () => {
    for (let each = left.shift(); each; each = left.shift()) faults.push(await fault(each));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  const wrong = faults.filter((each) => each !== undefined);
  assert.ok(faults.length >= 60);
  assert.ok(wrong.length <= faults.length / 10, wrong.join("\n\n"));
});
