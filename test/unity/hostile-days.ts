/**
 * Hostile days: commands that change something on each of the newer backends, by sixteen callers, while connections break
 * before and after the work, answers come in crumbs, the Editor is busy, reloads, restarts and moves.
 * Nothing may run twice, nothing may be called done that was not, nothing done may be called failed without a loss, nothing may hang.
 * `JIG_UNITY_DAY=2000` makes it longer, `JIG_UNITY_SEED=7` another one.
 */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { McpDriver, type Told } from "./driver.ts";
import { FakeCliLoop, type LoopExchange } from "./fake/cli-loop.ts";
import { type CoplayExchange, FakeCoplay } from "./fake/coplay.ts";
import { type Tally, tokensIn } from "./fake/csharp.ts";
import { FakePipeline, type PipelineExchange } from "./fake/pipeline.ts";
import { frame, resultBody } from "./fake/wire.ts";
import { pause } from "./scenario.ts";

const SEED = Number(process.env.JIG_UNITY_SEED ?? 1);
const LANES = 16;
/** No call may take longer, ms. */
const HANGS = 60_000;

/** Mulberry32. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Roll = () => number;

/** What a day's server did to commands, apart from serving them. */
class Harm {
  readonly tokens = new Set<string>();
  readonly upheavals: { from: number; to: number }[] = [];

  #last: Promise<void> = Promise.resolve();

  /** One at a time, as in life. */
  during(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      const upheaval = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      this.upheavals.push(upheaval);
      await work();
      upheaval.to = performance.now();
    });
    return this.#last;
  }

  /** Whether a command may have been harmed: by itself, or by an upheaval during its time. */
  reached(token: string, from: number, to: number): boolean {
    return this.tokens.has(token) || this.upheavals.some((each) => each.from <= to && each.to >= from);
  }
}

interface Day {
  root: string;
  env: Record<string, string>;
  tally: Tally;
  harm: Harm;
  tools: [tool: string, input: (token: string) => object][];
  upheave(): Promise<void>;
  /** How many compiles were begun. */
  compiled(): number;
  stop(): Promise<void>;
}

const CODE: Day["tools"][number] = ["execute-dynamic-code", (token) => ({ Code: `return "${token}";` })];
const COMPILE: Day["tools"][number] = ["compile", () => ({})];
const MENU: Day["tools"][number] = ["execute-menu-item", (token) => ({ MenuItemPath: `Tools/${token}` })];
const TESTS: Day["tools"][number] = ["run-tests", (token) => ({ FilterType: "exact", FilterValue: token })];

/** The reload that a clean compile ends in is an upheaval too. Gives the reload itself. */
function reloadsOf(editor: { reload(ms: number): Promise<void> }, harm: Harm): (ms: number) => Promise<void> {
  const reload = editor.reload.bind(editor);
  editor.reload = (ms) => harm.during(() => reload(ms));
  return reload;
}

async function cliLoopDay(roll: Roll): Promise<Day> {
  const editor = await FakeCliLoop.start({ heartbeatSeconds: 0.2 });
  const harm = new Harm();
  const reload = reloadsOf(editor, harm);
  editor.custom.push("spawn-enemy");
  const serve = async (exchange: LoopExchange) => {
    const { request, socket, send, fail, reply } = exchange;
    const token = tokensIn(JSON.stringify(request.params))[0];
    if (token === undefined) return reply();
    const fate = roll();
    const harmed = () => harm.tokens.add(token);
    if (fate < 0.01) {
      harmed();
      socket.destroy();
      return;
    }
    if (fate < 0.03)
      return fail("Unity is busy", { type: "server_busy", runningToolName: "x", requestedToolName: "y" });
    const bytes = frame(resultBody(request.id, exchange.result()));
    if (fate < 0.04) {
      harmed();
      socket.resetAndDestroy();
      return;
    }
    if (fate < 0.05) {
      harmed();
      send(bytes.subarray(0, bytes.length / 2));
      socket.end();
      return;
    }
    if (fate < 0.06) {
      harmed();
      send(frame(resultBody(request.id, null)));
      return;
    }
    if (fate < 0.35) await pause(15 * roll());
    if (fate < 0.38) send(frame(resultBody(4_711, { Stray: true })));
    if (fate > 0.7) return send(bytes);
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + Math.floor(roll() * bytes.length);
      send(bytes.subarray(at, at + size));
      at += size;
      await pause(0);
    }
  };
  for (const method of ["execute-dynamic-code", "run-tests", "spawn-enemy"]) editor.always(method, serve);
  return {
    root: editor.project.root,
    env: {},
    tally: editor.tally,
    harm,
    tools: [COMPILE, CODE, MENU, TESTS, ["unity-call", (Name) => ({ Tool: "spawn-enemy", Parameters: { Name } })]],
    upheave: () => harm.during(() => (roll() < 0.85 ? reload(20 + 150 * roll()) : editor.restart(20 + 100 * roll()))),
    compiled: () => {
      for (const [id, count] of editor.compiles) assert.equal(count, 1, `${id} was compiled ${count} times`);
      return editor.compiles.size;
    },
    stop: () => editor.stop(),
  };
}

