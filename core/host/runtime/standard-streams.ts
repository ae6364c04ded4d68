/**
 * Standard streams. Under Bun they are Bun's own unless they are a terminal, because loading Node's takes a tenth of the
 * startup time. Under MCP stdout is for frames only, and all other output goes to stderr.
 */

import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { errorCode } from "../contract/error-parts.ts";
import { toJigError } from "../contract/errors.ts";

/** Source of messages. */
export interface FrameInput extends AsyncIterable<Uint8Array> {
  /** A terminal, which is probably a mistake. */
  isTTY?: boolean;
}

/** Destination of messages. */
export interface FrameOutput {
  /** Calls `done` when the text is written rather than buffered, or when it cannot be. */
  write(text: string, done: (error?: unknown) => void): void;
  /** Calls `listener` when the reader is gone. */
  onBroken(listener: () => void): void;
}

/** Output to the parent process. Node's streams implement it. */
export interface TextOutput {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  destroyed?: boolean;
  /** Calls `done` when the text is written, or with an error if it cannot be. */
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  /** Only streams emit errors on their own. */
  on?(event: "error", listener: () => void): unknown;
  listenerCount?(event: "error"): number;
}

/** The part of Bun's API used here. Undefined on other runtimes. */
interface BunStreams {
  stdin: { stream(): AsyncIterable<Uint8Array> };
  stdout: { writer(options: { highWaterMark: number }): Sink };
}

interface Sink {
  /** Both return a promise if the text is not written yet, and throw if the pipe is broken or the disk is full. */
  write(text: string | Uint8Array): number | Promise<number>;
  flush(): number | Promise<number>;
}

const { Bun: own } = globalThis as { Bun?: BunStreams };
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

export function standardInput(given: Pick<NodeJS.Process, "stdin">): FrameInput {
  if (!own) return given.stdin;
  const stream = own.stdin.stream();
  return {
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    get isTTY() {
      return isTerminal(STDIN);
    },
  };
}

export function standardOutput(given: Pick<NodeJS.Process, "stdout">): TextOutput {
  return own && !isTerminal(STDOUT) ? toSink(own.stdout.writer({ highWaterMark: 1 })) : given.stdout;
}

/** Resolves when all output is written, so that the process may end. */
export function standardError(given: Pick<NodeJS.Process, "stderr">): TextOutput {
  if (!own || isTerminal(STDERR)) return given.stderr;
  return {
    write(text, done) {
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      let at = 0;
      try {
        while (at < bytes.length) at += writeSync(STDERR, bytes, at);
        done?.();
      } catch (error) {
        if (errorCode(error) === "EAGAIN") given.stderr.write(bytes.subarray(at), done);
        else done?.(error instanceof Error ? error : undefined); // Closed, so no output is possible.
      }
    },
  };
}

/** Takes over the process's stdout and the functions of `printer` (the global console). */
export function claimStdout(given: Pick<NodeJS.Process, "stdout" | "stderr">, printer: Console): FrameOutput {
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  if (own) {
    // Assign instead of defining properties, and stderr lazily, because otherwise the streams would be loaded here.
    given.stdout = new Proxy({} as typeof given.stdout, {
      get(_, key) {
        const value = Reflect.get(given.stderr, key);
        return typeof value === "function" ? value.bind(given.stderr) : value;
      },
    });
    return toFrames(toSink(own.stdout.writer({ highWaterMark: 1 })));
  }
  const output = toStream(given.stdout);
  given.stdout.write = ((...args: Parameters<typeof given.stderr.write>) =>
    given.stderr.write(...args)) as typeof given.stdout.write;
  return output;
}

/** Sends frames over a Node stream. */
export function toStream(stream: NodeJS.WritableStream): FrameOutput {
  const write = stream.write.bind(stream);
  return {
    write: (text, done) => void write(text, done),
    onBroken(listener) {
      for (const event of ["error", "close"]) stream.on(event, listener);
    },
  };
}

function toSink(sink: Sink): TextOutput {
  const output: TextOutput = {
    destroyed: false,
    write(text, done = () => {}) {
      const fail = (error: unknown) => {
        if (errorCode(error) === "EPIPE") output.destroyed = true;
        done(error instanceof Error ? error : toJigError(error));
      };
      let written: number | Promise<number> = 0;
      try {
        written = sink.write(text);
        const flushed = sink.flush();
        if (typeof written === "number" && typeof flushed === "number") done();
        else Promise.all([written, flushed]).then(() => done(), fail);
      } catch (error) {
        // Both fail for a broken pipe, and only one failure is of interest.
        Promise.resolve(written).catch(() => undefined);
        fail(error);
      }
    },
  };
  return output;
}

/** A closed reader is noticed only when writing. */
function toFrames(output: TextOutput): FrameOutput {
  let listener = () => {};
  return {
    write(text, done) {
      output.write(text, (error) => {
        if (error) listener();
        done(error);
      });
    },
    onBroken(listen) {
      listener = listen;
    },
  };
}

/** Checks without loading further modules, which would cost as much as this saves. */
function isTerminal(file: number): boolean {
  try {
    return (process.platform === "win32" || isDevice(file)) && isatty(file);
  } catch {
    return false; // Closed by the parent process.
  }
}

function isDevice(file: number): boolean {
  const stat = fstatSync(file);
  return stat.isCharacterDevice() && stat.rdev !== statSync(devNull).rdev;
}
