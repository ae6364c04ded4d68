/** Implements the explorer frontend. It connects the session, the terminal and Ink, and cleans up afterwards. */
import type { ReadStream, WriteStream } from "node:tty";
import { supportsColor } from "chalk";
import { type Instance, render } from "ink";
import { createElement } from "react";
import { type DoctorLine, type Host, type Location, toJigError } from "../core/host/frontend-api.ts";
import { App, type Suspend } from "./app.tsx";
import { PaintedBoxesContext } from "./components/painted-lines.tsx";
import type { FirstScreen } from "./first-screen.ts";
import { ESCAPE, typedKeys, withFunctionKeys } from "./keymap/key-names.ts";
import { picturePlacement, showsPixels } from "./layout/picture-placement.ts";
import { createResultRenderer } from "./layout/result-renderer.ts";
import { languageOf } from "./look/file-language.ts";
import { createHighlighter } from "./look/highlight.ts";
import { createPainter } from "./look/paint.ts";
import { themeOf } from "./look/theme.ts";
import { startRehearsal } from "./rehearsal.ts";
import { baseLines, isBaseOnly } from "./screens/base-lines.ts";
import { loadSettings, saveTheme } from "./session/explorer-settings.ts";
import { createHistoryFile } from "./session/history-file.ts";
import { createSession, type Session } from "./session/session.ts";
import type { Ports } from "./session/session-context.ts";
import { createSessionFile, sessionsIn } from "./session/session-file.ts";
import type { ExplorerState } from "./state/explorer-state.ts";
import { toSavedSession } from "./state/saved-session.ts";
import { copyText } from "./terminal/clipboard.ts";
import { editorCommand, runEditor } from "./terminal/editor.ts";
import { readLines, saveText } from "./terminal/explorer-files.ts";
import { filteredInput } from "./terminal/filtered-input.ts";
import { createFrameThrottle } from "./terminal/frame-throttle.ts";
import { createReplyFilter } from "./terminal/late-replies.ts";
import type { LogFeed } from "./terminal/log-feed.ts";
import { modesOnly } from "./terminal/modes-only.ts";
import { MOUSE_OFF, MOUSE_ON, withoutMouse } from "./terminal/mouse-reports.ts";
import { createPictureLayer } from "./terminal/picture-layer.ts";
import { createPixelSupport } from "./terminal/pixel-support.ts";
import { withoutPlainText } from "./terminal/plain-text.ts";
import { createRootSuggestions } from "./terminal/root-suggestions.ts";
import { type Program, runProgram } from "./terminal/run-program.ts";
import { createSlowKeys } from "./terminal/slow-keys.ts";
import { createSurface, type SurfaceOutput } from "./terminal/surface.ts";
import { openTerminalInput } from "./terminal/terminal-input.ts";
import { createWatcher } from "./terminal/watcher.ts";
import { isAsciiLocale } from "./text/ascii.ts";
import { createDisplayPath } from "./text/display-path.ts";
import { createImageLoader } from "./views/image-loader.ts";
import { createLayoutLoader } from "./views/layout-loader.ts";

export { createLogFeed } from "./terminal/log-feed.ts";

interface ExplorerOptions {
  stdin: ReadStream;
  stdout: WriteStream;
  stderr: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** The folder that contains `explorer.json` and the history. */
  settingsFolder: string;
  signal: AbortSignal;
  log: LogFeed;
  /** The words that select the same workspace and plugins, which we need in copied commands. */
  hostWords: readonly string[];
  /** This is undefined if links are off or not supported. */
  address?: ((place: Location) => string | undefined) | undefined;
  /** The question to open with. In that case, the saved session isn't restored. */
  question?: string;
  /** Set if the first screen is already visible. */
  first?: FirstScreen;
  /** Switches folders. This session ends before the new one starts. Throws if the folder can't be opened. */
  open(root: string): Promise<void>;
  home: string;
  doctor(): Promise<DoctorLine[]>;
  /**
   * Shows plugins and asks whether they are trusted. It is shared by all frontends, and takes the folders as additional
   * arguments.
   */
  trust: Program;
}

/** The minimum interval between frames, in ms. */
const FRAME = 8;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The exit code that shells use for a program that was ended by SIGQUIT. */
const QUIT = 131;
const ABORT = 134;

/**
 * Resolves to the exit code, which is 0, 130 (`signal`), 131 (SIGQUIT), 134 (SIGABRT), or 1 after a crash. Both stdin and
 * stdout must be terminals.
 */
