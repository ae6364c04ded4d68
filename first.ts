/** Composition of the first screen, which the executable shows before it loads anything else. */
import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import process from "node:process";
import { isatty } from "node:tty";
import {
  cacheFolderOf,
  chooseRoots,
  configFolderOf,
  createExecutables,
  type Entry,
  homeOf,
  openRoots,
} from "./core/host/assembly.ts";
import { namesArguments, namesFinder } from "./plugins/search/first-names.ts";
import { type FirstScreen, openFirstScreen } from "./tui/first-screen.ts";

/** Returns undefined if the command line means anything but the home screen of one folder, or if the screen cannot be shown. */
export async function firstScreen({ assets }: Pick<Entry, "assets">): Promise<FirstScreen | undefined> {
  const { argv, argv0, env: environment } = process;
  const isAlone = argv.length === 2 && plainName(argv0) === plainName(process.execPath);
  if (!isAlone || process.platform === "win32" || environment.TERM === "dumb") return undefined;
  if (!isatty(0) || !isatty(1)) return undefined;
  try {
    const home = homeOf(environment);
    const roots = openRoots(chooseRoots({ flags: [], environment, cwd: process.cwd(), home }), home);
    const [root] = roots;
    if (!root || roots.length > 1) return undefined;
    const { locate } = createExecutables(assets, join(cacheFolderOf(environment), "bin"), environment.PATH ?? "");
    const child = spawn(await locate("rg"), namesArguments(root.path), { stdio: ["ignore", "pipe", "ignore"] });
    child.on("error", () => {});
    const screen = await openFirstScreen({
      // Made while ripgrep starts: they take as long.
      stdin: process.stdin,
      stdout: process.stdout,
      env: environment,
      settingsFolder: configFolderOf(environment),
      root,
      finder: namesFinder,
      paths: namesIn(child.stdout),
      // A pipe in place of an ignore file could hold it up for ever.
      stop: () => child.kill(),
    });
    if (!screen) child.kill();
    return screen;
  } catch {
    // The explorer reports the fault.
    return undefined;
  }
}

function plainName(path: string): string {
  return basename(path).replace(/\.exe$/i, "");
}

/** Splits bytes at NUL. */
async function* namesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const names = (rest + decoder.decode(chunk, { stream: true })).split("\0");
    rest = names.pop() ?? "";
    // Names that are not valid UTF-8 cannot be opened by name.
    yield names.filter((name) => !name.includes("\ufffd"));
  }
}
