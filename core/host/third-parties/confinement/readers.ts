/** Programs of built-in plugins, ripgrep before all: the kernel lets them read the workspace, and write and connect nowhere. */
import type { ProcessesOptions } from "../../capabilities/processes.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { ignoreFiles } from "./ignore-files.ts";
import type { Kernel } from "./kernel.ts";
import { starterWords } from "./order.ts";
import { needsOf } from "./programs.ts";
import { reachOf } from "./reach.ts";

export interface ReadersOptions {
  /** undefined where it cannot confine. */
  kernel(): Kernel | undefined;
  runtime: Pick<Runtime, "home" | "environment" | "log">;
  /** Folders that may be read: real paths. */
  folders: readonly string[];
  locate(command: string): Promise<string>;
}

/** How many cores there are for it. */
const SHARE = ["/proc/self", "/sys/fs/cgroup"];

export function confineReaders(options: ReadersOptions): NonNullable<ProcessesOptions["confine"]> {
  const { runtime, folders, locate } = options;
  const wordsByProgram = new Map<string, Promise<{ starter: string; words: string[] } | undefined>>();

  async function wordsOf(program: string) {
    const kernel = kernelOf(options);
    if (!kernel) return undefined;
    const { read, execute } = await needsOf(program, { home: runtime.home, locate });
    const reach = reachOf({
      permissions: {},
      roots: [],
      readOnly: true,
      effect: "read",
      openWorld: false,
      read: [...read, ...folders, ...SHARE, ...ignoreFiles(folders, runtime)],
      execute,
      // One that neither has a loader nor is a script needs nothing of the system.
      whole: execute.length === 1,
    });
    return { starter: kernel.starter, words: starterWords(kernel, program, reach) };
  }

  return async ({ command, args, env, cwd }, request) => {
    if (request.machine) return undefined;
    let known = wordsByProgram.get(command);
    if (!known) {
      known = wordsOf(command);
      wordsByProgram.set(command, known);
    }
    const order = await known;
    return order && { command: order.starter, args: [...order.words, ...args], env, cwd };
  };
}

/** A full disk must not end searching: what it is searched with is jig's own. */
function kernelOf({ kernel, runtime }: ReadersOptions): Kernel | undefined {
  try {
    return kernel();
  } catch (error) {
    runtime.log(
      "warn",
      "confinement",
      `ripgrep runs unconfined: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
