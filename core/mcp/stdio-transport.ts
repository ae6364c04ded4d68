/**
 * Implements a transport with one message per line. Unlike the one in the SDK, it reports invalid JSON, detects the end of the
 * input and a closed output, and rejects failed sends.
 */
import type { FrameInput, FrameOutput } from "../host/frontend-api.ts";
import { failure, INVALID_REQUEST, type Message, parseBytes } from "./messages.ts";

/** Longer lines are rejected without being buffered. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** We stop reading requests when this much output hasn't been read. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** Reading yields regularly, because a constant stream of input would block signals, timers and responses otherwise. */
const MAX_TURN_MS = 10;

const NEWLINE = 10;

export class StdioTransport {
  onmessage: (message: Message) => void = () => {};
  /** Called when the input was closed or can't be read. */
  onend: (failure?: unknown) => void = () => {};
  /** Called when the output was closed. */
  onbroken: () => void = () => {};

  readonly #input: FrameInput;
  readonly #output: FrameOutput;
  readonly #note: (line: string) => void;
  #parts: Uint8Array[] = [];
  #length = 0;
  #broken = false;
  #unread = 0;
  /** The last time when the client read something, or had nothing left to read. */
  #lastTaken = performance.now();
  /** The reasons for not reading. */
  readonly #held = new Set<string>();
  /** Continues to read. */
  #resume = () => {};

  constructor(input: FrameInput, output: FrameOutput, note: (line: string) => void) {
    this.#input = input;
    this.#output = output;
    this.#note = note;
  }

  start(): void {
    void this.#read();
    const broken = () => {
      if (this.#broken) return;
      this.#broken = true;
      this.onbroken();
    };
    this.#output.onBroken(broken);
  }

  async #read(): Promise<void> {
    let begun = performance.now();
    try {
      for await (const chunk of this.#input) {
        this.#receive(chunk);
        while (this.#held.size > 0) await new Promise<void>((resolve) => (this.#resume = resolve));
        if (performance.now() - begun < MAX_TURN_MS) continue;
        await new Promise((resolve) => setImmediate(resolve));
        begun = performance.now();
      }
      this.#finishLine(); // The last line may have no line break (`echo -n`).
      this.onend();
    } catch (error) {
      this.onend(error);
    }
  }

  /** Resolves when the stream has accepted the message, so that a slow reader slows down the caller. */
  send(message: Message): Promise<void> {
    if (this.#broken) return Promise.resolve();
    const line = `${JSON.stringify(message)}\n`;
    this.#count(line.length);
    return new Promise((resolve) =>
      this.#output.write(line, () => {
        this.#count(-line.length);
        resolve();
      }),
    );
  }

  /** Stops reading until the reason no longer exists, which blocks the writes of the client. */
  hold(reason: string, holds: boolean): void {
    if (holds === this.#held.has(reason)) return;
    if (holds) this.#held.add(reason);
    else this.#held.delete(reason);
    if (this.#held.size === 0) this.#resume();
  }

  /** The number of milliseconds for which the client hasn't read anything, or 0 if nothing is pending. */
  get stalledMs(): number {
    return this.#unread === 0 ? 0 : performance.now() - this.#lastTaken;
  }

  #count(bytes: number): void {
    if (bytes < 0 || this.#unread === 0) this.#lastTaken = performance.now();
    this.#unread += bytes;
    this.hold("unread", this.#unread > MAX_UNREAD_BYTES);
  }

  stop(): void {
    this.#held.add("stopped");
  }

  #receive(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finishLine();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #finishLine(): void {
    const length = this.#length;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (length > MAX_LINE_BYTES) {
      const reason = `a line of ${length} bytes is over the limit of ${MAX_LINE_BYTES}`;
      this.#note(`Refused a message: ${reason}`);
      void this.send(failure(null, INVALID_REQUEST, `Invalid request: ${reason}`));
    } else if (bytes.toString("utf8").trim() !== "") {
      const parsed = parseBytes(bytes);
      if ("message" in parsed) this.onmessage(parsed.message);
      else void this.send(parsed.refusal);
    }
  }
}
