/** The confinement of one plugin: a launcher for each thing that its processes may do, started when a process first needs it. */
import type { Root } from "../../contract/context.ts";
import type { Effect, Permissions } from "../../contract/define.ts";
import type { EndGuard } from "../../runners/end-guard.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { Kernel } from "./kernel.ts";
import { createLauncher, type Launcher, type Spawned } from "./launcher.ts";
import type { LaunchRequest } from "./launcher-thread.ts";
import type { Orphans } from "./orphans.ts";
import { needsOf } from "./programs.ts";
import { type Confines, reachOf } from "./reach.ts";
import type { Scratch } from "./scratch.ts";

export interface ConfinementOptions {
  kernel: Kernel;
  runtime: Pick<Runtime, "startThread" | "home">;
  permissions: Permissions;
  roots: readonly Root[];
  readOnly: boolean;
  folder: string;
  scratch: Scratch;
  locate: (command: string) => Promise<string>;
  /** Told how to find what a killed host leaves behind. */
  guard: Pick<EndGuard, "endMarked">;
}

/** How often hidden processes are looked for while one runs. */
const LOOK_MS = 400;

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

export interface Confinement {
  reach(purpose: Purpose): Promise<Confines>;
  start(reach: Confines, request: LaunchRequest): Promise<Spawned>;
  close(): void;
}

export function createConfinement(options: ConfinementOptions): Confinement {
  const { kernel, runtime, scratch, locate } = options;
  const launchers = new Map<string, Launcher>();
  let orphans: Orphans | undefined;
  let running = 0;
  let looking: ReturnType<typeof setInterval> | undefined;

  /** For one process: its folders, and the look for those that hide. */
  function hold(): () => void {
    if (!orphans) {
      orphans = kernel.orphans();
      if (orphans.mark !== undefined) options.guard.endMarked(orphans.mark);
    }
    const { end } = orphans;
    if (running++ === 0) looking = setInterval(end, LOOK_MS);
    const release = scratch.hold();
    return () => {
      end();
      release();
      if (--running === 0) clearInterval(looking);
    };
  }
  return {
    async reach({ effect, openWorld, programs, read = [], write = [], asks = false }) {
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
    async start({ net, writes, ...reach }, request) {
      const key = JSON.stringify([reach, net, writes]);
      let launcher = launchers.get(key);
      if (!launcher) {
        const filter = kernel.filter({ net, metadata: writes });
        launcher = createLauncher(runtime.startThread, { role: "launcher", reach, filter });
        launchers.set(key, launcher);
      }
      const release = hold();
      try {
        const started = await launcher.start({ ...request, env: { ...request.env, ...scratch.environment } });
        if (started.pid === undefined) release();
        else started.once("exit", release);
        return started;
      } catch (error) {
        launchers.delete(key);
        release();
        throw error;
      }
    },
    close() {
      for (const launcher of launchers.values()) launcher.close();
      scratch.remove();
    },
  };
}
