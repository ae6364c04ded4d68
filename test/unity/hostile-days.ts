/**
 * Hostile tests: sixteen concurrent callers run commands with side effects on each of the newer backends, while connections break,
 * responses arrive in pieces, and the Editor is busy, reloads, restarts and moves. Nothing may run twice, be reported as done or
 * failed wrongly, or hang. `JIG_UNITY_DAY=2000` makes it longer, `JIG_UNITY_SEED=7` varies it.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { mulberry } from "../mulberry.ts";
import { McpDriver, type Told } from "./driver.ts";
import { cliLoopDay, coplayDay, type Day, gamedevDay, pipelineDay, type Roll } from "./hostile-backends.ts";
import { pause } from "./scenario.ts";

const SEED = Number(process.env.JIG_UNITY_SEED ?? 1);
const LANES = 16;
/** Timeout per call in ms. */
const HANGS = 60_000;

interface Done {
  tool: string;
  token: string;
  from: number;
  /** Measured separately, because time may pass between `from` and the start of the call. */
  to: number;
  told: Told;
}

/** One caller, with one command at a time. */
async function lane(jig: McpDriver, day: Day, numbers: number[], roll: Roll, done: Done[]): Promise<void> {
  for (const number of numbers) {
    const token = `tok-${SEED}-${number}`;
    // Two percent are compiles.
    const [tool, input] = day.tools[roll() < 0.02 ? 0 : 1 + Math.floor(roll() * (day.tools.length - 1))]!;
    const from = performance.now();
    const told = await jig.call(tool, { ...input(token), TimeoutSeconds: 120 });
    done.push({ tool, token, from, to: performance.now(), told });
  }
}

const DAYS: [name: string, begin: (roll: Roll) => Promise<Day>][] = [
  ["Unity CLI Loop 3", cliLoopDay],
  ["Unity Pipeline", pipelineDay],
  ["MCP for Unity", coplayDay],
  ["Unity-MCP", gamedevDay],
];

/** One test per backend. `JIG_UNITY_DAY` overrides the number of commands. */
export function hostileDays(usual: number): void {
  for (const [name, begin] of DAYS) hostileDay(name, begin, usual);
}

export function hostileDay(
  name: string,
  begin: (roll: Roll) => Promise<Day>,
  usual: number,
  skip: string | false = false,
): void {
  const commands = Number(process.env.JIG_UNITY_DAY ?? usual);
  test(`a hostile day of ${commands} commands on ${name}, seed ${SEED}`, {
    skip,
    timeout: 60_000 + commands * 300,
  }, async () => {
    const roll = mulberry(SEED);
    const day = await begin(roll);
    const jig = await McpDriver.open([day.root], { env: day.env });
    const done: Done[] = [];
    try {
      const all = Array.from({ length: commands }, (_, index) => index);
      const lanes = Array.from({ length: LANES }, (_, index) => all.filter((number) => number % LANES === index));
      let over = false;
      const work = Promise.all(
        lanes.map((numbers) => lane(jig, day, numbers, mulberry(SEED + 1_000 + (numbers[0] ?? 0)), done)),
      ).finally(() => {
        over = true;
      });
      const troubles = (async () => {
        while (!over) {
          await pause(100 + 400 * roll());
          if (!over) await day.upheave();
        }
      })();
      await Promise.all([work, troubles]);
      // Include commands that started late.
      await pause(200);
    } finally {
      await jig.close();
      await day.stop();
    }
    judge(name, day, done, commands);
  });
}

function judge(name: string, day: Day, done: Done[], commands: number): void {
  assert.equal(done.length, commands, "every command is answered once");
  const counts: Record<string, number> = {};
  for (const { tool, token, from, to, told } of done) {
    const said = `${tool} ${token}: ${JSON.stringify(told.value).slice(0, 500)}`;
    if (tool === "compile") {
      if (told.failed) assert.ok(day.harm.reached(token, from, to), `a success turned into a failure: ${said}`);
      else if (day.compiledAt) {
        const own = day.compiledAt.some((at) => at >= from && at <= to);
        assert.ok(own, `no compile was begun in its time: ${said}`);
      }
      assert.ok(told.ms < HANGS, `hung for ${told.ms} ms: ${said}`);
      continue;
    }
    const ran = day.tally.of(token);
    assert.ok(ran <= 1, `doubled, ran ${ran} times: ${said}`);
    assert.ok(told.ms < HANGS, `hung for ${told.ms} ms: ${said}`);
    if (told.failed) {
      const code = told.value.Code ?? "result";
      counts[code] = (counts[code] ?? 0) + 1;
      assert.ok(day.harm.reached(token, from, to), `a success turned into a failure: ${said}`);
      assert.equal(typeof told.value.Details.Dispatched, "boolean", said);
      if (told.value.Details.Dispatched === false) assert.equal(ran, 0, `it ran: ${said}`);
    } else {
      assert.equal(ran, 1, `a wrong success: ${said}`);
      if (tool === "execute-dynamic-code") assert.equal(told.value.Result, token, said);
    }
  }
  const compiles = done.filter(({ tool }) => tool === "compile");
  const compiled = compiles.filter(({ told }) => !told.failed).length;
  assert.ok(day.compiled() <= compiles.length, `${day.compiled()} compiles were begun for ${compiles.length} calls`);
  assert.ok(
    day.compiledAt || day.compiled() >= compiled,
    `${compiled} compiles are called done, ${day.compiled()} were begun`,
  );
  const told = Object.entries(counts).map(([code, count]) => `${count} ${code}`);
  console.log(
    `${name}: ${done.length} answers, failed: ${told.join(", ") || "none"}; ${compiled} of ${compiles.length} compiles; ${day.harm.upheavals.length} upheavals`,
  );
}
