/**
 * Shows the home screen while the rest of the program is loading. File names appear while they are being found, and typed
 * letters are accepted right away. The session then continues on the same screen with the text and the names.
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
  /** The finder for files. */
  finder: Finder;
  /** Absolute paths of files, in chunks. */
  paths: AsyncIterable<readonly string[]>;
  /** Ends the search for files. */
  stop(): void;
}

export interface FirstScreen {
  /**
   * Resolves when all names have been read, or after a short time. The rest of the program can be loaded then, and
   * meanwhile no keys are handled.
   */
  readonly settled: Promise<void>;
  /** Hands the screen over to the explorer. Keys that have not been handled stay in the input. */
  handOver(output: SurfaceOutput): FirstScreenState;
  /** Restores the terminal to its previous state. */
  close(): void;
}

/** The state with which the explorer continues. */
export interface FirstScreenState {
  text: string;
  names: KnownNames;
  input: TerminalInput;
  surface: Surface;
}

/** Maximum time to wait for all names, in ms. */
const MAX_WAIT = 30;
/** Maximum time to wait for the names before the first frame, in ms, if something has been typed already. */
const MAX_FIRST_FRAME = 15;
/** Maximum number of names. Without a limit, a huge folder would delay the start. */
const MAX_NAMES = 20_000;
/** Maximum number of rows. */
const MAX_ROWS = 200;
const CURSOR_OFF = "\u001b[?25l";
const AS_FOUND = "\u001b[?25h\u001b[?1049l";
const NEWLINE = 10;
const RETURN = 13;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Matches text that contains no keys for the session to interpret. */
const LETTERS = /^[ -~]+/;

/**
 * Opens the screen. Returns undefined if the last session ended on another screen, which the explorer will show again.
 */
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
  let isDrawn = false;
  const surface = createSurface({
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
    ascii: isAsciiLocale(env),
  });

  function draw(): void {
    isDrawn = true;
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
      // Rendering after every chunk would take longer than reading the names.
      if (input.text === "" || matched * 2 > rows.length) continue;
      matched = rows.length;
      draw();
    }
    isWhole = true;
    if (isOurs && input.text !== "") draw();
    // Handle the keys that are already there first.
    await new Promise((resolve) => setTimeout(resolve));
  }

  const terminal = openTerminalInput(stdin);
  const rest: Uint8Array[] = [];
  let isFirst = true;
  const readKeys = () => {
    const read: Buffer | null = terminal.stream.read();
    if (read === null) return;
    // If Enter is pressed before raw mode is on, it arrives as a line feed.
    const chunk = isFirst ? read.map((byte) => (byte === NEWLINE ? RETURN : byte)) : read;
    isFirst = false;
    const [typed = ""] = rest.length > 0 ? [] : (LETTERS.exec(Buffer.from(chunk).toString("latin1")) ?? []);
    if (typed.length < chunk.length) rest.push(chunk.subarray(typed.length));
    if (typed === "") return;
    input = insert(input, typed);
    if (isDrawn) draw();
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    options.stop();
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
    options.stop();
    terminal.stream.off("readable", readKeys);
    for (const each of SIGNALS) process.off(each, interrupted);
  };

  // This has to come before any output, because the terminal would echo input that arrives earlier.
  terminal.stream.setRawMode(true);
  process.once("exit", close);
  for (const each of SIGNALS) process.once(each, interrupted);
  try {
    terminal.stream.on("readable", readKeys);
    await terminal.claim();
    writeSync(1, ALTERNATE_SCREEN + CURSOR_OFF);
    readKeys();
    if (input.text === "") draw();
    // The first frame shows rows if there are any soon. A frame without them would delay them.
    else setTimeout(() => isOurs && isOpen && !isDrawn && draw(), MAX_FIRST_FRAME);
  } catch (error) {
    close();
    throw error;
  }
  const waited = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT).unref());
  // If there are no names, the explorer searches for them itself.
  const settled = Promise.race([readNames().catch(() => {}), waited]);
  return {
    settled,
    handOver(next) {
      release();
      process.off("exit", close);
      surface.redirect(next);
      if (rest.length > 0) terminal.stream.unshift(Buffer.concat(rest));
      return { text: input.text, names: { tool: finder.tool, rows }, input: terminal, surface };
    },
    close,
  };
}

/**
 * Returns a pattern for names that contain the letters of a plain word in order. Testing it is much faster than
 * preparing all names for the matcher.
 */
function lettersInOrder(word: string): RegExp | undefined {
  if (!/^[a-z0-9_]+$/i.test(word)) return undefined;
  const [first = "", ...others] = word;
  const source = others.reduce((all, letter) => `${all}[^${letter}]*${letter}`, first);
  // In other scripts, there are letters whose lower case is one of these.
  return new RegExp(`[^\\0-\\x7f]|${source}`, "i");
}
