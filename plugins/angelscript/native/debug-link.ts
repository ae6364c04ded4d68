/** The connection of a debugger to a running Unreal editor: breakpoints, steps, what is on the stack. One of its own, as the editor's own clients have. */
import { type Connection, JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { fstring, int32 } from "./byte-writer.ts";
import { FrameReader, type LengthRule, Message, requestFrame } from "./debug-framing.ts";
import {
  type DebugVariable,
  readBreakpoint,
  readCallStack,
  readStop,
  readVariable,
  readVariables,
  type StackFrame,
  type Stop,
} from "./debug-messages.ts";

/** Values come with address and size: as the extension asks for them. */
const ADAPTER_VERSION = 2;
/** An editor answers a debugger between two frames of the game. */
const ANSWER_MS = 5000;
/** Old editors do not tell their version, and confirm breakpoints only where they move them. */
const OPTIONAL_ANSWER_MS = 500;

type Waiting = { type: number; settle: (body: Uint8Array) => void };

export class DebugLink {
  readonly #context: ServiceContext;
  readonly #connection: Connection;
  #version = 0;
  #stop: Stop | undefined;
  #stops = 0;
  #closed: string | undefined;
  #waiting: Waiting | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #breakpoints = 0;

  /** Connects and begins to debug. Throws UNAVAILABLE where nobody listens. */
  static async open(context: ServiceContext, port: number, rule: LengthRule | undefined): Promise<DebugLink> {
    const connection = await context.net.connect({ host: "127.0.0.1", port }, { signal: context.signal });
    const link = new DebugLink(context, connection);
    void link.#listen(new FrameReader(rule));
    const begin = requestFrame(Message.startDebugging, int32(ADAPTER_VERSION));
    const version = await link.#ask(begin, Message.debugServerVersion, OPTIONAL_ANSWER_MS);
    if (version && version.length >= 4)
      link.#version = new DataView(version.buffer, version.byteOffset).getInt32(0, true);
    return link;
  }

  private constructor(context: ServiceContext, connection: Connection) {
    this.#context = context;
    this.#connection = connection;
  }

  /** Why it is over; undefined while it lasts. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Where the game stands still; undefined while it runs. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** Sends what makes the game run or stop, and waits for its next stop; undefined if it runs on. */
  async run(type: number, timeoutMs: number, signal: AbortSignal): Promise<Stop | undefined> {
    const { clock } = this.#context;
    const before = this.#stops;
    if (type !== Message.pause) this.#stop = undefined;
    await this.#write(requestFrame(type));
    const end = clock.monotonic() + timeoutMs;
    while (this.#stops === before && this.#closed === undefined && clock.monotonic() < end)
      await clock.sleep(20, signal);
    return this.#stop;
  }

  /** The line that the editor chose: that of code nearby; undefined where there is none. */
  async setBreakpoint(path: string, line: number, module: string): Promise<number | undefined> {
    const id = ++this.#breakpoints;
    const frame = requestFrame(Message.setBreakpoint, fstring(path), int32(line), int32(id), fstring(module));
    const body = await this.#ask(frame, Message.setBreakpoint, OPTIONAL_ANSWER_MS);
    const moved = body ? readBreakpoint(body) : { line };
    return moved.line < 0 ? undefined : moved.line;
  }

  async clearBreakpoints(path: string, module: string): Promise<void> {
    await this.#write(requestFrame(Message.clearBreakpoints, fstring(path), fstring(module)));
  }

  async callStack(): Promise<StackFrame[]> {
    return await this.#answer(requestFrame(Message.requestCallStack), Message.callStack, (body) =>
      readCallStack(body, this.#version),
    );
  }

  /** `path` is a scope (`%local%`, `%this%`, `%module%`) and what is in it: `%local%.Name`. */
  async variables(frame: number, path: string): Promise<DebugVariable[]> {
    const request = requestFrame(Message.requestVariables, fstring(`${frame}:${path}`));
    return await this.#answer(request, Message.variables, (body) => readVariables(body, this.#version));
  }

  async evaluate(expression: string, frame: number): Promise<DebugVariable> {
    const request = requestFrame(Message.requestEvaluate, fstring(expression), int32(frame));
    return await this.#answer(request, Message.evaluate, (body) => readVariable(body, this.#version));
  }

  /** The editor forgets the breakpoints, and the game runs on. */
  async close(): Promise<void> {
    if (this.#closed !== undefined) return;
    this.#closed = "detached";
    await this.#connection.write(requestFrame(Message.stopDebugging)).catch(() => undefined);
    await this.#connection.write(requestFrame(Message.disconnect)).catch(() => undefined);
    this.#connection.close();
  }

  async #write(frame: Uint8Array): Promise<void> {
    if (this.#closed !== undefined) throw new JigError("UNAVAILABLE", `The debugger is not attached: ${this.#closed}`);
    await this.#connection.write(frame);
  }

  async #answer<Data>(frame: Uint8Array, type: number, read: (body: Uint8Array) => Data): Promise<Data> {
    const body = await this.#ask(frame, type, ANSWER_MS);
    try {
      if (body) return read(body);
    } catch (error) {
      throw new JigError("UNAVAILABLE", `The editor's answer cannot be read: ${(error as Error).message}`);
    }
    const why = this.#closed ?? `no answer within ${ANSWER_MS / 1000} s`;
    throw new JigError("UNAVAILABLE", `The editor did not answer the debugger: ${why}`);
  }

  /** One question at a time: an answer says only of which kind it is. */
  #ask(frame: Uint8Array, type: number, timeoutMs: number): Promise<Uint8Array | undefined> {
    const reply = this.#last.then(async () => {
      const given = new AbortController();
      const answer = new Promise<Uint8Array>((settle) => {
        this.#waiting = { type, settle };
      });
      try {
        await this.#write(frame);
        const late = this.#context.clock.sleep(timeoutMs, given.signal).catch(() => undefined);
        return (await Promise.race([answer, late])) ?? undefined;
      } finally {
        this.#waiting = undefined;
        given.abort();
      }
    });
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  async #listen(reader: FrameReader): Promise<void> {
    try {
      for await (const bytes of this.#connection.data)
        for (const { type, body } of reader.push(bytes)) this.#take(type, body);
      this.#closed ??= "the editor closed the connection";
    } catch (error) {
      this.#closed ??= (error as Error).message;
    }
    this.#stop = undefined;
    this.#connection.close();
  }

  #take(type: number, body: Uint8Array): void {
    if (type === Message.hasStopped) {
      this.#stop = readStop(body);
      this.#stops++;
    } else if (type === Message.hasContinued) this.#stop = undefined;
    if (this.#waiting?.type === type) this.#waiting.settle(body);
  }
}
