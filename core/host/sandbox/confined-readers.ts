/** Programs of built-in plugins, ripgrep before all: the kernel lets them read the workspace, and write and connect nowhere. */
import { basename, isAbsolute } from "node:path";
import type { ProcessesOptions } from "../capabilities/processes.ts";
import { toJigError } from "../contract/errors.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { linkedRepository } from "../workspace/git-places.ts";
import { DEVICES, SYSTEM } from "./allowed-access.ts";
import { ignoreFiles } from "./ignore-files.ts";
import type { Kernel } from "./kernel.ts";
import { programNeeds } from "./program-needs.ts";
import { readerArguments } from "./starter-arguments.ts";

export interface ReadersOptions {
  /** Returns undefined without kernel support. */
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
  const wordsByProgram = new Map<string, Promise<string[]>>();
  let kernel: { found: Kernel | undefined } | undefined;

  async function wordsOf(program: string, found: Kernel): Promise<string[]> {
    const { read, execute } = await programNeeds(program, { home: runtime.home, locate });
    // One that neither has a loader nor is a script needs nothing of the system.
    const whole = execute.length === 1;
    const repositories = basename(program) === "git" ? folders.flatMap(linkedRepository) : [];
    return readerArguments(found, program, {
      read: [
        ...(whole ? [] : SYSTEM),
        ...read,
        ...folders,
        ...repositories,
        ...SHARE,
        ...ignoreFiles(folders, runtime),
      ],
      write: whole ? [] : DEVICES,
      execute,
      connect: [],
      quick: whole,
    });
  }

  return async ({ command, args, env, cwd }, { seesMachine }) => {
    if (seesMachine || !isAbsolute(command)) return undefined;
    kernel ??= { found: kernelOf(options) };
    const { found } = kernel;
    if (!found) return undefined;
    let words = wordsByProgram.get(command);
    if (!words) {
      words = wordsOf(command, found);
      wordsByProgram.set(command, words);
    }
    return { command: found.starter(), args: [...(await words), ...args], env, cwd };
  };
}

/** A full disk must not stop searches, whose program is jig's own. */
function kernelOf({ kernel, runtime }: ReadersOptions): Kernel | undefined {
  const found = kernel();
  try {
    found?.starter();
    return found;
  } catch (error) {
    runtime.log("warn", "confinement", `ripgrep runs unconfined: ${toJigError(error).message}`);
    return undefined;
  }
}
