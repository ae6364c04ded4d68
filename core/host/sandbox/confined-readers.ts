/** Confines the programs of built-in plugins, mostly ripgrep, which can only read the workspace. */
import { basename, isAbsolute } from "node:path";
import type { ProcessesOptions } from "../capabilities/processes.ts";
import { toJigError } from "../contract/errors.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { linkedRepository, repositoryAround } from "../workspace/git-places.ts";
import { DEVICES, SYSTEM } from "./allowed-access.ts";
import { ignoreFiles } from "./ignore-files.ts";
import type { Kernel } from "./kernel.ts";
import { knownNeeds } from "./program-needs.ts";
import { readerArguments } from "./starter-arguments.ts";

export interface ReadersOptions {
  kernel(): Kernel | undefined;
  runtime: Pick<Runtime, "home" | "environment" | "log">;
  /** The real paths of readable folders. */
  folders: readonly string[];
  locate(command: string): Promise<string>;
}

/** The first two are needed to find out the number of cores, the last is a file that is always empty. */
const SHARE = ["/proc/self", "/sys/fs/cgroup", "/dev/null"];

export function confineReaders(options: ReadersOptions): NonNullable<ProcessesOptions["confine"]> {
  const { runtime, folders, locate } = options;
  const needsOf = knownNeeds({ home: runtime.home, locate });
  let isTold = false;

  /** This isn't cached, because linked worktrees and settings can change. */
  async function wordsOf(program: string, found: Kernel): Promise<string[]> {
    const { read, execute } = await needsOf(program);
    // A static program does not need any system files.
    const whole = execute.length === 1;
    const repositories =
      basename(program) === "git"
        ? folders.flatMap((folder) => [...linkedRepository(folder), ...repositoryAround(folder)])
        : [];
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

  /** Searches should work even if the disk is full, and they only need our own program. */
  function startWith(kernel: Kernel | undefined): string | undefined {
    try {
      const starter = kernel?.starter();
      isTold = false;
      return starter;
    } catch (error) {
      const message = `programs of built-in plugins run unconfined: ${toJigError(error).message}`;
      if (!isTold) runtime.log("warn", "confinement", message);
      isTold = true;
      return undefined;
    }
  }

  return async ({ command, args, env, cwd }, { seesMachine }) => {
    if (seesMachine || !isAbsolute(command)) return undefined;
    const kernel = options.kernel();
    const starter = startWith(kernel);
    if (!kernel || starter === undefined) return undefined;
    return { command: starter, args: [...(await wordsOf(command, kernel)), ...args], env, cwd };
  };
}
