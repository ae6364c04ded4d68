/** Runs the command of a plugin with a context and an entry in the audit log. */
import type { Audit } from "./audit.ts";
import type { CallContexts } from "./call-contexts.ts";
import type { CommandEnd, CommandIo } from "./contract/command-io.ts";
import type { Workspace } from "./contract/context.ts";
import { JigError } from "./contract/errors.ts";
import type { Registry } from "./manifest/registry.ts";
import { noRoot } from "./workspace/workspace.ts";

export interface CommandHost {
  registry: Registry;
  workspace: Workspace;
  contextFor: CallContexts["contextFor"];
  audit: Audit | undefined;
}

/**
 * Runs a command of a plugin.
 * @param words - The arguments after the name of the command
 * @throws UNKNOWN_TOOL, or anything that the command throws
 */
export async function runCommand(
  { registry, workspace, contextFor, audit }: CommandHost,
  name: string,
  words: string[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const plugin = registry.plugins().find((each) => !each.problem && each.manifest.commands.includes(name));
  if (!plugin?.runner?.command) throw new JigError("UNKNOWN_TOOL", `No plugin has a command "${name}"`);
  if (workspace.roots.length === 0) throw noRoot();
  const audited = audit?.begin(name, workspace);
  const end = (failed: boolean) => audited?.end({ value: null, failed }, signal.aborted);
  try {
    const code = await plugin.runner.command(name, words, io, contextFor(plugin, name, signal, {}, audited?.workspace));
    // Calls of tools have their own entries.
    if (typeof code === "number") end(code > 1);
    return code;
  } catch (error) {
    end(true);
    throw error;
  }
}
