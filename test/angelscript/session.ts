/** A `jig mcp` process that handles several calls, for testing state between calls. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type RunOptions, startJig } from "../jig.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = any;

export interface Session {
  pid: number;
  call(tool: string, input: object): Promise<Answer>;
  /** Text answer, for tools that plan changes. */
  text(tool: string, input: object): Promise<string>;
  /** Repeats the call until the condition is met or the time is up. Returns the last answer. */
  until(tool: string, input: object, meets: (answer: Answer) => boolean, timeoutMs?: number): Promise<Answer>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openSession(options: RunOptions & { args?: string[] }): Promise<Session> {
  const child: ChildProcess = startJig(["mcp", ...(options.args ?? [])], options);
  const waiting = new Map<number, (message: Answer) => void>();
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  child.stderr?.resume();
  let last = 0;
  const request = (method: string, params: object): Promise<Answer> =>
    new Promise((settle) => {
      const id = ++last;
      waiting.set(id, settle);
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const text = async (tool: string, input: object): Promise<string> => {
    const message = await request("tools/call", { name: tool, arguments: input });
    return message.result.content[0].text;
  };
  const call = async (tool: string, input: object): Promise<Answer> => JSON.parse(await text(tool, input));
  return {
    pid: child.pid!,
    call,
    text,
    async until(tool, input, meets, timeoutMs = 15_000) {
      const end = Date.now() + timeoutMs;
      for (;;) {
        const answer = await call(tool, input);
        if (meets(answer) || Date.now() > end) return answer;
        await new Promise((settle) => setTimeout(settle, 100));
      }
    },
    async tools() {
      const message = await request("tools/list", {});
      return message.result.tools.map((tool: { name: string }) => tool.name);
    },
    async close() {
      child.stdin?.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
