/**
 * Provides the standard streams. Under Bun we use Bun's own streams unless they are a terminal, because loading Node's takes a
 * tenth of the startup time. With MCP, stdout is only used for frames, and all other output goes to stderr.
 */

import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { errorCode } from "../contract/error-parts.ts";
import { toJigError } from "../contract/errors.ts";

/** The source of incoming messages. */
export interface FrameInput extends AsyncIterable<Uint8Array> {
  /** True for a terminal, which is probably a mistake. */
  isTTY?: boolean;
}

/** The sink for outgoing messages. */
export interface FrameOutput {
  /** Calls `done` when the text has been written (not just buffered), or when it can't be. */
  write(text: string, done: (error?: unknown) => void): void;
  /** Calls `listener` when the reader has closed. */
  onBroken(listener: () => void): void;
}

/** Output to the parent process, which Node's streams implement. */
export interface TextOutput {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  destroyed?: boolean;
  /** Calls `done` when the text has been written, or with an error if it can't be. */
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  /** Only streams emit errors on their own. */
  on?(event: "error", listener: () => void): unknown;
  listenerCount?(event: "error"): number;
}

/** The part of Bun's API that is used here. It is undefined on other runtimes. */
interface BunStreams {
  stdin: { stream(): AsyncIterable<Uint8Array> };
  stdout: { writer(options: { highWaterMark: number }): Sink };
}

interface Sink {
  /** Both return a promise if the text has not been written yet. They throw if the pipe is broken or the disk is full. */
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

/** Resolves when all output has been written and the process may exit. */
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
        else done?.(error instanceof Error ? error : undefined); // The stream is closed, so there is no way to print anything.
      }
    },
  };
}

/**
 * Takes over stdout, along with the functions of `printer`, which is the global console. After this, only frames can be written
 * to stdout.
 * @returns the output for frames
 */
export function claimStdout(given: Pick<NodeJS.Process, "stdout" | "stderr">, printer: Console): FrameOutput {
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  if (own) {
    // The streams would be loaded here if we defined properties, so we assign them, and create stderr on demand.
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
        // Both fail if the pipe is broken, and only one of the failures matters.
        Promise.resolve(written).catch(() => undefined);
        fail(error);
      }
    },
  };
  return output;
}

/** Sends frames over an output. We only notice that the reader has closed when we write to it. */
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

/** Checks whether a file is a terminal. It must not load any further modules, because that would take as long as it saves. */
function isTerminal(file: number): boolean {
  try {
    return (process.platform === "win32" || isDevice(file)) && isatty(file);
  } catch {
    return false; // The parent process has closed it.
  }
}

function isDevice(file: number): boolean {
  const stat = fstatSync(file);
  return stat.isCharacterDevice() && stat.rdev !== statSync(devNull).rdev;
}
