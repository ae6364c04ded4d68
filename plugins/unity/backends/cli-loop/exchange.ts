/**
 * One request to a 3.x Editor, on a connection of its own. The Editor sends an accept frame right away, then
 * heartbeats while it's working, and finally the answer. That lets us distinguish cases that would otherwise all look
 * like silence: a server that's down (no accept), a connection that died (no heartbeats), and an Editor that's frozen
 * (heartbeats, but the stall they report began before our request).
 */
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  type Net,
  parseJson,
  toJigError,
} from "../../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../../command/deadline.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import { encodeFrame, FrameReader } from "../../protocol/frame.ts";
import type { RpcError } from "../../protocol/message.ts";

export type ExchangeReply =
  | { kind: "result"; result: JsonObject }
  | { kind: "error"; error: RpcError }
  /** Nothing was sent. Either no server is listening, or a sandbox doesn't let us connect. */
  | { kind: "unreachable"; forbidden: boolean; why: string }
  | { kind: "lost"; accepted: boolean }
  | { kind: "no accept" }
  | { kind: "silent"; seconds: number }
  | { kind: "frozen"; seconds: number }
  | { kind: "garbled"; error: JigError }
  | { kind: "late" };

export interface ExchangeRequest {
  path: string;
  method: string;
  params: JsonObject;
  protocolVersion: number;
  deadline: Deadline;
  timeouts: ExchangeTimeouts;
  /** Counted from the accept frame, in ms. */
  answerWithin?: number;
  onSent?: (() => void) | undefined;
  /** Called per heartbeat, with the seconds since the main thread last ran. */
  onHeartbeat?: (stallSeconds: number) => void;
}

export interface ExchangeTimeouts {
  /** Connect to accept frame, in ms. The Editor accepts off the main thread, so a busy one isn't an excuse. */
  accept: number;
  /** The number of heartbeats that may be missing before we consider the connection dead. */
  missedHeartbeats: number;
  /**
   * In milliseconds. If the main thread had been stuck for this long before we sent the request, we assume that the Editor is
   * frozen.
   */
  frozen: number;
}

/** A connection carries a single request, so any id will do. */
const ID = 1;
/** The limits for the announced interval, in seconds. */
const INTERVALS = { least: 0.01, most: 120, usual: 10 };

type Incoming =
  | { kind: "accepted"; interval: number }
  | { kind: "beat"; stall: number }
  /** A long answer arrives in pieces. Each of them shows that the Editor is alive, even while the frame is incomplete. */
  | { kind: "bytes" }
  | Extract<ExchangeReply, { kind: "result" | "error" | "garbled" | "lost" }>;

/**
 * Throws only if the call was canceled or the request is too large (REQUEST_TOO_LARGE). All other failures are returned as
 * replies.
 */
export async function exchange(net: Net, request: ExchangeRequest): Promise<ExchangeReply> {
  const { deadline, timeouts } = request;
  const frame = encodeFrame(bodyOf(request));
  const dial = deadline.within(timeouts.accept);
  let connection: Awaited<ReturnType<Net["connect"]>>;
  try {
    const options = { timeoutMs: Math.max(1, dial.remaining), signal: deadline.signal };
    connection = await net.connect({ path: request.path }, options);
  } catch (thrown) {
    deadline.throwIfCancelled();
    return unreachable(toJigError(thrown), request.path);
  }
  try {
    request.onSent?.();
    connection.write(frame).catch(() => {});
    return await answered(incoming(connection.data), request, dial);
  } finally {
    // Closing the connection cancels commands that have not started, but a compile that has begun continues.
    connection.close();
  }
}

