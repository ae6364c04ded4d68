/**
 * The home screen while the rest of the program is loaded: names of files stream in, and letters are taken at once. The
 * session then continues on the same screen, with the text and the names.
 */
import { writeSync } from "node:fs";
import type { ReadStream, WriteStream } from "node:tty";
import { supportsColor } from "chalk";
import { createMatcher, type Finder, type Root, type Row } from "../core/host/frontend-api.ts";
import { insert, type TextState, textOfInput } from "./components/text-input/text-input-state.ts";
import { homeHeight } from "./layout/geometry.ts";
import { homeItems, namesSection, questionOf } from "./layout/home-items.ts";
import { createPainter } from "./look/paint.ts";
import { themeOf } from "./look/theme.ts";
import { baseLines } from "./screens/base-lines.ts";
import { loadSettings } from "./session/explorer-settings.ts";
import type { KnownNames } from "./session/name-lists.ts";
import { createSessionFile } from "./session/session-file.ts";
import { type ExplorerState, initialState } from "./state/explorer-state.ts";
import { ALTERNATE_SCREEN } from "./terminal/modes-only.ts";
import { createSurface, type Surface, type SurfaceOutput } from "./terminal/surface.ts";
import { openTerminalInput, type TerminalInput } from "./terminal/terminal-input.ts";
import { isAsciiLocale } from "./text/ascii.ts";

export interface FirstScreenOptions {
  stdin: ReadStream;
  stdout: WriteStream;
  env: Readonly<Record<string, string | undefined>>;
  settingsFolder: string;
  root: Root;
  /** The finder of files. */
  finder: Finder;
  /** Absolute paths of files, in chunks. */
  paths: AsyncIterable<readonly string[]>;
}

export interface FirstScreen {
  /** Resolves when all names are there, or after a moment: then the rest may be loaded, during which no key is handled. */
  readonly settled: Promise<void>;
  /** The explorer takes over. Keys that are not handled yet stay in the input. */
  handOver(output: SurfaceOutput): FirstScreenState;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Everything that the explorer continues with. */
export interface FirstScreenState {
  text: string;
  names: KnownNames;
  input: TerminalInput;
  surface: Surface;
}

/** Maximum wait for all names, ms. */
const MAX_WAIT = 30;
/** Maximum names, so that a huge folder does not hold up the start. */
const MAX_NAMES = 20_000;
/** Maximum rows. */
const MAX_ROWS = 200;
const CURSOR_OFF = "\u001b[?25l";
const AS_FOUND = "\u001b[?25h\u001b[?1049l";
const NEWLINE = 10;
const RETURN = 13;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Text without keys that the session has to interpret. */
const LETTERS = /^[ -~]+/;

/** Returns undefined if the explorer would show another screen first, because the last session ended there. */
export async function openFirstScreen(options: FirstScreenOptions): Promise<FirstScreen | undefined> {
  const { stdin, stdout, env, root, finder } = options;
  const sessionFile = createSessionFile(options.settingsFolder, [root.path]);
  const [{ settings }, saved] = await Promise.all([loadSettings(options.settingsFolder), sessionFile.load()]);
  if (saved && (saved.screen !== "home" || saved.home.text !== "" || saved.reading)) return undefined;
  const level = env.NO_COLOR ? 1 : supportsColor ? supportsColor.level : 1;
  const painter = createPainter(themeOf(settings.theme, env), level);
  const { keys } = settings;
  const shorten = (path: string) => path;
  const colors = { highlight: () => [], languageOf: () => undefined, shorten };
  const rows: Row[] = [];
  let isWhole = false;
  let input: TextState = textOfInput("");
  /** Number of names when they were last matched. */
  let matched = 0;
  let isOpen = true;
  let isOurs = true;
  let output: SurfaceOutput = {
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows;
    },
    write(text, done) {
      const bytes = Buffer.from(text);
      const written = writeSync(1, bytes);
      if (written < bytes.length) stdout.write(bytes.subarray(written), () => done());
      else done();
    },
  };
  const surface = createSurface({
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
    write: (text, done) => output.write(text, done),
    ascii: isAsciiLocale(env),
    get layer() {
      return output.layer;
    },
  });