/** The bytes of an answer, whole, halved, cut short of its length, or in crumbs. */
async function crumbs(response: ServerResponse, value: object, roll: Roll): Promise<void> {
  // A reload may have told the caller already that its session is gone.
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(value));
  const chunked = roll() < 0.5;
  response.writeHead(200, {
    "Content-Type": "application/json",
    ...(chunked ? {} : { "Content-Length": bytes.length }),
  });
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(roll() * bytes.length);
    response.write(bytes.subarray(at, at + size));
    at += size;
    await pause(0);
  }
  response.end();
}

function half(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(200, { "Content-Length": 900 }).write('{"success": true, "result', () => response.destroy());
}

async function pipelineDay(roll: Roll): Promise<Day> {
  const editor = await FakePipeline.start();
  const harm = new Harm();
  const reload = reloadsOf(editor, harm);
  const serve = async (exchange: PipelineExchange) => {
    const { parameters, request, response, answer } = exchange;
    const token = tokensIn(JSON.stringify(parameters))[0];
    if (token === undefined) return exchange.reply();
    const fate = roll();
    const harmed = () => harm.tokens.add(token);
    if (fate < 0.01) {
      harmed();
      request.socket.destroy();
      return;
    }
    if (fate < 0.03) return answer(503, { success: false, error: "Server Busy", status: "busy", retryable: true });
    if (fate < 0.04) return answer(429, { success: false, error: "Too Many Jobs" });
    const value = { success: true, command: exchange.command, result: exchange.result(), error: null };
    if (fate < 0.05) {
      harmed();
      request.socket.resetAndDestroy();
      return;
    }
    if (fate < 0.06) {
      harmed();
      half(response);
      return;
    }
    if (fate < 0.07) {
      harmed();
      answer(400, { success: false, error: "Command Execution Failed", errorDetails: "boom" });
      return;
    }
    if (fate < 0.35) await pause(15 * roll());
    if (fate > 0.7) return answer(200, value);
    await crumbs(response, value, roll);
  };
  for (const command of ["eval", "menu", "create_gameobject"]) editor.always(command, serve);
  return {
    root: editor.project.root,
    env: {},
    tally: editor.tally,
    harm,
    tools: [COMPILE, CODE, MENU, ["unity-call", (name) => ({ Tool: "create_gameobject", Parameters: { name } })]],
    upheave: () =>
      harm.during(async () => {
        const fate = roll();
        if (fate < 0.2) editor.notePort(40);
        else if (fate < 0.8) await reload(20 + 150 * roll());
        else await editor.restart(20 + 100 * roll());
        await pause(60);
      }),
    compiled: () => editor.tally.of("tok-0-0"),
    stop: () => editor.stop(),
  };
}

