/** Minimal HTTP/1.1 response parser: fixed length, chunked, or until the connection closes. */
import { JigError } from "../../../core/host/plugin-api.ts";

export interface Reply {
  status: number;
  text: string;
}

const MAX_HEAD = 64 * 1024;
const MAX_BODY = 192 * 1024 * 1024;

/** Throws UNAVAILABLE if the response is incomplete, LIMIT_EXCEEDED if it's too large. */
export async function readReply(data: AsyncIterable<Uint8Array>): Promise<Reply> {
  const source = new Source(data);
  for (;;) {
    const head = await source.line("\r\n\r\n", MAX_HEAD);
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1]);
    if (Number.isNaN(status)) throw broken("the response is not HTTP");
    if (status < 200) continue;
    return { status, text: (await bodyOf(source, head)).toString("utf8") };
  }
}

async function bodyOf(source: Source, head: string): Promise<Buffer> {
  if (/^transfer-encoding:\s*chunked\s*$/im.test(head)) return await chunks(source);
  const lengths = new Set([...head.matchAll(/^content-length:\s*(.*?)\s*$/gim)].map((match) => match[1]));
  const [length] = lengths;
  if (length === undefined) return await source.rest();
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) throw broken("the response has no valid length");
  return await source.exactly(Number(length));
}

async function chunks(source: Source): Promise<Buffer> {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const size = /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(await source.line("\r\n", 1024))?.[1];
    if (size === undefined) throw broken("a chunk of the response has no size");
    const count = Number.parseInt(size, 16);
    if (count === 0) return Buffer.concat(parts);
    total += count;
    if (total > MAX_BODY) throw tooLarge();
    parts.push(Buffer.from(await source.exactly(count)));
    await source.line("\r\n", 2);
  }
}

/** Buffered reader. */
class Source {
  private readonly data: AsyncIterator<Uint8Array>;
  private chunks: Uint8Array[] = [];
  private length = 0;

  constructor(data: AsyncIterable<Uint8Array>) {
    this.data = data[Symbol.asyncIterator]();
  }

  /** Reads up to and including the ending. */
  async line(ending: string, limit: number): Promise<string> {
    for (;;) {
      const all = this.joined();
      const at = all.subarray(0, limit + ending.length).indexOf(ending);
      if (at >= 0) return this.take(at + ending.length).toString("latin1", 0, at);
      if (this.length > limit) throw broken("the response has an endless header");
      await this.more();
    }
  }

  async exactly(count: number): Promise<Buffer> {
    if (count > MAX_BODY) throw tooLarge();
    while (this.length < count) await this.more();
    return this.take(count);
  }

  async rest(): Promise<Buffer> {
    for (;;) {
      const next = await this.data.next();
      if (next.done) return this.take(this.length);
      this.add(next.value);
      if (this.length > MAX_BODY) throw tooLarge();
    }
  }

  private async more(): Promise<void> {
    const next = await this.data.next();
    if (next.done) throw broken("the response was cut off");
    this.add(next.value);
  }

  private add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  private joined(): Buffer {
    const [first] = this.chunks;
    const all = first && this.chunks.length === 1 ? bufferOf(first) : Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }

  private take(count: number): Buffer {
    const all = this.joined();
    this.chunks = count < all.length ? [all.subarray(count)] : [];
    this.length = all.length - count;
    return all.subarray(0, count);
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function broken(what: string): JigError {
  return new JigError("UNAVAILABLE", what);
}

function tooLarge(): JigError {
  return new JigError("LIMIT_EXCEEDED", `the response has more than ${MAX_BODY} bytes`);
}
