/**
 * Working day tests: mixed commands while the Editor reloads, moves, restarts, sends slowly and breaks connections.
 * `JIG_UNITY_DAY=20000` makes it longer, `JIG_UNITY_SEED=7` varies it; both are printed on failure.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { mulberry } from "../mulberry.ts";
import type { McpDriver, Told } from "./driver.ts";
import type { Behavior } from "./fake/behaviors.ts";
import type { Exchange, FakeEditor } from "./fake/editor.ts";
import { frame, notificationBody, resultBody } from "./fake/wire.ts";
import { pause, scenario } from "./scenario.ts";

const SEED = Number(process.env.JIG_UNITY_SEED ?? 1);
const LANES = 16;

type Kind = "reads" | "changes";
const MIX: [tool: string, kind: Kind, weight: number, input: object][] = [
  ["get-logs", "reads", 30, {}],
  ["find-game-objects", "reads", 15, { NamePattern: "Cube" }],
  ["get-hierarchy", "reads", 10, {}],
  ["unity-tools", "reads", 3, {}],
  ["execute-dynamic-code", "changes", 20, { Code: "return 1;" }],
  ["clear-console", "changes", 10, {}],
  ["run-tests", "changes", 6, {}],
  ["unity-call", "changes", 4, { Tool: "spawn-enemy" }],
  ["compile", "changes", 1, {}],
];
const TOTAL_WEIGHT = MIX.reduce((sum, [, , weight]) => sum + weight, 0);

function pick(roll: number) {
  let rest = roll * TOTAL_WEIGHT;
  for (const each of MIX) {
    rest -= each[2];
    if (rest < 0) return each;
  }
  return MIX[0]!;
}

/** The command's number is sent as TimeoutSeconds. unity-call has it in its parameters. */
const numbered = (number: number) => 1_000 + number;
const numberOf = ({ params }: Exchange["request"]) => Number(params.TimeoutSeconds ?? params.Mark) - 1_000;

/** Handles requests more or less well, and counts executions. */
class Workday {
  readonly executed = new Map<number, number>();
  readonly #editor: FakeEditor;
  readonly #roll: () => number;
  #upheaval: Promise<void> = Promise.resolve();
  #upheavals = 0;