async function coplayDay(roll: Roll): Promise<Day> {
  const editor = await FakeCoplay.start();
  const harm = new Harm();
  const reload = reloadsOf(editor, harm);
  const serve = async (exchange: CoplayExchange) => {
    const { params, request, response, answer, result } = exchange;
    const token = tokensIn(JSON.stringify(params))[0];
    if (token === undefined) return exchange.reply();
    const fate = roll();
    const harmed = () => harm.tokens.add(token);
    if (fate < 0.01) {
      harmed();
      request.socket.destroy();
      return;
    }
    if (fate < 0.03) return answer(500, { success: false, error: "Plugin session s1 not connected" });
    if (fate < 0.04) {
      // The server gives up, and the command goes on.
      harmed();
      setTimeout(result, 30);
      return answer(500, { success: false, error: "" });
    }
    const value = { status: "success", result: result() };
    if (fate < 0.05) {
      harmed();
      request.socket.resetAndDestroy();
      return;
    }
    if (fate < 0.06) {
      harmed();
      half(response);
      return;
    }
    if (fate < 0.07) {
      harmed();
      return answer(200, {
        success: false,
        error: "Unity plugin session s1 disconnected while awaiting command_result",
        hint: "retry",
      });
    }
    if (fate < 0.35) await pause(15 * roll());
    if (fate > 0.7) return answer(200, value);
    await crumbs(response, value, roll);
  };
  for (const type of ["execute_code", "execute_menu_item", "manage_editor"]) editor.always(type, serve);
  for (const type of ["get_editor_state", "read_console"]) {
    editor.always(type, ({ reply, answer }) => {
      if (roll() < 0.8) return reply();
      const error = `Unity did not respond to '${type}' within 2.0s; please retry`;
      answer(200, { success: false, message: null, error, data: null, hint: "retry" });
    });
  }
  return {
    root: editor.project.root,
    env: { JIG_UNITY_COPLAY_PORT: String(editor.port) },
    tally: editor.tally,
    harm,
    tools: [
      COMPILE,
      CODE,
      MENU,
      ["unity-call", (tag_name) => ({ Tool: "manage_editor", Parameters: { action: "add_tag", tag_name } })],
    ],
    upheave: () => harm.during(() => (roll() < 0.85 ? reload(20 + 150 * roll()) : editor.restart(20 + 100 * roll()))),
    compiled: () => editor.tally.of("tok-0-0"),
    stop: () => editor.stop(),
  };
}

interface Done {
  tool: string;
  token: string;
  from: number;
  /** Taken by itself: between `from` and the clock of the call the machine may do something else. */
  to: number;
  told: Told;
}

/** One command at a time of each caller. */
async function lane(jig: McpDriver, day: Day, numbers: number[], roll: Roll, done: Done[]): Promise<void> {
  for (const number of numbers) {
    const token = `tok-${SEED}-${number}`;
    // One in fifty compiles.
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
];

/** A test for each backend; `JIG_UNITY_DAY` overrides the number of commands. */
export function hostileDays(usual: number): void {
  const commands = Number(process.env.JIG_UNITY_DAY ?? usual);
  for (const [name, begin] of DAYS) {
    test(`a hostile day of ${commands} commands on ${name}, seed ${SEED}`, {
      timeout: 60_000 + commands * 100,
    }, async () => {
      const roll = dice(SEED);
      const day = await begin(roll);
      const jig = await McpDriver.open([day.root], { env: day.env });
      const done: Done[] = [];
      try {
        const all = Array.from({ length: commands }, (_, index) => index);
        const lanes = Array.from({ length: LANES }, (_, index) => all.filter((number) => number % LANES === index));
        let over = false;
        const work = Promise.all(
          lanes.map((numbers) => lane(jig, day, numbers, dice(SEED + 1 + numbers.length), done)),
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
        // What was begun late is counted too.
        await pause(200);
      } finally {
        await jig.close();
        await day.stop();
      }
      judge(name, day, done, commands);
    });
  }
}

function judge(name: string, day: Day, done: Done[], commands: number): void {
  assert.equal(done.length, commands, "every command is answered once");
  const counts: Record<string, number> = {};
  for (const { tool, token, from, to, told } of done) {
    const said = `${tool} ${token}: ${JSON.stringify(told.value).slice(0, 500)}`;
    if (tool === "compile") {
      if (told.failed) assert.ok(day.harm.reached(token, from, to), `a success turned into a failure: ${said}`);
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
  assert.ok(day.compiled() >= compiled, `${compiled} compiles are called done, ${day.compiled()} were begun`);
  const told = Object.entries(counts).map(([code, count]) => `${count} ${code}`);
  console.log(
    `${name}: ${done.length} answers, failed: ${told.join(", ") || "none"}; ${compiled} of ${compiles.length} compiles; ${day.harm.upheavals.length} upheavals`,
  );
}
