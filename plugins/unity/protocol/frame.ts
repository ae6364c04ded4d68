/** Encodes and decodes the Editor's frames, which have the form `Content-Length: <bytes>\r\n\r\n<json>`. */
import { Buffer } from "node:buffer";
import { editorError } from "../command/editor-errors.ts";

/**
 * The size of the Editor's receive buffer, including the header. If a request is larger, the Editor closes the connection
 * without an error.
 */
export const MAX_REQUEST_BYTES = 1024 * 1024;
/** The Editor has no limit. This one prevents us from allocating too much memory if a length is wrong. */
export const MAX_REPLY_BYTES = 128 * 1024 * 1024;
/** A header is usually a single short line. */
const MAX_HEADER_BYTES = 8 * 1024;

const CR = 13;
const LF = 10;

/** Throws REQUEST_TOO_LARGE, because the Editor would just close the connection. */
export function encodeFrame(json: string): Uint8Array {
  const encoder = new TextEncoder();
  const body = encoder.encode(json);
  const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
  const size = head.length + body.length;
  if (size >= MAX_REQUEST_BYTES) {
    throw editorError(
      "REQUEST_TOO_LARGE",
      `The request has ${size} bytes, but the Editor accepts fewer than ${MAX_REQUEST_BYTES}`,
      {
        hint: "Nothing was sent. Put long data in a file of the project and let the command read it",
        details: { bytes: size, limit: MAX_REQUEST_BYTES },
      },
    );
  }
  const frame = new Uint8Array(size);
  frame.set(head);
  frame.set(body, head.length);
  return frame;
}

/**
 * Splits a stream of bytes into frames, independently of how they were divided into packets. We never buffer more than a single
 * frame, and we throw as soon as the bytes can't be one.
 */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #length = 0;
  #bodyLength: number | undefined;
  readonly #decoder = new TextDecoder();

  /** Returns the bodies that this chunk completes. Throws PROTOCOL_ERROR as soon as the bytes can't be a frame. */
  push(chunk: Uint8Array): string[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const bodies: string[] = [];
    for (;;) {
      this.#bodyLength ??= this.#readHeader();
      if (this.#bodyLength === undefined || this.#length < this.#bodyLength) return bodies;
      bodies.push(this.#decoder.decode(this.#take(this.#bodyLength)));
      this.#bodyLength = undefined;
    }
  }

  #readHeader(): number | undefined {
    const bytes = this.#joined();
    const end = findHeaderEnd(bytes);
    if (end === undefined) {
      if (bytes.length > MAX_HEADER_BYTES) throw garbled("a header of over 8 KiB");
      return undefined;
    }
    const header = new TextDecoder("latin1").decode(this.#take(end + 4).subarray(0, end));
    const length = contentLength(header);
    if (length === 0) throw garbled("a frame without a body");
    if (length > MAX_REPLY_BYTES) throw garbled(`a frame of ${length} bytes`);
    return length;
  }

  #joined(): Uint8Array {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }

  #take(count: number): Uint8Array {
    const all = this.#joined();
    this.#chunks = count < all.length ? [all.subarray(count)] : [];
    this.#length = all.length - count;
    return all.subarray(0, count);
  }
}

/**
 * Returns the offset of CR LF CR LF. If we find LF LF, the other side is using a different protocol. Without this check we
 * would wait forever.
 */
function findHeaderEnd(bytes: Uint8Array): number | undefined {
  const limit = Math.min(bytes.length, MAX_HEADER_BYTES);
  for (let at = 0; at < limit; at++) {
    if (bytes[at] !== LF) continue;
    if (bytes[at + 1] === LF) throw garbled("a header that ends with bare line feeds");
    if (bytes[at - 1] === CR && bytes[at + 1] === CR && bytes[at + 2] === LF) return at - 1;
  }
  return undefined;
}

function contentLength(header: string): number {
  const values = new Set<string>();
  for (const line of header.split(/\r?\n/)) {
    const match = /^\s*content-length\s*:(.*)$/i.exec(line);
    if (match) values.add(match[1]!.trim());
  }
  const [value] = values;
  if (value === undefined) throw garbled("a header without Content-Length");
  if (values.size > 1) throw garbled("a header with two different lengths");
  if (!/^\d{1,15}$/.test(value)) throw garbled(`the length "${value.slice(0, 40)}"`);
  return Number(value);
}

function garbled(what: string) {
  return editorError("PROTOCOL_ERROR", `The Editor's side sent ${what}, which is not a frame of its protocol`, {
    hint: "Check that the port in UserSettings/UnityMcpSettings.json belongs to uLoopMCP and to nothing else",
  });
}