export async function runExplorer(host: Host, options: ExplorerOptions): Promise<number> {
  const { stdin, stdout, stderr, env, signal } = options;
  const { settings, problem } = await loadSettings(options.settingsFolder);
  const historyFile = createHistoryFile(
    options.settingsFolder,
    host.workspace.roots.map(({ path }) => path),
  );
  const roots = host.workspace.roots.map(({ path }) => path);
  const sessionFile = createSessionFile(options.settingsFolder, roots);
  const suggestions = createRootSuggestions(sessionsIn(options.settingsFolder), roots, options.home);
  const [history, saved] = await Promise.all([historyFile.load(), sessionFile.load()]);
  const watcher = createWatcher((paths) => session.changed(paths));
  // NO_COLOR is only about colors, so bold and inverse are allowed.
  const level = env.TERM === "dumb" ? 0 : env.NO_COLOR ? 1 : supportsColor ? supportsColor.level : 1;
  let painter = createPainter(themeOf(settings.theme, env), level, options.address);
  const highlighter = createHighlighter(() => session.refresh());
  const layoutLoader = createLayoutLoader(host.layout, () => session.refresh());
  const pixelSupport = createPixelSupport(settings.pictures, env, stdout, () => session.refresh());
  const imageLoader = createImageLoader({
    shrink: host.picture,
    encode: host.encodedPicture,
    pixels: () => (showsPixels(session.state()) ? pixelSupport.pixels() : undefined),
    arrived: () => session.refresh(),
  });
  const workspace = host.workspace.roots.map((root) => root.name).join(" + ") || "no workspace root";
  const languages = host.languages();
  const colors = {
    highlight: highlighter.highlight,
    languageOf: (path: string) => languageOf(path, languages),
    shorten: createDisplayPath(host.workspace.roots),
  };
  const modes = (on: boolean) => {
    if (settings.mouse) stdout.write(on ? MOUSE_ON : MOUSE_OFF);
    // Lines must not wrap. If a character turns out to be wider than we thought, it should not move the screen down.
    stdout.write(on ? "\u001b[?7l" : "\u001b[?7h");
  };

  const layer = createPictureLayer(process.pid, () => {
    const shown = pixelSupport.pixels();
    const found = shown && picturePlacement(session.state(), session.rendered());
    if (!found) return undefined;
    const { x, y, width, height } = found.area;
    return { protocol: shown.protocol, data: found.image.data, x, y, columns: width, rows: height };
  });
  const output: SurfaceOutput = {
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows;
    },
    write: (text, done) => stdout.write(text, done),
    ascii: isAsciiLocale(env),
    layer,
  };
  const before = options.first?.handOver(output);
  const input = before?.input ?? openTerminalInput(stdin);
  const surface = before?.surface ?? createSurface(output);
  let instance: Instance | undefined;
  let suspend: Suspend = (work) => work();
  let end: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const stepAside = (work: () => Promise<void>) => {
    modes(false);
    surface.pause();
    return suspend(async () => {
      await input.release();
      await work().finally(input.claim);
      // We don't receive resize events while we are stopped or a child process has the terminal.
      (stdout as { _refreshSize?: () => void })._refreshSize?.();
      session.resize(stdout.columns, stdout.rows);
    }).finally(() => {
      modes(true);
      surface.resume();
      paint();
    });
  };
  const ports: Ports = {
    now: Date.now,
    copy: (text) => copyText(text, (sequence) => stdout.write(sequence), env),
    async edit(place) {
      const editor = editorCommand(place, env);
      if (!editor.terminal) return await runEditor(editor);
      await stepAside(() => runEditor(editor));
    },
    suspend: () => stepAside(untilContinued),
    async theme(name) {
      painter = createPainter(themeOf(name, env), level, options.address);
      await saveTheme(options.settingsFolder, name);
    },
    save: (path, text, replace) => saveText(path, text, replace, options.cwd),
    readLines,
    roots: {
      of: suggestions.of,
      async go(path) {
        await options.open(await suggestions.resolve(path));
        end(0);
      },
    },
    watch: watcher.watch,
    saveHistory: historyFile.save,
    async countTokens(text) {
      const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
      return countTokens(text, { allowedSpecial: "all" });
    },
    doctor: options.doctor,
    trust(folders) {
      const { command, args } = options.trust;
      return stepAside(() => runProgram({ command, args: [...args, ...folders] }, input, stdout));
    },
    exit: (code) => end(code),
  };

  const linesOf = (state: ExplorerState) =>
    baseLines({ state, painter, keys: settings.keys, colors, workspace, layer: session.layer() });
  const paint = () => surface.draw(linesOf(session.state()));
  /** True if Ink has nothing on the screen. */
  let bare = false;
  const throttle = createFrameThrottle(() => {
    if (!instance) return;
    const wasBare = bare;
    bare = isBaseOnly(session.state());
    if (!bare || !wasBare) instance.rerender(screen());
    // If a component threw an error, Ink has ended and left the screen.
    if (bare || surface.boxes.size > 0) paint();
  }, FRAME);
  const session: Session = createSession({
    host,
    ports,
    keys: settings.keys,
    renderResult: createResultRenderer({
      ...colors,
      ...layoutLoader,
      ...imageLoader,
      colored: level > 1,
      braille: env.TERM !== "linux",
      colorVersion: highlighter.version,
    }),
    shorten: colors.shorten,
    columns: stdout.columns,
    rows: stdout.rows,
    history,
    hostWords: options.hostWords,
    before,
    saved: options.question === undefined ? saved : undefined,
    onChange() {
      if (options.question === undefined) sessionFile.save(() => toSavedSession(session.state(), session.row()));
      throttle.request();
    },
  });
  options.log.follow((logLevel, text) => session.log(logLevel, text));
  if (problem) session.notify("warning", problem);
  if (options.question !== undefined) session.paste(options.question);

  const onReady = (given: Suspend) => {
    suspend = given;
  };
  const screen = () =>
    createElement(
      PaintedBoxesContext.Provider,
      { value: surface.boxes },
      createElement(App, { session, painter, keys: settings.keys, colors, now: Date.now(), onReady }),
    );

  // This runs before the listener of Ink, so that the next frame already has the new size.
  const resized = () => {
    session.resize(stdout.columns, stdout.rows);
    stdout.write(pixelSupport.sizeQuestion);
  };
  stdout.on("resize", resized);
  const aborted = () => end(130);
  signal.addEventListener("abort", aborted, { once: true });
  let crash: unknown;
  const crashed = (error: unknown) => {
    crash ??= error;
    end(1);
  };
  process.on("uncaughtException", crashed);
  process.on("unhandledRejection", crashed);
  // This exists only so that there is a listener. Without one, Ink would exit on the signal and the mouse would stay on.
  const ignore = () => {};
  for (const each of SIGNALS) process.on(each, ignore);
  const quit = () => end(QUIT);
  process.on("SIGQUIT", quit);
  const abort = () => end(ABORT);
  process.on("SIGABRT", abort);

  // This must happen before any output, because the terminal would echo input that arrives earlier.
  input.stream.setRawMode(true);
  if (!before) await input.claim();
  let endRehearsal = () => {};
  const withoutReplies = createReplyFilter();
  const slowKeys = createSlowKeys({
    onEscape: () => session.press([ESCAPE]),
    type: (text) => session.press(typedKeys(text)),
    now: () => performance.now(),
  });
  const keys = filteredInput(input.stream, (chunk) => {
    const text = withFunctionKeys(withoutReplies(pixelSupport.filter(slowKeys.filter(chunk))));
    if (text !== "") endRehearsal();
    return text;
  });
  instance = render(screen(), {
    stdin: withoutPlainText(settings.mouse ? withoutMouse(keys, (event) => session.mouse(event)) : keys, (text) =>
      session.press(typedKeys(text)),
    ),
    stdout: modesOnly(stdout, before !== undefined),
    stderr,
    exitOnCtrlC: false,
    patchConsole: true,
    maxFps: 120,
    alternateScreen: true,
    interactive: true,
  });
  // Ink ends if a component throws an error.
  instance.waitUntilExit().catch(crashed);
  modes(true);
  stdout.write(pixelSupport.questions);
  paint();
  if (signal.aborted) aborted();
  endRehearsal = startRehearsal({ session, output, linesOf, now: Date.now });

  const code = await ended;
  endRehearsal();
  slowKeys.close();
  watcher.close();
  session.close();
  throttle.stop();
  surface.pause();
  modes(false);
  instance.unmount();
  await instance.waitUntilExit().catch(() => {});
  await input.release();
  stdout.off("resize", resized);
  signal.removeEventListener("abort", aborted);
  process.off("uncaughtException", crashed);
  process.off("unhandledRejection", crashed);
  for (const each of SIGNALS) process.off(each, ignore);
  process.off("SIGQUIT", quit);
  process.off("SIGABRT", abort);
  await Promise.all([historyFile.settled(), sessionFile.settled()]);
  if (crash !== undefined) stderr.write(`jig: the explorer crashed: ${toJigError(crash).message}\n`);
  return code;
}

/** Stops the whole job in the same way as ctrl+z. Without job control the signal is ignored, so we continue immediately. */
function untilContinued(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGCONT", () => resolve());
    process.kill(0, "SIGTSTP");
    setTimeout(resolve, 100);
  });
}
