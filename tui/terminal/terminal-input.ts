/**
 * Provides the terminal's input as a stream that can be released. We can't use the stdin of Bun directly, because it has a
 * pending read even while it is paused. If we start an editor, that read takes the first keys that are meant for the editor.
 * This stream has its own reader, which is closed on release and opened again afterwards.
 */
import { closeSync, constants, openAsBlob, openSync, readSync, realpathSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

export interface TerminalInput {
  /** The stream for Ink. */
  stream: ReadStream;
  /** Takes the input. On Linux, keys that were typed earlier are in the stream once this resolves. */
  claim(): Promise<void>;
  /** Passes the input to another program. */
  release(): Promise<void>;
  /** Resolves on the next key. This only works between `release` and `claim`. */
  typed(): Promise<void>;
}

/** Linux doesn't buffer more than this for a terminal. */
const MAX_WAITING = 4096;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Opens the input, but doesn't claim it yet. */
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
      // The terminal no longer exists, because we failed to read from it.
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

/** Reads the keys that are pending. */
function typedAlready(path: string): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const buffer = Buffer.alloc(MAX_WAITING);
    const length = readSync(handle, buffer);
    return length > 0 ? buffer.subarray(0, length) : undefined;
  } catch {
    // Most likely this is EAGAIN, which means that nothing was typed.
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Returns undefined if we can't tell. */
function terminalPath(): string | undefined {
  try {
    const path = realpathSync("/proc/self/fd/0");
    return path.startsWith("/dev/") ? path : undefined;
  } catch {
    return undefined;
  }
}
