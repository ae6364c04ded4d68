/**
 * Shows the home screen while everything else is still loading. File names appear while they are being found, and letters can be typed
 * immediately. Anything that isn't plain text, such as an arrow key, stays in the input until the session can interpret it.
 * Once everything is loaded, the session takes over the same screen, together with the text and the names.
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
  finder: Finder;
  /** The absolute paths, in chunks. */
  paths: AsyncIterable<readonly string[]>;
  /** Stops the search for files. */
  stop(): void;
}

export interface FirstScreen {
  /**
   * Resolves when all names have been read, or when we have waited long enough. Then it is time to load everything else, during
   * which keys aren't handled.
   */
  readonly settled: Promise<void>;
  /** Passes the screen on to the explorer. Keys that haven't been handled stay in the input. */
  handOver(output: SurfaceOutput): FirstScreenState;
  /** Restores the terminal to its previous state. */
  close(): void;
}

/** The state that the explorer takes over. */
export interface FirstScreenState {
  text: string;
  names: KnownNames;
  input: TerminalInput;
  surface: Surface;
}

/** The maximum time to wait, in ms. */
const MAX_WAIT = 30;
/** The time in ms for which the first frame may wait for names, if something has been typed already. */
const MAX_FIRST_FRAME = 15;
/** This is enough for now, because collecting all names in a huge folder would delay the start. */
const MAX_NAMES = 20_000;
const MAX_ROWS = 200;
const CURSOR_OFF = "\u001b[?25l";
const AS_FOUND = "\u001b[?25h\u001b[?1049l";
const NEWLINE = 10;
const RETURN = 13;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Plain text. Everything else might be a key, which has to be interpreted by the session. */
const LETTERS = /^[ -~]+/;

export async function openFirstScreen(options: FirstScreenOptions): Promise<FirstScreen> {
  const { stdin, stdout, env, root, finder } = options;
  const { settings } = await loadSettings(options.settingsFolder);
  const level = env.NO_COLOR ? 1 : supportsColor ? supportsColor.level : 1;
  const painter = createPainter(themeOf(settings.theme, env), level);
  const { keys } = settings;
  const shorten = (path: string) => path;
  const colors = { highlight: () => [], languageOf: () => undefined, shorten };
  const rows: Row[] = [];
  let input: TextState = textOfInput("");
  /** The number of names that the last match considered. */
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
    // Symbols and text have not been searched yet.
    return [namesSection(finder, { ...matcher.match(name, { limit: MAX_ROWS }), whole: false })];
  }

  async function readNames(): Promise<void> {
    const start = root.path.length + 1;
    for await (const paths of options.paths) {
      for (const absolute of paths) {
        const text = absolute.slice(start);
        rows.push({ text, location: { absolute, display: text, startLine: 1, startColumn: 1 } });
      }
      if (!isOurs || rows.length > MAX_NAMES) return;
      // If we drew after every chunk, it would take longer than reading the names.
      if (input.text === "" || matched * 2 > rows.length) continue;
      matched = rows.length;
      draw();
    }
    if (isOurs && input.text !== "") draw();
    // Keys that have already arrived are handled first.
    await new Promise((resolve) => setTimeout(resolve));
  }

  const terminal = openTerminalInput(stdin);
  const rest: Uint8Array[] = [];
  let isFirst = true;
  const readKeys = () => {
    const read: Buffer | null = terminal.stream.read();
    if (read === null) return;
    const chunk = isFirst ? typedBlind(read) : read;
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

  // This must happen before any output, because the terminal would echo input that arrives earlier.
  terminal.stream.setRawMode(true);
  process.once("exit", close);
  for (const each of SIGNALS) process.once(each, interrupted);
  try {
    terminal.stream.on("readable", readKeys);
    await terminal.claim();
    writeSync(1, ALTERNATE_SCREEN + CURSOR_OFF);
    readKeys();
    if (input.text === "") draw();
    // We hold the first frame back for a moment in case there are rows, because drawing without them would only delay those.
    else setTimeout(() => isOurs && isOpen && !isDrawn && draw(), MAX_FIRST_FRAME);
  } catch (error) {
    close();
    throw error;
  }
  const waited = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT).unref());
  // If there are no names, the explorer searches on its own.
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
 * Handles keys from before the first frame. An Enter from before raw mode arrives as a line feed. Without a word it was meant
 * for the shell, because the user could not have seen the row that it would open.
 */
function typedBlind(bytes: Buffer): Buffer {
  const keys = Buffer.from(bytes.map((byte) => (byte === NEWLINE ? RETURN : byte)));
  const start = keys.findIndex((byte) => byte !== RETURN);
  return start < 0 ? keys.subarray(keys.length) : keys.subarray(start);
}

/**
 * Returns a fast filter for plain words, which checks for their letters in order. This is much faster than preparing all names
 * for the matcher. The result is undefined for anything but a plain word.
 */
function lettersInOrder(word: string): RegExp | undefined {
  if (!/^[a-z0-9_]+$/i.test(word)) return undefined;
  const [first = "", ...others] = word;
  const source = others.reduce((all, letter) => `${all}[^${letter}]*${letter}`, first);
  // Some letters outside of ASCII have one of these as their lower case, so we have to accept all of them.
  return new RegExp(`[^\\0-\\x7f]|${source}`, "i");
}
