/** The Editor's side of the protocol. Shares no code with the client. */
import { Buffer } from "node:buffer";

/** Unity's receive buffer. Larger requests never get a response. */
export const RECEIVE_LIMIT = 1_048_576;

export interface Request {
  method: string;
  params: Record<string, unknown>;
  id: string | number | null | undefined;
  stamp: { expectedProjectRoot?: string; expectedServerSessionId?: string } | undefined;
  /** Additional object of the 3.x line. */
  uloop: Record<string, unknown> | undefined;
  /** Raw frame including the header. */
  bytes: string;
}

/** Header, CRLF CRLF, body. The length is in bytes. */
export function frame(body: string): Buffer {
  return Buffer.concat([
    Buffer.from(`Content-Length: ${Buffer.byteLength(body, "utf8")}\r\n\r\n`, "latin1"),
    Buffer.from(body, "utf8"),
  ]);
}

export function resultBody(id: Request["id"], result: unknown): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`;
}

export function errorBody(id: Request["id"], message: string, data: unknown): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32603,"message":${JSON.stringify(message)},"data":${JSON.stringify(data)}}}`;
}

export function notificationBody(method: string, params: unknown): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
}

/**
 * Parses like Unity: first CRLF CRLF, header lines split at CRLF, case-insensitive names, strict integers. Returns `overflow` when
 * the buffer is full.
 */
export class Intake {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): { requests: Request[]; overflow: boolean } {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const requests: Request[] = [];
    for (;;) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      if (end < 0) break;
      const line = this.#bytes
        .subarray(0, end)
        .toString("latin1")
        .split("\r\n")
        .find((each) => each.trim().toLowerCase().startsWith("content-length:"));
      const length = Number.parseInt(line?.split(":")[1]?.trim() ?? "", 10);
      if (Number.isNaN(length) || end + 4 + length > RECEIVE_LIMIT || this.#bytes.length < end + 4 + length) break;
      const whole = this.#bytes.subarray(0, end + 4 + length);
      this.#bytes = this.#bytes.subarray(end + 4 + length);
      requests.push(requestOf(whole.toString("utf8"), whole.subarray(end + 4).toString("utf8")));
    }
    return { requests, overflow: this.#bytes.length >= RECEIVE_LIMIT };
  }
}

function requestOf(bytes: string, body: string): Request {
  const json = JSON.parse(body);
  return {
    method: json.method,
    params: json.params ?? {},
    id: json.id,
    stamp: json["x-uloop"],
    uloop: json.uloop,
    bytes,
  };
}
