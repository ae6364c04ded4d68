/** Composition of the first screen, which the executable shows before it loads anything else. */
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
    // Much faster to load and start than Node's module, and this only runs in the executable.
    const child = Bun.spawn([await locate("rg"), ...namesArguments(root.path)], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    });
    const paths = namesIn(child.stdout, child.exited);
    return await openFirstScreen({
      // Made while ripgrep starts: they take as long.
      stdin: process.stdin,
      stdout: process.stdout,
      env: environment,
      settingsFolder: configFolderOf(environment),
      root,
      finder: namesFinder,
      paths,
      // A pipe in place of an ignore file could hold it up for ever.
      stop: () => child.kill(),
    });
  } catch {
    // The explorer reports the fault.
    return undefined;
  }
}

function plainName(path: string): string {
  return basename(path).replace(/\.exe$/i, "");
}

/** Splits output at NUL. It is read from now on, because the output of a process that has ended may be lost. Throws if the process failed. */
function namesIn(stdout: ReadableStream<Uint8Array>, ended: Promise<number>): AsyncIterable<string[]> {
  const chunks: Uint8Array[] = [];
  let wake = () => {};
  let isOver = false;
  const collect = async () => {
    for await (const chunk of stdout) {
      chunks.push(chunk);
      wake();
    }
  };
  void collect()
    .catch(() => {})
    .then(() => {
      isOver = true;
      wake();
    });
  return (async function* () {
    const decoder = new TextDecoder();
    let rest = "";
    while (true) {
      for (const chunk of chunks.splice(0)) {
        const names = (rest + decoder.decode(chunk, { stream: true })).split("\0");
        rest = names.pop() ?? "";
        // Names that are not valid UTF-8 cannot be opened by name.
        yield names.filter((name) => !name.includes("\ufffd"));
      }
      if (chunks.length > 0) continue;
      if (isOver) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    // ripgrep ends with 1 if there is no file.
    if ((await ended) > 1) throw new Error("ripgrep failed");
  })();
}
