/** Suggests the missing permission for an error caused by the sandbox, because the system's message does not. */
import type { Log } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";

/** The system's error names are matched as whole words: "ModuleNotFoundError" contains ENOTFOUND. */
const NETWORK =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH)\b|\b(?:temporary failure in name resolution|name or service not known|no such host|failed to lookup address|could not resolve host(?:name)?|no address associated with hostname|network is unreachable)\b/i;
const WRITE = /EROFS|read-only file system/i;
const DENIED = /EACCES|permission denied/i;

/** Returns undefined for failures with other causes. */
export function permissionHint(
  text: string,
  { permissions, tools }: Pick<PluginFile, "permissions" | "tools">,
  tool: string,
): string | undefined {
  const { net = [], write = [], run = [] } = permissions;
  const called = tools[tool];
  const isModule = typeof called?.handler === "string";
  if (NETWORK.test(text)) {
    if (net.length === 0)
      return 'The plugin has no network: add the host to permissions.net, and "openWorld": true to the tool';
    if (isModule) return "Modules connect with context.net";
    return called?.openWorld ? undefined : 'The tool has no network: give it "openWorld": true';
  }
  if (WRITE.test(text) && (called?.effect === "read" || write.length === 0)) {
    const missing = [
      ...(called?.effect === "read" ? ['give it "effect": "write"'] : []),
      ...(write.length === 0 ? ["give the plugin permissions.write"] : []),
    ];
    return `The tool may not write: ${missing.join(", and ")}`;
  }
  if (!DENIED.test(text)) return undefined;
  if (isModule) return "Modules reach files with context.files, and programs of permissions.run with context.run";
  const named = run.length > 0 ? run.join(", ") : "none";
  return `It may read what permissions.read and the system have, and start the programs of permissions.run (${named})`;
}

const MOST_CHARS = 10_000;

/** Adds the hint to an error that a call throws; for a failure in the plugin's own words the hint goes to the log. */
export async function withPermissionHint(
  file: Pick<PluginFile, "permissions" | "tools">,
  tool: string,
  log: Pick<Log, "warn">,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await call().catch((error) => {
    const { code, message, hint, details } = toJigError(error);
    const found = hint ? undefined : permissionHint(`${message} ${details?.stderr ?? ""}`, file, tool);
    if (found === undefined) throw error;
    throw new JigError(code, message, { hint: found, ...(details ? { details } : {}), cause: error });
  });
  if (!outcome.failed) return outcome;
  const found = permissionHint(JSON.stringify(outcome.value).slice(0, MOST_CHARS), file, tool);
  if (found !== undefined) log.warn(`${tool}: ${found}`);
  return outcome;
}
