/**
 * The terminal's input as a stream that can be released. While Bun's stdin is paused, it still has a pending read,
 * which would swallow the first keys that are meant for an editor. This stream uses its own reader, which is closed and
 * opened again.
 */
import { closeSync, constants, openAsBlob, openSync, readSync, realpathSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

export interface TerminalInput {
  /** The stream that Ink reads. */
  stream: ReadStream;
  /** Starts reading keys. On Linux, keys that have been typed already are in the stream when it resolves. */
  claim(): Promise<void>;
  /** Stops reading, so that another program receives the input. */
  release(): Promise<void>;
  /** Resolves when a key has been pressed. Only valid between `release` and `claim`. */
  typed(): Promise<void>;
}

/** The most that Linux keeps for a terminal. */
const MAX_WAITING = 4096;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Opens the input without claiming it. */
export function openTerminalInput(stdin: ReadStream): TerminalInput {
  const path = process.versions.bun && process.platform === "linux" ? terminalPath() : undefined;
  return path === undefined ? plainInput(stdin) : ownInput(stdin, path);
}

function ownInput(stdin: ReadStream, path: string): TerminalInput {
  const stream = new Readable({ read() {} });
  let reader: Reader | undefined;
  const open = async () => (await openAsBlob(path)).stream().getReader();

  async function pump(mine: Reader): Promise<void> {
    while (true) {
      const { value, done } = await mine.read();
      if (reader !== mine) return;
      // The terminal was closed.
      stream.push(done ? null : value);
      if (done) return;
    }
  }

  const terminal = {
    isTTY: true,
    fd: 0,
    ref: () => terminal,
    unref: () => terminal,
    setRawMode(on: boolean) {
      stdin.setRawMode(on);
      return terminal;
    },
  };
  return {
    stream: Object.assign(stream, terminal) as unknown as ReadStream,
    async claim() {
      const typed = typedAlready(path);
      if (typed) stream.push(typed);
      reader = await open();
      // A failed read also means that the terminal no longer exists.
      pump(reader).catch(() => stream.push(null));
    },
    async release() {
      const mine = reader;
      reader = undefined;
      await mine?.cancel().catch(() => {});
    },
    async typed() {
      const mine = await open();
      await mine.read();
      await mine.cancel();
    },
  };
}

function plainInput(stdin: ReadStream): TerminalInput {
  return {
    stream: stdin,
    claim: () => Promise.resolve(),
    release: () => Promise.resolve(void stdin.pause()),
    async typed() {
      await new Promise<void>((resolve) => {
        stdin.once("data", () => resolve());
        stdin.resume();
      });
      stdin.pause();
    },
  };
}

/** Reads the keys that are waiting, if there are any. */
function typedAlready(path: string): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const buffer = Buffer.alloc(MAX_WAITING);
    const length = readSync(handle, buffer);
    return length > 0 ? buffer.subarray(0, length) : undefined;
  } catch {
    // Usually EAGAIN, because nothing has been typed.
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Returns the device of the terminal, or undefined if it is unknown. */
function terminalPath(): string | undefined {
  try {
    const path = realpathSync("/proc/self/fd/0");
    return path.startsWith("/dev/") ? path : undefined;
  } catch {
    return undefined;
  }
}