async function answered(
  frames: AsyncGenerator<Incoming>,
  request: ExchangeRequest,
  dial: Deadline,
): Promise<ExchangeReply> {
  const { deadline, timeouts } = request;
  const { clock } = deadline;
  let accepted: { at: number; interval: number; deadline: Deadline } | undefined;
  for (;;) {
    const whole = accepted?.deadline ?? deadline;
    // If the request hasn't been accepted yet, the time counts from when we connected.
    const silence = accepted ? accepted.interval * timeouts.missedHeartbeats * 1_000 : dial.remaining;
    const timeEndsFirst = whole.remaining <= silence + 5;
    const next = await whole.within(silence).race(frames.next());
    if (next === LATE) {
      if (timeEndsFirst) return { kind: "late" };
      return accepted ? { kind: "silent", seconds: Math.round(silence / 1_000) } : { kind: "no accept" };
    }
    if (next.done) return { kind: "lost", accepted: accepted !== undefined };
    const message = next.value;
    if (message.kind === "bytes") continue;
    if (message.kind === "lost") return { kind: "lost", accepted: accepted !== undefined };
    if (message.kind === "accepted") {
      const part = deadline.within(request.answerWithin ?? Number.POSITIVE_INFINITY);
      accepted = { at: clock.monotonic(), interval: message.interval, deadline: part };
    } else if (message.kind === "beat") {
      request.onHeartbeat?.(message.stall);
      const since = accepted ? clock.monotonic() - accepted.at : 0;
      // The main thread is expected to stall while a command runs. The Editor is only frozen if the stall began before our
      // request, so we subtract the time since then.
      const before = message.stall * 1_000 - since;
      if (before > 1_000 && message.stall * 1_000 >= timeouts.frozen) return { kind: "frozen", seconds: message.stall };
    } else return message;
  }
}

/** Tells whether the sandbox blocked the connection or no server is running. */
function unreachable(error: JigError, path: string): ExchangeReply {
  const cause = (error as { cause?: unknown }).cause;
  const code = cause instanceof Object && "code" in cause ? String(cause.code) : "";
  return { kind: "unreachable", forbidden: code === "EPERM" || code === "EACCES", why: `Nothing listens at ${path}` };
}

function bodyOf({ method, params, protocolVersion }: ExchangeRequest): string {
  const uloop = { projectRunnerVersion: "jig", protocolVersion, acceptsDispatchAck: true, acceptsHeartbeat: true };
  return JSON.stringify({ jsonrpc: "2.0", method, params, uloop, id: ID });
}

async function* incoming(data: AsyncIterable<Uint8Array>): AsyncGenerator<Incoming> {
  const reader = new FrameReader();
  try {
    for await (const chunk of data) {
      for (const body of reader.push(chunk)) {
        const message = messageIn(body);
        if (message) yield message;
      }
      yield { kind: "bytes" };
    }
  } catch (thrown) {
    yield editorCodeOf(thrown) === "PROTOCOL_ERROR"
      ? { kind: "garbled", error: toJigError(thrown) }
      : { kind: "lost", accepted: false };
  }
}

/**
 * Returns undefined for messages that are not for us, such as notifications. Throws PROTOCOL_ERROR if the message isn't
 * JSON-RPC.
 */
function messageIn(body: string): Incoming | undefined {
  let message: Json;
  try {
    message = parseJson(body);
  } catch (cause) {
    throw editorError("PROTOCOL_ERROR", "The Editor's side sent a frame that is not JSON", { cause });
  }
  if (!isObject(message)) throw editorError("PROTOCOL_ERROR", "The Editor's side sent a frame that is not JSON-RPC");
  if (isObject(message.error) && (message.id === ID || message.id === null || message.id === undefined)) {
    const { message: text, data } = message.error;
    const error = { message: typeof text === "string" ? text : "Unknown error", data: asObject(data) };
    return message.id === ID
      ? { kind: "error", error }
      : {
          kind: "garbled",
          error: editorError("PROTOCOL_ERROR", `The Editor could not read the request: ${error.message}`),
        };
  }
  if (message.id !== ID || typeof message.method === "string") return undefined;
  const { phase, heartbeatIntervalSeconds, mainThreadStallSeconds } = asObject(message.uloop);
  if (phase === "accepted") return { kind: "accepted", interval: intervalOf(heartbeatIntervalSeconds) };
  if (phase === "heartbeat") {
    const stall = typeof mainThreadStallSeconds === "number" ? Math.max(0, mainThreadStallSeconds) : 0;
    return { kind: "beat", stall };
  }
  // If the result is null or missing, we treat the answer as lost.
  return isObject(message.result) ? { kind: "result", result: message.result } : { kind: "lost", accepted: true };
}

function intervalOf(announced: Json | undefined): number {
  if (typeof announced !== "number" || !(announced > 0)) return INTERVALS.usual;
  return Math.min(INTERVALS.most, Math.max(INTERVALS.least, announced));
}
