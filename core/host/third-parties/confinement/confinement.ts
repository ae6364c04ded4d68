/** The confinement of one plugin: what its processes may reach, and the command line that starts them so. */
import type { Root } from "../../contract/context.ts";
import type { Effect, Permissions } from "../../contract/define.ts";
import { CONFINE_ROLE } from "../../runtime/roles.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { ConfineOrder } from "./confine-role.ts";
import type { Kernel } from "./kernel.ts";
import { needsOf } from "./programs.ts";
import { type Confines, reachOf } from "./reach.ts";
import type { Scratch } from "./scratch.ts";

export interface ConfinementOptions {
  kernel: Kernel;
  runtime: Pick<Runtime, "self" | "home">;
  permissions: Permissions;
  roots: readonly Root[];
  readOnly: boolean;
  folder: string;
  scratch: Scratch;
  locate: (command: string) => Promise<string>;
}

/** What the process is for. */
export interface Purpose {
  effect: Effect;
  openWorld: boolean;
  /** Programs that it may start, itself among them: paths. */
  programs: readonly string[];
  /** Besides what is declared. */
  read?: readonly string[];
  write?: readonly string[];
  /** Instead of what is declared: files, programs and nets come from the host. */
  asks?: boolean;
}

/** A command line, and what goes with it. */
export interface Start {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface Confinement {
  /** With HOME and TMPDIR of its processes. */
  readonly folder: string;
  reach(purpose: Purpose): Promise<Confines>;
  /** The same program, born confined; all that it starts carries the mark. `later`: variables that it alone gets. */
  confined(start: Start, reach: Confines, mark: string, later?: Record<string, string>): Start;
  /** For one process: its folders are emptied when the last lets go. */
  hold(): () => void;
  close(): void;
}

export function createConfinement(options: ConfinementOptions): Confinement {
  const { kernel, runtime, scratch, locate } = options;
  return {
    folder: scratch.folder,
    async reach({ effect, openWorld, programs, read = [], write = [], asks = false }) {
      // The one that confines becomes the program, and needs nothing of its own by then.
      const needs = await Promise.all(programs.map((each) => needsOf(each, { home: runtime.home, locate })));
      const { read: _, write: __, ...rest } = options.permissions;
      const reach = reachOf({
        permissions: asks ? rest : options.permissions,
        roots: options.roots,
        readOnly: options.readOnly,
        effect,
        openWorld,
        folder: options.folder,
        scratch: scratch.folder,
        read: [...read, ...needs.flatMap((each) => each.read)],
        execute: needs.flatMap((each) => each.execute),
      });
      return { ...reach, write: [...reach.write, ...write] };
    },
    confined({ command, args, env, cwd }, { net, writes, ...reach }, mark, later) {
      const order: ConfineOrder = {
        reach,
        filter: kernel.filter({ net, metadata: writes }),
        mark,
        cwd,
        ...(later ? { env: later } : {}),
      };
      const { self } = runtime;
      // A source run under Deno needs its rights said anew.
      const rights = process.versions.deno && self.args.length > 0 ? ["run", "-A", "--quiet"] : [];
      return {
        command: self.command,
        args: [...rights, ...self.args, CONFINE_ROLE, JSON.stringify(order), command, ...args],
        env: { ...env, ...scratch.environment },
        // Not the plugin's yet: runtimes look for files of settings where they are started, which may name code.
        cwd: "/",
      };
    },
    hold: () => scratch.hold(),
    close: () => scratch.remove(),
  };
}
