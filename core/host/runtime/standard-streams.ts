/**
 * The process's own streams. Where they are no terminal they are Bun's under Bun: Node's take a tenth of a start to load.
 * Under MCP stdout is for frames, and whatever else in this process prints goes to stderr.
 */
import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";

/** Where messages come from. */
export interface FrameInput extends AsyncIterable<Uint8Array> {
  /** A person types here, which is most likely a mistake. */
  isTTY?: boolean;
}

/** Where messages go. */
export interface FrameOutput {
  /** Calls `done` when the text is out, and not just kept, or when it never will be. */
  write(text: string, done: (error?: unknown) => void): void;
  /** Calls back when nobody reads any more. */
  onBroken(listener: () => void): void;
}

/** Where text goes that is for whoever started us; one of Node's streams is one. */
export interface TextOutput {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  destroyed?: boolean;
  /** `done` is told when the text is out, or why it never will be. */
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  /** Only streams break on their own. */
  on?(event: "error", listener: () => void): unknown;
  listenerCount?(event: "error"): number;
}

/** What of Bun is used here; absent elsewhere. */
interface BunStreams {
  stdin: { stream(): AsyncIterable<Uint8Array> };
  stdout: { writer(options: { highWaterMark: number }): Sink };
}

interface Sink {
  /** Both give a promise where the text is not out yet, and throw what a broken pipe or a full disk throws. */
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

/** What is written is out, so that the process may end behind it. */
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
        if ((error as { code?: string }).code === "EAGAIN") given.stderr.write(bytes.subarray(at), done);
        else done?.(error as Error); // Closed: there is nobody to tell.
      }
    },
  };
}

/** Takes over stdout of the process, and the printing functions of `printer` (the global console). */
export function claimStdout(given: Pick<NodeJS.Process, "stdout" | "stderr">, printer: Console): FrameOutput {
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  if (own) {
    // Assigned, not defined, and stderr when it is asked for: else the streams were loaded here after all.
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
  const write = stream.write.bind(stream) as NodeJS.WritableStream["write"];
  return {
    write: (text, done) => void write(text, done),
    onBroken(listener) {
      for (const event of ["error", "close"]) stream.on(event, listener);
    },
  };
}

function toSink(sink: Sink): TextOutput {
  return {
    write(text, done = () => {}) {
      try {
        const written = [sink.write(text), sink.flush()];
        if (written.every((count) => typeof count === "number")) done();
        else Promise.all(written).then(() => done(), done);
      } catch (error) {
        done(error as Error);
      }
    },
  };
}

/** That nobody reads shows where something is written. */
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

/** Of what leads nowhere that is told without asking further, which loads as much as it saves. */
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
