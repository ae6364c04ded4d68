/**
 * Connection to the debug server of a running editor. The server has a single state for all clients: starting or stopping a
 * session, or clearing a file, removes everyone's breakpoints, and each client sees every stop. We never rely on timeouts to
 * conclude that there's no reply. Since the server answers in order, we send a second request (the fence); its reply means that the
 * first one has none.
 */
import { type Connection, errorMessage, JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { fstring, int32 } from "./byte-writer.ts";
import { type Frame, FrameReader, type LengthRule, Message, requestFrame } from "./debug-framing.ts";
import {
  type DebugVariable,
  readAnyVersion,
  readBreakpoint,
  readCallStack,
  readStop,
  readVariable,
  readVariables,
  type StackFrame,
  type Stop,
} from "./debug-messages.ts";

/** In this version, values have addresses and sizes. The extension for the editor uses it too. */
const ADAPTER_VERSION = 2;
/** The editor answers between two frames, so loading or compiling can delay it. */
const ANSWER_MS = 30_000;
/** The interval at which we set our breakpoints again during a run, because another client may have cleared them. */
const RESTORE_MS = 1000;
const FENCE = requestFrame(Message.requestBreakFilters);

/** `started` means that we started the session. `joined` means that another client did, so we didn't change its breakpoints. */
export type Attachment = "started" | "joined";

interface FileBreakpoints {
  module: string;
  lines: Set<number>;
}

export class DebugLink {
  readonly #context: ServiceContext;
  readonly #connection: Connection;
  #attachment: Attachment | undefined;
  #stop: Stop | undefined;
  #stops = 0;
  /** True while a run or step that we requested hasn't stopped yet. */
  #isRunning = false;
  /** True if the stop was caused by our own run, step or breakpoint. */
  #isOurStop = false;
  #closed: string | undefined;
  #waiting: { until: number; seen: Frame[]; settle: (seen: Frame[]) => void } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #breakpoints = 0;
  #isRestoring = false;
  readonly #files = new Map<string, FileBreakpoints>();

  /** Other clients don't notice this connection. Throws UNAVAILABLE if nothing listens on the port. */
  static async open(context: ServiceContext, port: number, rule: LengthRule | undefined): Promise<DebugLink> {
    const connection = await context.net.connect({ host: "127.0.0.1", port }, { signal: context.signal });
    const link = new DebugLink(context, connection);
    void link.#listen(new FrameReader(rule));
    await link.#lookForStop();
    return link;
  }

  private constructor(context: ServiceContext, connection: Connection) {
    this.#context = context;
    this.#connection = connection;
  }

  /** The reason why the connection was closed, or undefined while it is open. */
  get closed(): string | undefined {
    return this.#closed;
  }

  get attachment(): Attachment | undefined {
    return this.#closed === undefined ? this.#attachment : undefined;
  }

  /** Undefined while the game is running. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** The breakpoints that we have set. */
  get breakpoints(): { path: string; line: number }[] {
    return [...this.#files].flatMap(([path, { lines }]) => [...lines].map((line) => ({ path, line })));
  }

  /** Starts a session, which clears the breakpoints of all clients, or joins the existing one. */
  async attach(attachment: Attachment): Promise<void> {
    if (attachment === "started")
      await this.#exchange([requestFrame(Message.startDebugging, int32(ADAPTER_VERSION)), FENCE], Message.breakFilters);
    this.#attachment = attachment;
  }

  /** Sends a request to run or step, and waits for the next stop. It returns undefined if the game continues to run. */
  async run(type: number, timeoutMs: number, signal: AbortSignal): Promise<Stop | undefined> {
    const { clock } = this.#context;
    await this.#restore();
    const before = this.#stops;
    if (type !== Message.pause) this.#stop = undefined;
    this.#isRunning = true;
    await this.#write(requestFrame(type));
    const end = clock.monotonic() + timeoutMs;
    let restored = clock.monotonic();
    while (this.#stops === before && this.#closed === undefined && clock.monotonic() < end) {
      await clock.sleep(20, signal);
      if (clock.monotonic() - restored < RESTORE_MS) continue;
      restored = clock.monotonic();
      void this.#restore().catch(() => undefined);
    }
    return this.#stop;
  }

  /** Returns the line that the editor chose, which can be a line nearby that has code. It is undefined if there isn't one. */
  async setBreakpoint(path: string, line: number, module: string): Promise<number | undefined> {
    const id = ++this.#breakpoints;
    const seen = await this.#exchange([breakpointFrame(path, line, id, module), FENCE], Message.breakFilters);
    const moved = seen
      .filter(({ type }) => type === Message.setBreakpoint)
      .map(({ body }) => readBreakpoint(body))
      .find((each) => each.id === id || each.id === -1);
    const set = moved?.line ?? line;
    if (set < 0) return undefined;
    const known = this.#files.get(path);
    if (known) known.lines.add(set);
    else this.#files.set(path, { module, lines: new Set([set]) });
    return set;
  }

  /**
   * Clears one of our lines or all of them. The protocol can only clear whole files, so we set our other breakpoints again.
   * Those of other clients are lost.
   */
  async clearBreakpoints(path: string, module: string, line: number | undefined): Promise<void> {
    const known = this.#files.get(path);
    if (line === undefined) this.#files.delete(path);
    else known?.lines.delete(line);
    await this.#write(requestFrame(Message.clearBreakpoints, fstring(path), fstring(module)));
    await this.#exchange([FENCE], Message.breakFilters);
    await this.#restore();
  }

  /** Returns undefined while the game is running, because the server only answers when it is stopped. */
  async callStack(): Promise<StackFrame[] | undefined> {
    const body = await this.#stackBody();
    return body && this.#read(() => readAnyVersion((version) => readCallStack(body, version)));
  }

  /** The `path` is a scope (`%local%`, `%this%`, `%module%`) followed by a name, for example `%local%.Name`. */
  async variables(frame: number, path: string): Promise<DebugVariable[]> {
    const request = requestFrame(Message.requestVariables, fstring(`${frame}:${path}`));
    const body = last(await this.#exchange([request], Message.variables));
    return this.#read(() => readAnyVersion((version) => readVariables(body, version)));
  }

  /** Returns undefined if the editor can't evaluate the expression, in which case the reply has no name or type. */
  async evaluate(expression: string, frame: number): Promise<DebugVariable | undefined> {
    const request = requestFrame(Message.requestEvaluate, fstring(expression), int32(frame));
    const body = last(await this.#exchange([request], Message.evaluate));
    const value = this.#read(() => readAnyVersion((version) => readVariable(body, version)));
    return value.name === "" && value.type === "" && value.value === "" ? undefined : value;
  }

  /**
   * Disconnects without the stop message, because that would clear the breakpoints of all clients. When the last debug client
   * disconnects, the editor clears them anyway and resumes the game. If the current stop is ours, we resume the game first.
   */
  async close(): Promise<void> {
    if (this.#closed !== undefined) return;
    const continues = this.#stop !== undefined && this.#isOurStop && this.#attachment !== undefined;
    this.#closed = "detached";
    if (continues) await this.#connection.write(requestFrame(Message.continue)).catch(() => undefined);
    await this.#connection.write(requestFrame(Message.disconnect)).catch(() => undefined);
    this.#connection.close();
  }

  /** Returns true if the game had already stopped when we connected. */
  async #lookForStop(): Promise<void> {
    if (await this.#stackBody()) this.#stop ??= { reason: "unknown" };
  }

  /** The call stack arrives between the fence of its own round and the next one. */
  async #stackBody(): Promise<Uint8Array | undefined> {
    const request = requestFrame(Message.requestCallStack);
    const first = await this.#exchange([request, FENCE], Message.breakFilters);
    const found = stackIn(first) ?? stackIn(await this.#exchange([FENCE], Message.breakFilters));
    return found?.body;
  }

  /** Does nothing if it is already in progress, so that we don't flood a busy editor. */
  async #restore(): Promise<void> {
    if (this.#isRestoring || this.#files.size === 0) return;
    this.#isRestoring = true;
    try {
      const frames = this.breakpoints.map(({ path, line }) =>
        breakpointFrame(path, line, -1, this.#files.get(path)?.module ?? ""),
      );
      await this.#exchange([...frames, FENCE], Message.breakFilters);
    } finally {
      this.#isRestoring = false;
    }
  }

  #read<Data>(read: () => Data): Data {
    try {
      return read();
    } catch (error) {
      throw new JigError("UNAVAILABLE", `The editor's answer cannot be read: ${errorMessage(error)}`);
    }
  }

  async #write(frame: Uint8Array): Promise<void> {
    if (this.#closed !== undefined) throw new JigError("UNAVAILABLE", `The debugger is not attached: ${this.#closed}`);
    await this.#connection.write(frame);
  }

  /** Only one exchange runs at a time. It returns all frames up to the first one of type `until`. */
  #exchange(frames: Uint8Array[], until: number): Promise<Frame[]> {
    const reply = this.#last.then(async () => {
      const given = new AbortController();
      const answer = new Promise<Frame[]>((settle) => {
        this.#waiting = { until, seen: [], settle };
      });
      try {
        for (const frame of frames) await this.#write(frame);
        const late = this.#context.clock.sleep(ANSWER_MS, given.signal).catch(() => undefined);
        const seen = await Promise.race([answer, late]);
        if (seen && this.#closed === undefined) return seen;
        const why = this.#closed ?? `no answer within ${ANSWER_MS / 1000} s`;
        throw new JigError("UNAVAILABLE", `The editor did not answer the debugger: ${why}`);
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
      for await (const bytes of this.#connection.data) for (const frame of reader.push(bytes)) this.#take(frame);
      this.#closed ??= "the editor closed the connection";
    } catch (error) {
      this.#closed ??= errorMessage(error);
    }
    this.#stop = undefined;
    this.#waiting?.settle([]);
    this.#connection.close();
  }

  #take(frame: Frame): void {
    const { type, body } = frame;
    if (type === Message.hasStopped) {
      this.#stop = readStop(body);
      this.#stops++;
      this.#isOurStop = this.#isRunning || this.#files.size > 0;
      this.#isRunning = false;
    } else if (type === Message.hasContinued) {
      this.#stop = undefined;
      this.#isOurStop = false;
    } else if (type === Message.pingAlive && this.#attachment) void this.#restore().catch(() => undefined);
    if (!this.#waiting) return;
    this.#waiting.seen.push(frame);
    if (this.#waiting.until === type) this.#waiting.settle(this.#waiting.seen);
  }
}

function breakpointFrame(path: string, line: number, id: number, module: string): Uint8Array {
  return requestFrame(Message.setBreakpoint, fstring(path), int32(line), int32(id), fstring(module));
}

function stackIn(seen: readonly Frame[]): Frame | undefined {
  return seen.find(({ type }) => type === Message.callStack);
}

function last(seen: readonly Frame[]): Uint8Array {
  return seen.at(-1)?.body ?? new Uint8Array();
}
