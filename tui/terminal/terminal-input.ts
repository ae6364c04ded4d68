/**
 * The terminal's input as a stream that can be released. While Bun's stdin is paused, it still has a pending read,
 * which would swallow the first keys that are meant for an editor. This stream uses its own reader, which is closed and
 * opened again.
 */
import { openAsBlob, realpathSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

export interface TerminalInput {
  /** The stream that Ink reads. */
  stream: ReadStream;
  /** Starts reading keys. */
  claim(): Promise<void>;
  /** Stops reading, so that another program receives the input. */
  release(): Promise<void>;
  /** Resolves when a key has been pressed. Only valid between `release` and `claim`. */
  typed(): Promise<void>;
}

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

/** Returns the device of the terminal, or undefined if it is unknown. */
function terminalPath(): string | undefined {
  try {
    const path = realpathSync("/proc/self/fd/0");
    return path.startsWith("/dev/") ? path : undefined;
  } catch {
    return undefined;
  }
}
