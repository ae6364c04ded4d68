/**
 * Runs the picker on the terminal even if stdout is a pipe, like fzf. It reads keys from the tty and draws on stderr or the
 * tty.
 */
import { openSync } from "node:fs";
import process from "node:process";
import { ReadStream, WriteStream } from "node:tty";
import { JigError } from "../../host/frontend-api.ts";
import type { Io } from "../io.ts";
import { createStyle, isDumb } from "../style.ts";
import type { Choice, PickEnd, PickList } from "./pick-list.ts";

/** One key, or a run of text such as a paste, which is one search. */
const KEYS = /\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|\P{C}+|./gsu;

interface Terminal {
  input: ReadStream;
  output: WriteStream;
  close(): void;
}

/** Returns undefined if the user cancels. Throws UNAVAILABLE without a terminal, and CANCELLED on a signal. */
export async function choose(list: PickList, io: Io): Promise<Choice[] | undefined> {
  const terminal = openTerminal(io);
  const { input, output } = terminal;
  const style = await createStyle({ ...io, stdout: output }, {});
  const draw = () => {
    const lines = list.draw(output.rows || 24, output.columns || 80, style);
    output.write(`\x1b[H${lines.map((line) => `${line}\x1b[K`).join("\r\n")}`);
  };
  const wasRaw = input.isRaw;
  output.write("\x1b[?1049h");
  input.setRawMode(true);
  output.on("resize", draw);
  process.on("SIGWINCH", draw);
  try {
    draw();
    return await new Promise<Choice[] | undefined>((resolve, reject) => {
      const stop = () => reject(new JigError("CANCELLED", "Nothing was chosen"));
      io.signal.addEventListener("abort", stop, { once: true });
      input.on("end", () => resolve(undefined));
      input.on("data", (chunk: Buffer | string) => {
        for (const [key] of chunk.toString().matchAll(KEYS)) {
          const end: PickEnd | undefined = list.press(key);
          if (end) return resolve(end === "left" ? undefined : end.chosen);
        }
        draw();
      });
      input.resume();
    });
  } finally {
    process.off("SIGWINCH", draw);
    output.off("resize", draw);
    input.setRawMode(wasRaw);
    input.pause();
    output.write("\x1b[?1049l");
    terminal.close();
  }
}

function openTerminal(io: Io): Terminal {
  const { stdin, stderr } = io;
  const none = (cause?: unknown) =>
    new JigError("UNAVAILABLE", "pick needs a terminal that can move its cursor", {
      hint: "Run the tool without pick and choose from its output",
      cause,
    });
  if (isDumb(io)) throw none();
  try {
    const own = stdin.isTTY === true ? undefined : new ReadStream(openSync("/dev/tty", "r"));
    const shown = stderr.isTTY === true ? undefined : new WriteStream(openSync("/dev/tty", "w"));
    return {
      input: own ?? (stdin as ReadStream),
      output: shown ?? (stderr as WriteStream),
      close() {
        own?.destroy();
        shown?.destroy();
      },
    };
  } catch (error) {
    throw none(error);
  }
}
