/** The process's own streams. Unless they are a terminal, they are Bun's under Bun: loading Node's takes a tenth of a start. Under MCP stdout is for frames only, and all other output goes to stderr. */

import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { errorCode } from "../contract/error-parts.ts";
import { toJigError } from "../contract/errors.ts";

/** Where messages come from. */
export interface FrameInput extends AsyncIterable<Uint8Array> {
  /** A person types here, which is most likely a mistake. */
  isTTY?: boolean;
}

/** Where messages go. */
export interface FrameOutput {
  /** Calls `done` when the text is out, and not just kept, or when it never will be. */
  write(text: string, done: (error?: unknown) => void): void;
  /** Calls back when the reader is gone. */
  onBroken(listener: () => void): void;
}

/** The output to our parent process; one of Node's streams fits. */
export interface TextOutput {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  destroyed?: boolean;
  /** `done` runs when the text is out, with an error if it never will be. */
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  /** Only streams break on their own. */
  on?(event: "error", listener: () => void): unknown;
  listenerCount?(event: "error"): number;
}

/** The subset of Bun's API that is used here. Undefined on other runtimes. */
interface BunStreams {
  stdin: { stream(): AsyncIterable<Uint8Array> };
  stdout: { writer(options: { highWaterMark: number }): Sink };
}

interface Sink {
  /** Both return a promise if the text is not out yet, and throw for a broken pipe or a full disk. */
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
        else done?.(error instanceof Error ? error : undefined); // Closed: no output is possible.
      }
    },
  };
}

/** Takes over stdout of the process, and the printing functions of `printer` (the global console). */
export function claimStdout(given: Pick<NodeJS.Process, "stdout" | "stderr">, printer: Console): FrameOutput {
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  if (own) {
    // Assigned, not defined, and stderr lazily: otherwise the streams would load here.
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

/** Frames over one of Node's streams. */
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

/** A closed reader shows up only when something is written to it. */
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

/** Recognizes only closed outputs that need no further modules: loading them would cost as much as it saves. */
function isTerminal(file: number): boolean {
  try {
    return (process.platform === "win32" || isDevice(file)) && isatty(file);
  } catch {
    return false; // The parent process closed it.
  }
}

function isDevice(file: number): boolean {
  const stat = fstatSync(file);
  return stat.isCharacterDevice() && stat.rdev !== statSync(devNull).rdev;
}
