/** Of what people type first, nearly all does what was meant, or is answered with the one line to type. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Ran, runJig, scratch } from "../jig.ts";
import { FIRST_TRIES, type FirstTry, PROJECT } from "./first-tries.ts";

let root: string;

before(() => {
  root = scratch(PROJECT);
});

/** Why a try did not do what was meant, or nothing. */
function fault({ words, input = "", stdout, advice }: FirstTry): string | undefined {
  const config = scratch();
  const ran: Ran = runJig(words, { cwd: root, input, env: { XDG_CONFIG_HOME: config } });
  const said = `exit ${ran.code}\n${ran.stdout.slice(0, 500)}\n${ran.stderr.slice(0, 500)}`;
  if (stdout) return ran.code === 0 && stdout.test(ran.stdout) ? undefined : said;
  const inALine = ran.stderr.trim().split("\n").length === 1 && ran.stdout === "";
  return ran.code !== 0 && inALine && advice!.test(ran.stderr) ? undefined : said;
}

test("at least nine of ten first tries do what was meant, or say what to type", () => {
  const faults = FIRST_TRIES.flatMap((each) => {
    const why = fault(each);
    return why === undefined ? [] : [`${each.from}: jig ${each.words.join(" ")}\n${why}`];
  });
  assert.ok(FIRST_TRIES.length >= 60);
  assert.ok(faults.length <= FIRST_TRIES.length / 10, faults.join("\n\n"));
});
