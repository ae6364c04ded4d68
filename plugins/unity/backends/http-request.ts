/**
 * Implements a minimal HTTP/1.1 client that uses one connection per request. General-purpose clients can't distinguish a
 * request that was never sent from one whose answer was lost, and some of them send a request again on their own. For a command
 * with side effects we need to control both. This client never sends anything twice, and it ignores proxies.
 */
import { Buffer } from "node:buffer";
import type { JigError, Net } from "../../../core/host/plugin-api.ts";
import { toJigError } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import { editorError } from "../command/editor-errors.ts";

export interface HttpRequest {
  /** We connect to the loopback address, because these servers refuse `localhost`. */
  port: number;
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  deadline: Deadline;
  onSent?: (() => void) | undefined;
}

export type HttpReply =
  /** The `head` contains the status line and the headers. */
  | { kind: "answer"; status: number; text: string; head: string }
  /** The request was not sent. */
  | { kind: "unreachable"; why: string }
  /** The request was sent, but the answer is missing or incomplete. */
  | { kind: "lost" }
  | { kind: "garbled"; error: JigError }
  | { kind: "late" };

const HOST = "127.0.0.1";
const CONNECT_MS = 1_000;
const MAX_HEAD = 64 * 1024;
const MAX_BODY = 128 * 1024 * 1024;

/** This only throws if the call is canceled. */
export async function sendHttpRequest(net: Net, request: HttpRequest): Promise<HttpReply> {
  const { deadline, port } = request;
  let connection: Awaited<ReturnType<Net["connect"]>>;
  try {
    const timeoutMs = Math.max(1, Math.min(CONNECT_MS, deadline.remaining));
    connection = await net.connect({ host: HOST, port }, { timeoutMs, signal: deadline.signal });
  } catch {
    deadline.throwIfCancelled();
    return { kind: "unreachable", why: `Nothing listens at ${HOST}:${port}` };
  }
  try {
    request.onSent?.();
    connection.write(bytesOf(request)).catch(() => {});
    const reply = await deadline.race(readReply(connection.data));
    return reply === LATE ? { kind: "late" } : reply;
  } finally {
    connection.close();
  }
}

function bytesOf({ method, path, port, headers, body }: HttpRequest): Uint8Array {
  const content = new TextEncoder().encode(body ?? "");
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${HOST}:${port}`,
    "Connection: close",
    ...Object.entries({ Accept: "application/json", ...headers }).map(
      ([name, value]) => `${name}: ${value.replace(/[\r\n]/g, "")}`,
    ),
    ...(body === undefined
      ? []
      : ["Content-Type: application/json; charset=utf-8", `Content-Length: ${content.length}`]),
  ];
  const head = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
  return Buffer.concat([head, content]);
}

async function readReply(data: AsyncIterable<Uint8Array>): Promise<HttpReply> {
  const source = new Source(data);
  try {
    for (;;) {
      const head = await source.until("\r\n\r\n", MAX_HEAD);
      if (head === undefined) return { kind: "lost" };
      const status = /^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1];
      if (status === undefined) return garbled("something other than HTTP");
      if (status.startsWith("1")) continue;
      const body = await readBody(source, head);
      if (body instanceof Uint8Array)
        return { kind: "answer", status: Number(status), text: new TextDecoder().decode(body), head };
      return body;
    }
  } catch (thrown) {
    const error = toJigError(thrown);
    return error.code === "LIMIT_EXCEEDED" || error.details?.editorCode === "PROTOCOL_ERROR"
      ? { kind: "garbled", error }
      : { kind: "lost" };
  }
}

async function readBody(source: Source, head: string): Promise<Uint8Array | HttpReply> {
  if (/^transfer-encoding:\s*chunked\s*$/im.test(head)) return readChunks(source);
  const lengths = new Set([...head.matchAll(/^content-length:\s*(.*?)\s*$/gim)].map((match) => match[1]));
  const [length] = lengths;
  if (length === undefined) return source.rest(MAX_BODY);
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length))
    return garbled(`the length "${[...lengths].join(", ").slice(0, 40)}"`);
  if (Number(length) > MAX_BODY) return garbled(`an answer of ${length} bytes`);
  return (await source.exactly(Number(length))) ?? { kind: "lost" };
}

async function readChunks(source: Source): Promise<Uint8Array | HttpReply> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const line = await source.until("\r\n", 1_024);
    if (line === undefined) return { kind: "lost" };
    const size = /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) return garbled("a chunk without a size");
    const count = Number.parseInt(size, 16);
    if (count === 0) return Buffer.concat(parts);
    total += count;
    if (total > MAX_BODY) return garbled(`an answer of over ${MAX_BODY} bytes`);
    const part = await source.exactly(count);
    if (part === undefined || (await source.until("\r\n", 2)) === undefined) return { kind: "lost" };
    parts.push(part);
  }
}

function garbled(what: string): HttpReply {
  const error = editorError("PROTOCOL_ERROR", `The Editor's side sent ${what}`, {
    hint: "Check that its port belongs to the Editor and to nothing else",
  });
  return { kind: "garbled", error };
}

/** Reads the incoming bytes on demand. Each method returns undefined if the connection was closed too early. */
class Source {
  readonly #data: AsyncIterator<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(data: AsyncIterable<Uint8Array>) {
    this.#data = data[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#data.next();
    if (next.done) return false;
    this.#chunks.push(next.value);
    this.#length += next.value.length;
    return true;
  }

  #all(): Uint8Array {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }

  #take(count: number): Uint8Array {
    const all = this.#all();
    this.#chunks = count < all.length ? [all.subarray(count)] : [];
    this.#length = all.length - count;
    return all.subarray(0, count);
  }

  /** Also reads `ending`, but doesn't include it in the result. */
  async until(ending: string, limit: number): Promise<string | undefined> {
    const decoder = new TextDecoder("latin1");
    for (;;) {
      const at = decoder.decode(this.#all().subarray(0, limit + ending.length)).indexOf(ending);
      if (at >= 0) return decoder.decode(this.#take(at + ending.length)).slice(0, at);
      if (this.#length > limit) throw editorError("PROTOCOL_ERROR", "The Editor's side sent an endless header");
      if (!(await this.#more())) return undefined;
    }
  }

  async exactly(count: number): Promise<Uint8Array | undefined> {
    while (this.#length < count) if (!(await this.#more())) return undefined;
    return this.#take(count);
  }

  async rest(limit: number): Promise<Uint8Array> {
    while (await this.#more()) {
      if (this.#length > limit) throw editorError("PROTOCOL_ERROR", `The Editor's side sent over ${limit} bytes`);
    }
    return this.#take(this.#length);
  }
}
