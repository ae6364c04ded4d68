/**
 * Runs the modules of a plugin in this process, which is the host for built-in plugins and a child process for third-party
 * ones. Modules are imported on demand.
 */

import type { BaseServiceContext } from "../capabilities/service-context.ts";
import type { Context, Root, WorkerCall } from "../contract/context.ts";
import type { PluginDeclaration, ToolModule } from "../contract/define.ts";
import { errorMessage } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { type CallContext, defaultFailure, type Runner } from "../contract/runner.ts";
import type { Thread } from "../runtime/runtime.ts";
import { createServices } from "./services.ts";
import { watchContext } from "./watched-context.ts";
import { createWorkerPool, HOST_RELAY, type WorkerPool } from "./worker-pool.ts";

export interface InProcessOptions {
  declaration: PluginDeclaration;
  roots: readonly Root[];
  serviceContext: (root: Root | undefined, signal: AbortSignal) => BaseServiceContext;
  startWorker: (worker: string) => Thread;
  log: (level: "debug" | "info" | "warn" | "error", message: string) => void;
  cores: number;
  /** True to explain mistakes in the use of the context if a handler fails because of one. */
  explains?: boolean;
  /** Used by threads that have no access to files (see `WorkerRole.mediated`). */
  askHost?: (method: string, args: unknown[]) => Promise<unknown>;
}

export function createInProcessRunner(options: InProcessOptions): Runner {
  const { declaration, log } = options;
  const { name } = declaration;
  const pools = new Map<string, WorkerPool>();
  const modules = new Map<string, Promise<ToolModule>>();

  function worker<Answer>(worker: string, input: unknown, call: WorkerCall = {}): Promise<Answer> {
    let pool = pools.get(worker);
    if (!pool) {
      const declared = declaration.workers?.[worker];
      if (!declared) {
        const hint = `Add it to its manifest: "workers": {${JSON.stringify(worker)}: {"module": "./${worker}.ts"}}`;
        throw new JigError("INTERNAL", `The plugin "${name}" declares no worker "${worker}"`, { hint });
      }
      const threads = declared.threads ?? options.cores;
      const start = () => options.startWorker(worker);
      const { endsWhenIdle = false } = declared;
      pool = createWorkerPool({ name: worker, threads, endsWhenIdle, start, relay: worker_, log });
      pools.set(worker, pool);
    }
    return pool.run(input, call) as Promise<Answer>;
  }
  function worker_(other: string, input: unknown, call: WorkerCall): Promise<unknown> {
    if (other !== HOST_RELAY || !options.askHost) return worker(other, input, call);
    const { method, args } = input as { method: string; args: unknown[] };
    return options.askHost(method, args);
  }

  const services = createServices({
    plugin: name,
    load: declaration.service,
    roots: options.roots,
    context: (root, signal) => ({ ...options.serviceContext(root, signal), worker }),
  });
  const whole = (context: CallContext): Context => ({
    ...context,
    worker,
    service: <Service>(root?: string) => services.get(root) as Promise<Service>,
  });

  function moduleOf(tool: string): Promise<ToolModule> {
    let module = modules.get(tool);
    if (!module) {
      const declared = declaration.tools[tool];
      if (!declared) throw new JigError("UNKNOWN_TOOL", `The plugin "${name}" has no tool "${tool}"`);
      module = declared.handler().then(
        (loaded) => checkedModule(loaded as ToolModule, tool),
        (error) => Promise.reject(cannotLoad(error, tool)),
      );
      modules.set(tool, module);
      module.catch(() => modules.delete(tool));
    }
    return module;
  }

  return {
    async call(tool, input, context) {
      const { default: handle } = await moduleOf(tool);
      if (!options.explains) return await handle(input, whole(context));
      const watched = watchContext(whole(context));
      try {
        const outcome = await handle(input, watched.context);
        const mistake = watched.promiseAsText();
        if (mistake !== undefined) context.log.warn(`${tool} made text of a promise: ${mistake}`);
        return outcome;
      } catch (error) {
        throw watched.explained(error);
      }
    },
    async lines(tool, rows, answer, input) {
      const { lines } = await moduleOf(tool);
      return lines && rows.map((row) => lines(row, answer, input));
    },
    failure: (error, tool) => declaration.failure?.(error, tool) ?? defaultFailure(error),
    async resolvePath(prefix, path, context) {
      const declared = declaration.contributes?.paths?.find((each) => each.prefix === prefix);
      return await (await declared?.module())?.resolve(path, whole(context));
    },
    async callRemoteSource(prefix, { name, args }, context) {
      const module = await declaration.contributes?.sources?.find((each) => each.prefix === prefix)?.module();
      if (!module) throw new JigError("INTERNAL", `The plugin has no source ${JSON.stringify(prefix)}`);
      return await (module[name] as (...all: unknown[]) => Promise<unknown>)(...args, whole(context));
    },
    async symbols(language, file, context) {
      const declared = declaration.contributes?.languages?.find((each) => each.id === language);
      if (!declared?.symbols) return undefined;
      const { default: symbols } = await declared.symbols();
      const found = await symbols(file, whole(context));
      return Array.isArray(found) ? { symbols: found } : found;
    },
    async doctor(context) {
      const module = await declaration.contributes?.doctor?.();
      if (!module) return [];
      return await module.default(whole(context));
    },
    async command(name, words, io, context) {
      const declared = declaration.contributes?.commands?.find((each) => each.name === name);
      if (!declared) throw new JigError("INTERNAL", `The plugin has no command ${JSON.stringify(name)}`);
      return await (await declared.module()).default(words, io, whole(context));
    },
    async availableTools(context) {
      const module = await declaration.contributes?.availableTools?.();
      return module ? await module.default(whole(context)) : [];
    },
    async close() {
      await services.close();
      for (const pool of pools.values()) pool.close();
    },
  };
}

