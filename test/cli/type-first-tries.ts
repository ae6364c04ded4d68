/** Runs first attempts and reports those that neither work nor suggest a command. */
import assert from "node:assert/strict";
import { type Ran, scratch, startJig } from "../jig.ts";
import { type FirstTry, PROJECT } from "./first-tries.ts";

function run(root: string, words: string[], input: string): Promise<Ran> {
  const child = startJig(words, { cwd: root, env: { XDG_CONFIG_HOME: scratch() } });
  const ran = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (ran.stdout += text));
  child.stderr.on("data", (text) => (ran.stderr += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...ran })));
}

/** Why an attempt failed, if it did. */
async function fault(root: string, { from, words, input = "", stdout, advice }: FirstTry): Promise<string | undefined> {
  const ran = await run(root, words, input);
  const inALine = ran.stderr.trim().split("\n").length === 1 && ran.stdout === "";
  const meant = stdout
    ? ran.code === 0 && stdout.test(ran.stdout)
    : ran.code !== 0 && inALine && advice!.test(ran.stderr);
  if (meant) return undefined;
  return `${from}: jig ${words.join(" ")}\nexit ${ran.code}\n${ran.stdout.slice(0, 500)}\n${ran.stderr.slice(0, 500)}`;
}

/** Allows one failure in ten. Runs four at a time. */
export async function nineOfTenAreUnderstood(tries: readonly FirstTry[]): Promise<void> {
  const root = scratch(PROJECT);
  const faults: (string | undefined)[] = [];
  const left = [...tries];
  const worker = async () => {
    for (let each = left.shift(); each; each = left.shift()) faults.push(await fault(root, each));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  const wrong = faults.filter((each) => each !== undefined);
  process.stdout.write(`${faults.length - wrong.length} of ${faults.length}\n`);
  assert.equal(faults.length, tries.length);
  assert.ok(wrong.length <= faults.length / 10, wrong.join("\n\n"));
}
