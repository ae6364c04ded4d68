/** Converts between the requests of Node and of the web standard, which the SDK's transport uses. */
import type { IncomingMessage, ServerResponse } from "node:http";

export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Smaller chunks count as this large, since each of them takes some time and memory. */
const MIN_PART_BYTES = 1024;
/** The time limit in milliseconds for clients that send one byte at a time. */
const BODY_TIMEOUT_MS = 30_000;

export type Body = { bytes: Uint8Array } | "large" | "gone" | "full";

export interface BodyBudget {
  fits(bytes: number): boolean;
  hold(bytes: number): boolean;
}

/** Returns the body, "large" if it exceeds the limit, "full" if there is no memory, or "gone" if it is too slow or incomplete. */
export function readBody(request: IncomingMessage, budget: BodyBudget, max = MAX_BODY_BYTES): Promise<Body> {
  return new Promise((resolve) => {
    const announced = Number(request.headers["content-length"]) || 0;
    const gathered = new GatheredBytes(announced);
    let length = 0;
    let counted = 0;
    const finish = (outcome: Body) => {
      clearTimeout(timer);
      request.removeAllListeners("data");
      gathered.release();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish("gone"), BODY_TIMEOUT_MS);
    if (announced > max) return finish("large");
    // Nothing is read if it doesn't fit.
    if (!budget.fits(announced)) return finish("full");
    request.on("data", (part: Uint8Array) => {
      length += part.length;
      counted += Math.max(part.length, MIN_PART_BYTES);
      if (length > max) finish("large");
      // There is no point in reading the rest just to send a response.
      else if (counted > MAX_BODY_BYTES + MIN_PART_BYTES) finish("gone");
      else if (!budget.hold(part.length)) finish("full");
      else gathered.add(part);
    });
    request.on("end", () => finish({ bytes: gathered.take() }));
    for (const event of ["error", "close", "aborted"]) request.on(event, () => finish("gone"));
  });
}

/** Uses a single array that grows. A list of chunks with one byte each would take hundreds of times the size. */
class GatheredBytes {
  readonly #expected: number;
  #bytes = new Uint8Array();
  #length = 0;

  constructor(expected: number) {
    this.#expected = expected;
  }

  add(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, this.#expected, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.#length));
      release(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
    release(part);
  }

  /** The caller owns the result. */
  take(): Uint8Array {
    const bytes = this.#bytes;
    const isExact = this.#length === bytes.length;
    const taken = isExact ? bytes : bytes.slice(0, this.#length);
    if (isExact) this.#bytes = new Uint8Array();
    this.release();
    return taken;
  }

  release(): void {
    release(this.#bytes);
    this.#bytes = new Uint8Array();
    this.#length = 0;
  }
}

/** Frees the memory immediately, because the garbage collector is too slow for many large messages. */
export function release(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  // Small arrays may share a buffer of the pool.
  if (byteLength > 0 && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** The headers that the transport uses. */
const PASSED = ["accept", "content-type", "mcp-session-id", "mcp-protocol-version", "last-event-id"];

export function webRequest({ method, headers }: IncomingMessage, leaveOut: readonly string[] = []): Request {
  const passed = PASSED.filter((name) => !leaveOut.includes(name)).flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  // The transport requires an absolute URL but ignores it.
  return new Request("http://localhost/mcp", { method: method ?? "GET", headers: passed });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

interface PumpOptions {
  /** The part of the body that was already read. */
  first?: Uint8Array;
  /** True to only read the queue, if nothing else will arrive, because there is no event for that. */
  onlyQueued?: boolean;
}

/** Writes the whole response, with backpressure. */
export async function pump(
  answer: Response,
  response: ServerResponse,
  { first, onlyQueued = false }: PumpOptions = {},
): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  response.flushHeaders();
  if (first) response.write(first);
  const reader = answer.body.getReader();
  let left = false;
  const leave = () => {
    left = true;
    void reader.cancel().catch(() => {});
  };
  response.once("close", leave);
  if (response.destroyed) leave();
  try {
    for (;;) {
      const next = reader.read();
      const { done, value } = await (onlyQueued ? Promise.race([next, nothing()]) : next);
      if (done || left) break;
      if (!response.write(value)) await drained(response);
    }
  } catch {
    // The client has disconnected and canceled the read.
  }
  response.off("close", leave);
  if (!left) response.end();
  if (onlyQueued) await reader.cancel().catch(() => {});
}

/** Resolves before a read if nothing is queued, because queued chunks arrive before the next tick. */
function nothing(): Promise<{ done: true; value: undefined }> {
  return new Promise((resolve) => setImmediate(() => resolve({ done: true, value: undefined })));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off("drain", finish);
      response.off("close", finish);
      resolve();
    };
    response.on("drain", finish);
    response.on("close", finish);
  });
}