function checkedModule(module: ToolModule, tool: string): ToolModule {
  const moved = ["view", "fit"].find((name) => name in module);
  if (moved !== undefined) {
    throw new JigError(
      "UNAVAILABLE",
      `The module of "${tool}" exports "${moved}", which "output" of the manifest replaced`,
      {
        hint: 'Write "output": {"rows": [{"at": "/items"}]} for the tool; if that cannot draw a row, export `lines`',
      },
    );
  }
  if (typeof module.default === "function") return module;
  throw new JigError("UNAVAILABLE", `The module of "${tool}" exports no function as default`, {
    hint: "Write `export default async (input, context) => ({ value: … })`",
  });
}

/** Creates the error for a module that fails to load. The location comes from the runtime's message. */
function cannotLoad(error: unknown, tool: string): JigError {
  // If there are several faults, they are reported as a single error without a location.
  const [first, ...more] = error instanceof AggregateError ? error.errors : [error];
  const position = typeof first === "object" && first !== null && "position" in first ? first.position : undefined;
  const where = isObject(position) ? ` at ${position.file}:${position.line}:${position.column}` : thrownAt(first);
  const others = more.length > 0 ? ` (and ${more.length} more: run \`jig plugin check\`)` : "";
  const message = `The module of "${tool}" cannot be loaded: ${errorMessage(first)}${where}${others}`;
  return new JigError("UNAVAILABLE", message, { cause: error });
}

/**
 * Returns the first frame of the stack that has a file. The folder is removed, because we run a copy that its author doesn't
 * know.
 */
function thrownAt(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const place = /^\s*at (?:.*\()?(?:file:\/\/)?(?:\/(?!\$bunfs)|[A-Za-z]:\/)[^()]*?([^/()]+:\d+:\d+)\)?$/m.exec(
    stack,
  )?.[1];
  return place === undefined ? "" : ` at ${place}`;
}
