/** A real terminal for the compiled binary: pty and emulator, keys in, text out. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import xterm from "@xterm/headless";
import { environment, JIG } from "../jig.ts";

/** Message for skipping the tests without a pty (Windows, or a Bun without it). */
export const NO_PTY =
  process.platform === "win32" || typeof Bun === "undefined" ? "a pty needs Bun on Linux or macOS" : false;

const PLUGINS = join(import.meta.dirname, "fixtures", "plugins");
const SNAPSHOTS = join(import.meta.dirname, "snapshots");

const KEYS: Readonly<Record<string, string>> = {
  enter: "\r",
  escape: "\u001b",
  tab: "\t",
  backspace: "\u007f",
  space: " ",
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  home: "\u001b[H",
  end: "\u001b[F",
  pageup: "\u001b[5~",
  pagedown: "\u001b[6~",
  "shift+tab": "\u001b[Z",
  "alt+enter": "\u001b\r",
  "alt+left": "\u001b[1;3D",
  "alt+right": "\u001b[1;3C",
};

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  args?: string[];
  env?: Record<string, string>;
  /** Defaults to a small orchard. */
  root?: string;
  /** Immediate reply to terminal queries. */
  answers?: string;
  /** Command to run instead of jig. */
  command?: string[];
}

interface Pty {
  write(data: string): unknown;
  resize(columns: number, rows: number): void;
  close(): void;
}

export class ExplorerTerminal {
  readonly root: string;
  /** Raw output. */
  output = "";
  #emulator: InstanceType<typeof xterm.Terminal>;
  #process: Bun.Subprocess;
  #terminal: Pty;

  constructor({
    columns = 80,
    rows = 24,
    args = ["--plugins", PLUGINS],
    env = {},
    root,
    answers,
    command,
  }: TerminalOptions = {}) {
    this.root = root ?? orchard();
    this.#emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
    const decoder = new TextDecoder();
    let answer = answers;
    const config = mkdtempSync(join(tmpdir(), "jig-explorer-config-"));
    this.#process = Bun.spawn(command ?? [JIG, ...args], {
      cwd: this.root,
      env: { ...environment({ XDG_CONFIG_HOME: config, TERM: "xterm-256color", LANG: "C.UTF-8" }), ...env },
      terminal: {
        cols: columns,
        rows,
        data: (_: unknown, bytes: Uint8Array) => {
          const text = decoder.decode(bytes, { stream: true });
          this.output += text;
          if (answer !== undefined && this.output.includes("\u001b[c")) {
            this.#terminal.write(answer);
            answer = undefined;
          }
          this.#emulator.write(text);
        },
      },
    } as Parameters<typeof Bun.spawn>[1]);
    this.#terminal = (this.#process as unknown as { terminal: Pty }).terminal;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get alternate(): boolean {
    return this.#emulator.buffer.active.type === "alternate";
  }

  /** Cells of the emulator, for pictures. */
  get emulator() {
    return this.#emulator;
  }

  screen(): string {
    const { active } = this.#emulator.buffer;
    const lines = Array.from({ length: this.#emulator.rows }, (_, row) =>
      (active.getLine(active.baseY + row)?.translateToString(true, 0, this.#emulator.cols) ?? "").trimEnd(),
    );
    return lines.join("\n");
  }

  /** Presses named keys (`ctrl+x`) or types text. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      const alt = /^alt\+(.)$/.exec(key)?.[1];
      const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
      this.#terminal.write(
        control ? String.fromCharCode(control.charCodeAt(0) - 96) : alt ? `\u001b${alt}` : (KEYS[key] ?? key),
      );
      await Bun.sleep(30);
    }
  }

  click(x: number, y: number): Promise<void> {
    return this.press(`\u001b[<0;${x + 1};${y + 1}M`, `\u001b[<0;${x + 1};${y + 1}m`);
  }

  resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    this.#terminal.resize(columns, rows);
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Waits for text and returns the screen. */
  async shows(what: string | RegExp, timeoutMs = 40_000): Promise<string> {
    return await this.until(
      (screen) => (typeof what === "string" ? screen.includes(what) : what.test(screen)),
      timeoutMs,
      String(what),
    );
  }

  async until(holds: (screen: string) => boolean, timeoutMs = 40_000, what = String(holds)): Promise<string> {
    const end = Date.now() + timeoutMs;
    while (true) {
      const screen = this.screen();
      if (holds(screen)) return screen;
      if (Date.now() > end) throw new Error(`Not on the screen: ${what}\n${screen}`);
      await Bun.sleep(15);
    }
  }

  /** Presses a key and measures the time to the first byte of the next frame, in ms. Undefined if there's none. */
  async frameAfter(key: string, timeoutMs = 1000): Promise<number | undefined> {
    const before = this.output.length;
    const start = performance.now();
    this.#terminal.write(KEYS[key] ?? key);
    while (this.output.length === before) {
      if (performance.now() - start > timeoutMs) return undefined;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return performance.now() - start;
  }

  /** Waits until output pauses. */
  async rests(ms = 200): Promise<string> {
    let before = -1;
    while (before !== this.output.length) {
      before = this.output.length;
      await Bun.sleep(ms);
    }
    return this.screen();
  }

  async exited(): Promise<number> {
    const code = await this.#process.exited;
    await Bun.sleep(50);
    return code;
  }

  /** Simulates closing the terminal window. */
  hangUp(): void {
    this.#terminal.close();
  }

  async close(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#process.exited;
    this.#terminal.close();
  }
}

/** A workspace called `orchard` with two source files. */
export function orchard(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "jig-explorer-"))), "orchard");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "src/orchard.cs"),
    [
      "// An orchard full of plums.",
      "namespace Garden",
      "{",
      "    public sealed class Orchard",
      "    {",
      '        const string Fruit = "plum";',
      "",
      "        public int Count(int plums, int pears)",
      "        {",
      "            return plums + pears; // every plum counts",
      "        }",
      "    }",
      "}",
      "",
    ].join("\n"),
  );
  writeFileSync(join(folder, "src/pears.cs"), "class Pears\n{\n    int pear = 1;\n    int plumOrPear = 2;\n}\n");
  return folder;
}

/** Compares with a stored screen, ignoring times. `JIG_SNAPSHOTS=write` updates it. */
export function snapshot(name: string, screen: string): { actual: string; expected: string } {
  const file = join(SNAPSHOTS, `${name}.txt`);
  const timed = / *(\S+ rows?|failed|cancelled) · [\d.]+ m?s/g;
  const actual = `${screen.replace(timed, (all, what: string) => `${what} · # ms`.padStart(all.length))}\n`;
  if (process.env.JIG_SNAPSHOTS === "write" || !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  return { actual, expected: readFileSync(file, "utf8") };
}

/** The file of `orchard` with the pears is open, not just previewed. */
export const isReadingPears = (screen: string) => screen.includes("int plumOrPear") && !screen.includes("looking for");

/** True if the text is displayed in blue. */
export function blue(terminal: ExplorerTerminal, words: string): boolean {
  const { active } = terminal.emulator.buffer;
  return terminal
    .screen()
    .split("\n")
    .some((line, row) => {
      const cell = active.getLine(active.baseY + row)?.getCell(line.indexOf(words));
      return line.includes(words) && cell?.isFgPalette() === true && cell.getFgColor() === 4;
    });
}
