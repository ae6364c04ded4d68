/**
 * The terminal's input as a stream that can be released. Bun's stdin keeps a read pending while it is paused, which would
 * swallow the first keys meant for an editor, so this uses a reader of its own that is closed and opened again.
 */
import { openAsBlob, realpathSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

export interface TerminalInput {
  /** The stream that Ink reads. */
  stream: ReadStream;
  /** Starts reading keys. */
  claim(): Promise<void>;
  /** Stops reading, so that another program gets the input. */
  release(): Promise<void>;
  /** Resolves when a key was pressed. Only valid between `release` and `claim`. */
  typed(): Promise<void>;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Not yet claimed. */
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
      // A failed read also means that the terminal is gone.
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

/** The terminal's device; undefined if unknown. */
function terminalPath(): string | undefined {
  try {
    const path = realpathSync("/proc/self/fd/0");
    return path.startsWith("/dev/") ? path : undefined;
  } catch {
    return undefined;
  }
}