  function draw(): void {
    const start = initialState({ plugins: [], tools: [] }, [finder], stdout.columns, stdout.rows);
    const home = { ...start.home, input, sections: sections() };
    const asked: ExplorerState = { ...start, home };
    const state = { ...asked, homeItems: homeItems(asked, keys, homeHeight(asked), shorten) };
    surface.draw(baseLines({ state, painter, keys, colors, workspace: root.name, layer: "home" }));
  }

  function sections() {
    const { name, words } = questionOf(input.text, [finder]);
    if (words === "") return [];
    const holds = lettersInOrder(name);
    const matcher = createMatcher(holds ? rows.filter(({ text }) => holds.test(text)) : rows, ({ text }) => ({ text }));
    return [namesSection(finder, { ...matcher.match(name, { limit: MAX_ROWS }), whole: isWhole })];
  }

  async function readNames(): Promise<void> {
    const start = root.path.length + 1;
    for await (const paths of options.paths) {
      for (const absolute of paths) {
        const text = absolute.slice(start);
        rows.push({ text, location: { absolute, display: text, startLine: 1, startColumn: 1 } });
      }
      if (!isOurs || rows.length > MAX_NAMES) return;
      // Drawing every chunk would take longer than reading them.
      if (input.text === "" || matched * 2 > rows.length) continue;
      matched = rows.length;
      draw();
    }
    isWhole = true;
    if (isOurs && input.text !== "") draw();
    // Keys that are there already come first.
    await new Promise((resolve) => setTimeout(resolve));
  }

  const terminal = openTerminalInput(stdin);
  const rest: Uint8Array[] = [];
  let isFirst = true;
  const readKeys = () => {
    const read: Buffer | null = terminal.stream.read();
    if (read === null) return;
    // Pressed before the raw mode, Enter arrives as the end of a line.
    const chunk = isFirst ? read.map((byte) => (byte === NEWLINE ? RETURN : byte)) : read;
    isFirst = false;
    const [typed = ""] = rest.length > 0 ? [] : (LETTERS.exec(Buffer.from(chunk).toString("latin1")) ?? []);
    if (typed.length < chunk.length) rest.push(chunk.subarray(typed.length));
    if (typed === "") return;
    input = insert(input, typed);
    draw();
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    writeSync(1, AS_FOUND);
    terminal.stream.setRawMode(false);
  };
  const interrupted = (signal: NodeJS.Signals) => {
    close();
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    isOurs = false;
    terminal.stream.off("readable", readKeys);
    for (const each of SIGNALS) process.off(each, interrupted);
  };

  // Before any output: input that arrives earlier would be echoed by the terminal.
  terminal.stream.setRawMode(true);
  process.once("exit", close);
  for (const each of SIGNALS) process.once(each, interrupted);
  try {
    terminal.stream.on("readable", readKeys);
    await terminal.claim();
    writeSync(1, ALTERNATE_SCREEN + CURSOR_OFF);
    draw();
  } catch (error) {
    close();
    throw error;
  }
  const waited = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT).unref());
  // Without names the explorer looks for them itself.
  const settled = Promise.race([readNames().catch(() => {}), waited]);
  return {
    settled,
    handOver(next) {
      release();
      process.off("exit", close);
      output = next;
      if (rest.length > 0) terminal.stream.unshift(Buffer.concat(rest));
      return { text: input.text, names: { tool: finder.tool, rows }, input: terminal, surface };
    },
    close,
  };
}

/** For a plain word, an expression for names that hold its letters in order: much quicker than preparing all names for the matcher. */
function lettersInOrder(word: string): RegExp | undefined {
  if (!/^[a-z0-9_]+$/i.test(word)) return undefined;
  const [first = "", ...others] = word;
  const source = others.reduce((all, letter) => `${all}[^${letter}]*${letter}`, first);
  // Other scripts have letters whose small form is one of these.
  return new RegExp(`[^\\0-\\x7f]|${source}`, "i");
}
