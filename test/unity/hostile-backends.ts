/** Hostile Editors: what each of the newer backends does to commands besides executing them. */

import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { FakeCliLoop, type LoopExchange } from "./fake/cli-loop.ts";
import { type CoplayExchange, FakeCoplay } from "./fake/coplay.ts";
import { type Tally, tokensIn } from "./fake/csharp.ts";
import { FakeGamedev, type GamedevExchange } from "./fake/gamedev.ts";
import { FakePipeline, type PipelineExchange } from "./fake/pipeline.ts";
import { frame, resultBody } from "./fake/wire.ts";
import { pause } from "./scenario.ts";

export type Roll = () => number;

/** Disturbances during the test. */
export class Harm {
  readonly tokens = new Set<string>();
  readonly upheavals: { from: number; to: number }[] = [];

  #last: Promise<void> = Promise.resolve();

  /** One at a time. */
  during(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      const upheaval = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      this.upheavals.push(upheaval);
      await work();
      upheaval.to = performance.now();
    });
    return this.#last;
  }

  /** True if a command may have been affected, individually or by a disturbance at the same time. */
  reached(token: string, from: number, to: number): boolean {
    return this.tokens.has(token) || this.upheavals.some((each) => each.from <= to && each.to >= from);
  }
}

export interface Day {
  root: string;
  env: Record<string, string>;
  tally: Tally;
  harm: Harm;
  tools: [tool: string, input: (token: string) => object][];
  upheave(): Promise<void>;
  /** Number of started compiles. */
  compiled(): number;
  /** Start times of compiles, if one can serve several calls. */
  compiledAt?: readonly number[];
  stop(): Promise<void>;
}

export const CODE: Day["tools"][number] = ["execute-dynamic-code", (token) => ({ Code: `return "${token}";` })];

export const COMPILE: Day["tools"][number] = ["compile", () => ({})];

export const MENU: Day["tools"][number] = ["execute-menu-item", (token) => ({ MenuItemPath: `Tools/${token}` })];

const TESTS: Day["tools"][number] = ["run-tests", (token) => ({ FilterType: "exact", FilterValue: token })];

/** Counts reloads after a successful compile as disturbances. Returns the reload function. */
export function reloadsOf(editor: { reload(ms: number): Promise<void> }, harm: Harm): (ms: number) => Promise<void> {
  const reload = editor.reload.bind(editor);
  editor.reload = (ms) => harm.during(() => reload(ms));
  return reload;
}

export async function cliLoopDay(roll: Roll): Promise<Day> {
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

/** Sends a response completely, halved, truncated, or in small pieces. */
async function crumbs(response: ServerResponse, value: object, roll: Roll): Promise<void> {
  // A reload may have sent an error already.
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

export async function pipelineDay(roll: Roll): Promise<Day> {
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

export async function coplayDay(roll: Roll): Promise<Day> {
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
      // The server times out while the command continues.
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

/** The server repeats calls that got no response. Clients can't prevent that for other tools, so here it only happens with code. */
export async function gamedevDay(roll: Roll): Promise<Day> {
  const editor = await FakeGamedev.start();
  const harm = new Harm();
  const serve = async (exchange: GamedevExchange) => {
    const { name, params, request, response, answer, call } = exchange;
    const token = tokensIn(JSON.stringify(params))[0];
    if (token === undefined) return answer(...call());
    const fate = roll();
    const harmed = () => harm.tokens.add(token);
    if (fate < 0.01) {
      harmed();
      request.socket.destroy();
      return;
    }
    if (fate < 0.03)
      return answer(503, { error: `Invoke 'RunCallTool': Failed to invoke '${name}' after 10 retries.` });
    if (fate < 0.04) {
      // The server times out before the Editor starts.
      harmed();
      setTimeout(call, 30);
      return answer(504, { error: "Timeout" });
    }
    if (fate < 0.06 && name === "script-execute") {
      harmed();
      call();
    }
    const [status, value] = call();
    if (fate < 0.07) {
      harmed();
      request.socket.resetAndDestroy();
      return;
    }
    if (fate < 0.08) {
      harmed();
      half(response);
      return;
    }
    if (fate < 0.09) {
      harmed();
      return answer(502, {});
    }
    if (fate < 0.35) await pause(15 * roll());
    if (fate > 0.7 || status !== 200) return answer(status, value);
    await crumbs(response, value, roll);
  };
  for (const name of ["script-execute", "gameobject-create", "tests-run"]) editor.always(name, serve);
  return {
    root: editor.project.root,
    env: {},
    tally: editor.tally,
    harm,
    tools: [COMPILE, CODE, MENU, ["unity-call", (name) => ({ Tool: "gameobject-create", Parameters: { name } })]],
    upheave: () => harm.during(() => editor.reload(20 + 150 * roll())),
    compiled: () => editor.tally.of("tok-0-0"),
    stop: () => editor.stop(),
  };
}
