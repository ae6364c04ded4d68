/** Selects the sandbox for third-party plugins: the kernel's, Deno, or none at all. */
import type { PluginFile } from "../contract/plugin-file.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { findDeno } from "./deno.ts";
import { findKernel, type Kernel } from "./kernel.ts";

/** The sandboxes that are available on this machine. */
export interface Sandboxes {
  readonly deno: string | undefined;
  /** Covers modules, and commands in any language. */
  readonly kernel: Kernel | undefined;
}

/** They are detected on demand, because most sessions have no third-party plugin. */
export function findSandboxes(runtime: Pick<Runtime, "environment" | "cacheFolder">): Sandboxes {
  let kernel: { found: Kernel | undefined } | undefined;
  let deno: { found: string | undefined } | undefined;
  return {
    get deno() {
      deno ??= { found: findDeno(runtime.environment, { scripts: this.kernel === undefined }) };
      return deno.found;
    },
    get kernel() {
      kernel ??= { found: findKernel(runtime) };
      return kernel.found;
    },
  };
}

export function sandboxFor(file: PluginFile, sandboxes: Sandboxes): "kernel" | "deno" | "none" {
  if (sandboxes.kernel) return "kernel";
  return whyUnsandboxed(file, sandboxes) ? "none" : "deno";
}

/** Returns the reason why there is no sandbox for a plugin, or undefined if there is one. */
export function whyUnsandboxed(file: PluginFile, { deno, kernel }: Sandboxes): string | undefined {
  if (kernel) return undefined;
  const command = Object.values(file.tools).some((tool) => typeof tool.handler !== "string");
  if (command) return "it runs commands, which this system cannot confine";
  return deno === undefined ? "there is no deno on the PATH to confine it to its permissions" : undefined;
}

/** Returns the permissions for which running without a sandbox requires `trust --unsandboxed`. */
export function riskyPermissions(file: PluginFile): string[] {
  const { write = [], run = [], net = [] } = file.permissions;
  const commands = Object.values(file.tools).flatMap((tool) =>
    typeof tool.handler === "string" ? [] : [tool.handler.command.join(" ")],
  );
  return [
    ...write.map((each) => `write ${each}`),
    ...new Set([...run, ...commands].map((each) => `run ${each}`)),
    ...net.map((each) => `net ${each}`),
  ];
}
