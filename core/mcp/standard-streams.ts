/**
 * The process's stdin and stdout for frames; whatever else in this process prints goes to stderr. Under Bun they are
 * Bun's own: Node's streams take a tenth of a start to load.
 */
import { fstatSync } from "node:fs";
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

/** What of Bun is used here; absent elsewhere. */
interface BunStreams {
  stdin: { stream(): AsyncIterable<Uint8Array> };
  stdout: { writer(options: { highWaterMark: number }): Sink };
}

interface Sink {
  /** Both give a promise where the text is not out yet, and throw what a broken pipe or a full disk throws. */
  write(text: string): number | Promise<number>;
  flush(): number | Promise<number>;
}

const { Bun } = globalThis as { Bun?: BunStreams };
const STDIN = 0;

export function standardInput(given: Pick<NodeJS.Process, "stdin">): FrameInput {
  if (!Bun) return given.stdin;
  const stream = Bun.stdin.stream();
  return {
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    get isTTY() {
      return isDevice(STDIN) && isatty(STDIN);
    },
  };
}

/** Takes over stdout of the process, and the printing functions of `printer` (the global console). */
export function claimStdout(given: Pick<NodeJS.Process, "stdout" | "stderr">, printer: Console): FrameOutput {
  for (const name of ["log", "info", "debug", "dir", "table", "group", "count", "time"] as const)
    printer[name] = (...values: unknown[]) => printer.error(...values);
  if (Bun) {
    // Assigned, not defined, and stderr when it is asked for: else the streams were loaded here after all.
    given.stdout = new Proxy({} as typeof given.stdout, {
      get(_, key) {
        const value = Reflect.get(given.stderr, key);
        return typeof value === "function" ? value.bind(given.stderr) : value;
      },
    });
    return toSink(Bun.stdout.writer({ highWaterMark: 1 }));
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

function toSink(sink: Sink): FrameOutput {
  let broken = () => {};
  return {
    write(text, done) {
      const fail = (error: unknown) => {
        broken();
        done(error);
      };
      try {
        const written = [sink.write(text), sink.flush()];
        if (written.every((count) => typeof count === "number")) done();
        else Promise.all(written).then(() => done(), fail);
      } catch (error) {
        fail(error);
      }
    },
    onBroken(listener) {
      broken = listener;
    },
  };
}

function isDevice(file: number): boolean {
  try {
    return fstatSync(file).isCharacterDevice();
  } catch {
    return false; // Closed by whoever started us.
  }
}
