/**
 * Keeps the services of a plugin, one for each root and one for the workspace. They are opened on demand, and closed when the
 * plugin is reloaded or jig ends.
 */
import type { Root, ServiceContext } from "../contract/context.ts";
import type { ServiceModule } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";

export interface Services {
  get(root: string | undefined): Promise<unknown>;
  close(): Promise<void>;
}

interface Open {
  service: Promise<{ close(): Promise<void> | void }>;
  abort: AbortController;
}

export interface ServicesOptions {
  plugin: string;
  load: (() => Promise<ServiceModule>) | undefined;
  roots: readonly Root[];
  context: (root: Root | undefined, signal: AbortSignal) => ServiceContext;
}

export function createServices({ plugin, load, roots, context }: ServicesOptions): Services {
  const opened = new Map<string, Open>();
  let closed = false;
  return {
    get(path) {
      if (!load) {
        const hint = 'Add it to its manifest: "service": "./service.ts"';
        throw new JigError("INTERNAL", `The plugin "${plugin}" declares no service`, { hint });
      }
      if (closed) throw new JigError("UNAVAILABLE", `The plugin "${plugin}" is being closed`);
      const root = path === undefined ? undefined : roots.find((each) => each.path === path);
      if (path !== undefined && !root)
        throw new JigError("INTERNAL", `${JSON.stringify(path)} is not a workspace root`);
      const known = opened.get(path ?? "");
      if (known) return known.service;
      const abort = new AbortController();
      const service = load().then((module) => opener(module, plugin)(context(root, abort.signal)));
      opened.set(path ?? "", { service, abort });
      // The next call tries again, because the missing part may exist by then.
      service.catch(() => opened.delete(path ?? ""));
      return service;
    },
    async close() {
      closed = true;
      await Promise.allSettled(
        [...opened.values()].map(async ({ service, abort }) => {
          abort.abort(new JigError("CANCELLED", "The service is closing"));
          await (await service).close();
        }),
      );
      opened.clear();
    },
  };
}

function opener(module: ServiceModule, plugin: string): ServiceModule["open"] {
  if (typeof module.open === "function") return (context) => module.open(context);
  throw new JigError("UNAVAILABLE", `The service of "${plugin}" exports no function "open"`, {
    hint: "Write `export const open = async (context) => ({ …, close() {} })`",
  });
}
