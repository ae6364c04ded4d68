/**
 * Only used by tests. It runs a built-in plugin in its own process, as if it were a third-party plugin, and the tests compare
 * the two.
 */
import type { BaseServiceContext } from "../capabilities/service-context.ts";
import type { Root } from "../contract/context.ts";
import type { PluginDeclaration } from "../contract/define.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { defaultFailure, type Runner } from "../contract/runner.ts";
import { CHILD_ROLE } from "../runtime/roles.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { OrphanGuard } from "../sandbox/orphan-guard.ts";
import { declaredEnvironment } from "../sandbox/plugin-environment.ts";
import { createChildRunner } from "./child-runner.ts";

export interface BuiltInChildOptions {
  declaration: PluginDeclaration;
  runtime: Runtime;
  roots: readonly Root[];
  readOnly: boolean;
  cores: number;
  cacheFolderOf: (root: Root | undefined) => string;
  serviceContext: (root: Root | undefined, signal: AbortSignal) => BaseServiceContext;
  guard: OrphanGuard;
}

export function createBuiltInChild(options: BuiltInChildOptions): Runner {
  const { declaration, runtime, roots, cacheFolderOf } = options;
  const { name, permissions } = declaration;
  const child = createChildRunner({
    subject: `The plugin "${name}"`,
    start: async () => ({
      command: runtime.self.command,
      args: [...runtime.self.args, CHILD_ROLE, name],
      cwd: roots[0]?.path ?? ".",
      env: Object.fromEntries(
        Object.entries(runtime.environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    }),
    guard: options.guard,
    memoryMb: Number.POSITIVE_INFINITY,
    storageMb: Number.POSITIVE_INFINITY,
    hello: {
      folder: "",
      // The modules are found by name and not on disk.
      file: { name, permissions, tools: {} } as unknown as PluginFile,
      builtIn: name,
      roots,
      permissions,
      readOnly: options.readOnly,
      env: declaredEnvironment(permissions, runtime.environment),
      cacheFolders: Object.fromEntries([
        ["", cacheFolderOf(undefined)],
        ...roots.map((root) => [root.path, cacheFolderOf(root)]),
      ]),
      cores: options.cores,
    },
    serviceContext: options.serviceContext,
    repeatable: (tool) => declaration.tools[tool]?.effect === "read",
    log: (level, message) => runtime.log(level, name, message),
  });
  return { ...child, failure: (error, tool) => declaration.failure?.(error, tool) ?? defaultFailure(error) };
}
