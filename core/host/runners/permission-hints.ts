/**
 * If the sandbox refuses something, the error of the system doesn't help the author, so we suggest the missing permission.
 * Unknown error codes are mentioned too.
 */
import { isAbsolute } from "node:path";
import type { Log } from "../contract/context.ts";
import { JigError, toJigError, unknownCode } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { isInside } from "../workspace/path-rules.ts";
import { absentImportHint } from "./import-hint.ts";
import { absentVariableHint } from "./variable-hint.ts";

/** Only matches whole words, because "ModuleNotFoundError" contains ENOTFOUND. */
const NETWORK =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH)\b|\b(?:temporary failure in name resolution|name or service not known|no such host|failed to lookup address|could not resolve host(?:name)?|no address associated with hostname|network is unreachable)\b/i;
/** These messages are typical of a socket that was refused. */
const SOCKET = /\bsocket\b|\bdial (?:tcp|udp)\b|\burlopen\b|\b(?:Failed|unable) to connect\b/i;
const REFUSED = /\bECONNREFUSED\b|connection refused|(?:couldn't|failed to) connect to (?:server|.* port)/i;
const WRITE = /EROFS|read-only file system/i;
const READ_ONLY = "read-only file system";
const NO_FILE = "no such file or directory";
const DENIED = /EACCES|permission denied|operation not permitted/i;
const OWN_FOLDER =
  "The plugin's own folder is read-only: write to TMPDIR (emptied after the call) or, from modules and framed commands, with cache.write";

/** Suggests a permission that would prevent the failure. If the failure has another cause, it returns undefined. */
export function permissionHint(
  text: string,
  { permissions, tools }: Pick<PluginFile, "permissions" | "tools">,
  tool: string,
  folder?: string,
): string | undefined {
  const { net = [], write = [], run = [] } = permissions;
  const called = tools[tool];
  const isModule = typeof called?.handler === "string";
  if (REFUSED.test(text) && net.length > 0 && called?.openWorld && !isModule) {
    const bare = net.filter((each) => /^[\w.-]+$/.test(each) && each !== "unix");
    if (bare.length === 0) {
      const granted = net.map((each) => `"${each}"`).join(", ");
      return `If a server listens there: permissions.net names ${granted}, and every other port and host is refused. Add it`;
    }
    const hosts = bare.map((each) => `"${each}"`).join(", ");
    return `If a server listens there: permissions.net names ${hosts} without a port, which means 80 and 443. Write "${bare[0]}:8080" for another`;
  }
  if (NETWORK.test(text) || (DENIED.test(text) && SOCKET.test(text))) {
    if (isModule) {
      const missing = net.length === 0 ? ", for a host that permissions.net names" : "";
      return `Modules connect with context.net${missing}, in a tool that says "openWorld": true; fetch reaches nothing`;
    }
    if (net.length === 0)
      return 'The plugin has no network: add the host to permissions.net ("example.com", "localhost:8080"), and "openWorld": true to the tool';
    return called?.openWorld ? undefined : 'The tool has no network: give it "openWorld": true';
  }
  const path = pathBeside(text, READ_ONLY);
  if (path !== undefined && folder !== undefined && isInside(folder, path)) return OWN_FOLDER;
  if (WRITE.test(text) && (called?.effect === "read" || write.length === 0)) {
    const missing = [
      ...(called?.effect === "read" ? ['give it "effect": "write"'] : []),
      ...(write.length === 0 ? ["give the plugin permissions.write"] : []),
    ];
    return `The tool may not write: ${missing.join(", and ")}`;
  }
  if (WRITE.test(text)) {
    const named = `It may write what permissions.write names (${write.join(", ")})`;
    if (path !== undefined && isAbsolute(path)) return `${named}, if the system allows it, and not ${path}`;
    const start = isModule ? "" : ", in which a command starts: join paths of the workspace with JIG_ROOT";
    return `${named}. ${OWN_FOLDER}${start}`;
  }
  if (!DENIED.test(text)) return undefined;
  if (isModule) return "Modules reach files with context.files, and programs of permissions.run with context.run";
  const named = run.length > 0 ? run.join(", ") : "none";
  const denied = pathBeside(text, "permission denied");
  if (denied !== undefined && /^[\w.+-]+$/.test(denied) && !run.includes(denied))
    return `If "${denied}" is a program, add it to permissions.run (now: ${named})`;
  return `It may read what permissions.read names and what every program may read, and start the programs of permissions.run (${named})`;
}

/**
 * Explains how relative paths are resolved. It is only used for crashes, because a plugin may have good reasons to report that
 * a file doesn't exist.
 */
export function absentFileHint(text: string, { tools }: Pick<PluginFile, "tools">, tool: string): string | undefined {
  const absent = pathBeside(text, NO_FILE);
  if (absent === undefined || isAbsolute(absent)) return undefined;
  return typeof tools[tool]?.handler === "string"
    ? `Modules reach files of the workspace with context.files: context.files.readText(${JSON.stringify(absent)})`
    : "A command starts in the plugin's folder: join paths of the workspace with JIG_ROOT";
}

/**
 * Returns the path in a message of the system, such as `Read-only file system: 'x'`, `EROFS: read-only file system, open 'x'`
 * or `open x: read-only file system`.
 */
function pathBeside(text: string, fault: string): string | undefined {
  const [, quoted] = new RegExp(`${fault}[^'"\\n]*'([^'\\n]+)'`, "i").exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  const [, before] = new RegExp(`([^\\s'"\`‘’]+)['"\`’]?: ${fault}`, "i").exec(text) ?? [];
  return before;
}

const MAX_CHARS = 10_000;

/** Adds the hint to an error that was thrown. If the plugin reports the failure in its own words, the hint is logged. */
export async function withPermissionHint(
  file: Pick<PluginFile, "permissions" | "tools" | "failure">,
  tool: string,
  log: Pick<Log, "warn">,
  folder: string,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await call().catch((error) => {
    const { code, message, hint, details } = toJigError(error);
    if (hint) throw error;
    const text = `${message} ${details?.stderr ?? ""}`;
    const found =
      permissionHint(text, file, tool, folder) ??
      absentFileHint(text, file, tool) ??
      absentVariableHint(text, file) ??
      absentImportHint(text);
    if (found === undefined) throw error;
    throw new JigError(code, message, { hint: found, ...(details ? { details } : {}), cause: error });
  });
  if (!outcome.failed) return outcome;
  const found = permissionHint(JSON.stringify(outcome.value).slice(0, MAX_CHARS), file, tool, folder);
  if (found !== undefined) log.warn(`${tool}: ${found}`);
  return withKnownCode(outcome, file, tool, log);
}

/** An unknown code becomes INTERNAL, as for errors that a module throws. Envelopes that a plugin declares are not changed. */
function withKnownCode(
  outcome: Outcome,
  { failure }: Pick<PluginFile, "failure">,
  tool: string,
  log: Pick<Log, "warn">,
): Outcome {
  const { value } = outcome;
  const wrong = isObject(value) && failure === undefined ? unknownCode(value.code, didYouMean) : undefined;
  if (!isObject(value) || wrong === undefined) return outcome;
  log.warn(`${tool}: ${wrong}`);
  const error = typeof value.error === "string" ? { error: `${value.error}. ${wrong}` } : {};
  return { ...outcome, value: { ...value, ...error, code: "INTERNAL" } };
}