  constructor(editor: FakeEditor, seed: number) {
    this.#editor = editor;
    this.#roll = mulberry(seed);
    for (const method of [
      "get-logs",
      "find-game-objects",
      "get-hierarchy",
      "execute-dynamic-code",
      "clear-console",
      "run-tests",
      "spawn-enemy",
    ]) {
      editor.always(method, (exchange) => this.#serve(exchange));
    }
    editor.always("compile", (exchange) => this.#compile(exchange));
    for (const method of ["get-version", "get-tool-details"])
      editor.always(method, (exchange) => this.#greet(exchange));
  }

  get upheavals(): number {
    return this.#upheavals;
  }

  /** One at a time: a reload (sometimes with another port), or a restart without notice. */
  upheave(): Promise<void> {
    this.#upheaval = this.#upheaval.then(async () => {
      this.#upheavals++;
      const roll = this.#roll();
      const port = this.#roll() < 0.3 ? 0 : this.#editor.port;
      if (roll < 0.7)
        return this.#editor.reload(20 + 150 * this.#roll(), { port, announced: this.#roll() < 0.8, compiled: true });
      await this.#editor.close(roll < 0.85 ? "EditorQuit" : undefined);
      await pause(30 + 200 * this.#roll());
      await this.#editor.listen(port);
    });
    return this.#upheaval;
  }

  readonly #serve: Behavior<Exchange> = async (exchange) => {
    const roll = this.#roll();
    if (roll < 0.01) return void exchange.socket.resetAndDestroy();
    const number = numberOf(exchange.request);
    this.executed.set(number, (this.executed.get(number) ?? 0) + 1);
    if (roll < 0.02) return void exchange.socket.end();
    if (roll < 0.3) await pause(30 * this.#roll());
    if (roll < 0.32) exchange.send(frame(resultBody(999_999, { Stray: true })));
    const notice = frame(notificationBody("notifications/tools/list_changed", { timestamp: "t", message: "m" }));
    const bytes = Buffer.concat([
      roll < 0.4 ? notice : Buffer.alloc(0),
      frame(resultBody(exchange.request.id, { ...exchange.result(), Number: number })),
    ]);
    if (roll > 0.8) return exchange.send(bytes);
    this.#editor.midFrame.add(exchange.socket);
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + Math.floor(this.#roll() * bytes.length);
      exchange.send(bytes.subarray(at, at + size));
      at += size;
      await pause(0);
    }
    this.#editor.midFrame.delete(exchange.socket);
  };

  readonly #compile: Behavior<Exchange> = async (exchange) => {
    const number = numberOf(exchange.request);
    this.executed.set(number, (this.executed.get(number) ?? 0) + 1);
    const result = { ...exchange.result(), Number: number };
    const roll = this.#roll();
    const id = exchange.request.params.RequestId;
    const { project } = this.#editor;
    if (roll >= 0.3) {
      project.lock("compiling.lock");
      await pause(20 * this.#roll());
    }
    if (id !== undefined) project.compileResult(String(id), JSON.stringify(result));
    if (roll < 0.3) return exchange.reply(result);
    if (roll < 0.6) exchange.reply(result);
    await pause(10);
    void this.upheave();
  };

  readonly #greet: Behavior<Exchange> = ({ socket, reply }) => {
    if (this.#roll() < 0.01) socket.destroy();
    else reply();
  };
}

interface Done {
  tool: string;
  kind: Kind;
  number: number;
  told: Told;
}

async function lane(
  jig: McpDriver,
  numbers: number[],
  roll: () => number,
  answered: (one: Done) => void,
): Promise<void> {
  for (const number of numbers) {
    const [tool, kind, , input] = pick(roll());
    const mark = tool === "unity-call" ? { Parameters: { Mark: numbered(number) } } : {};
    const told = await jig.call(tool, { ...input, ...mark, TimeoutSeconds: numbered(number) });
    answered({ tool, kind, number, told });
  }
}

function residentMB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
}

/** `JIG_UNITY_DAY` overrides the number of commands. */
export function workingDays(usual: number): void {
  const commands = Number(process.env.JIG_UNITY_DAY ?? usual);
  test(`a working day of ${commands} commands at every generation, seed ${SEED}`, {
    timeout: 60_000 + commands * 150,
  }, async () => {
    await Promise.all(
      (["seed", "v2", "v3"] as const).map((generation) =>
        scenario({ generation }, (editor, jig) => workingDay(editor, jig, commands)),
      ),
    );
  });
}

async function workingDay(editor: FakeEditor, jig: McpDriver, commands: number): Promise<void> {
  editor.custom.push("spawn-enemy");
  const day = new Workday(editor, SEED);
  const roll = mulberry(SEED + 1);
  const done: Done[] = [];
  const pid = jig.mcp.child.pid!;
  const linux = process.platform === "linux";
  const memory: number[] = [];
  const all = Array.from({ length: commands }, (_, index) => index + 1);
  const started = performance.now();
  const answered = (one: Done) => {
    done.push(one);
    if (linux && done.length % (commands / 4) === 0) memory.push(residentMB(pid));
  };
  const lanes = Array.from({ length: LANES }, (_, index) => all.filter((number) => number % LANES === index));
  let over = false;
  const work = Promise.all(lanes.map((numbers) => lane(jig, numbers, roll, answered))).then(() => {
    over = true;
  });
  const troubles = (async () => {
    while (!over) {
      await pause(100 + 500 * roll());
      if (!over) await day.upheave();
    }
  })();
  await Promise.all([work, troubles]);

  assert.deepEqual(
    done.map(({ number }) => number).sort((one, other) => one - other),
    all,
    "every command is answered once",
  );
  const lost = done.filter(({ told }) => told.failed);
  for (const { tool, kind, number, told } of done) {
    const said = `${tool} ${number}: ${JSON.stringify(told.value).slice(0, 400)}`;
    const executions = day.executed.get(number) ?? 0;
    // On a busy machine the fake's restart may take longer than we wait for a closed port. That's reported before anything is sent,
    // or instead of a retry.
    const away = told.failed && told.value.Code === "EDITOR_NOT_REACHABLE";
    if (away) assert.ok(executions === 0 || (kind === "reads" && told.value.Details.Dispatched === true), said);
    else if (told.failed) assert.equal(told.value.Code, "LOST_AFTER_DISPATCH", said);
    else if (tool !== "unity-tools" && tool !== "get-hierarchy") assert.equal(told.value.Number, number, said);
    if (kind === "changes")
      assert.ok(told.failed ? executions <= 1 : executions === 1, `ran ${executions} times: ${said}`);
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `${editor.generation}: ${done.length} answers in ${seconds} s, ${lost.length} lost, ${day.upheavals} upheavals, RSS ${memory.map(Math.round).join(" → ")} MB`,
  );
  if (linux) assert.ok(memory.at(-1)! - memory[0]! < 48, `memory grew: ${memory.join(", ")} MB`);
}
