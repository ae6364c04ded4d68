/** Requests consent before running the code of a plugin. Its author only has to confirm again if it needs more permissions. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  addedTo,
  createTrust,
  type FolderContent,
  findSandboxes,
  JigError,
  needsNoConsent,
  type PluginFile,
  type Runtime,
  readFolder,
  readPluginFile,
  shellQuoted,
  widerGrants,
} from "../host/frontend-api.ts";
import { review, sourceReview } from "./review.ts";
import { type AuthoringPorts, type Options, pluginFolder, readWords, type Terminal } from "./terminal.ts";
import { confirmContent, sandboxRefusal, sinceApproval } from "./trust-command.ts";

export interface ConsentOptions {
  folder: string;
  /** The command's name, for example `test`. */
  command: string;
  /** The hash of the reviewed content, which replaces the prompt. */
  hash: string | undefined;
  unsandboxed: boolean;
  /** True to store the approval, which `dev` doesn't do. */
  remember: boolean;
  /** The content that the user has approved earlier in the same command. Only changes since then are shown. */
  reviewed?: FolderContent;
}

/**
 * Parses the arguments of commands that run a plugin, which are its folder and the approved hash. `known` contains additional
 * options.
 */
export function readConsentWords(
  words: string[],
  terminal: Terminal,
  { command, remember, known = {} }: Pick<ConsentOptions, "command" | "remember"> & { known?: Options },
): { consent: ConsentOptions; on: Set<string> } {
  const { rest, on, values } = readWords(words, { ...known, hash: "string", unsandboxed: "boolean" }, 1);
  const folder = pluginFolder(rest[0], terminal);
  return { consent: { folder, command, remember, hash: values.get("hash"), unsandboxed: on.has("unsandboxed") }, on };
}

/** Returns undefined if the user declines. */
export async function consentedCopy(
  options: ConsentOptions,
  terminal: Terminal,
  { runtime }: AuthoringPorts,
): Promise<{ copy: string; content: FolderContent } | undefined> {
  const { folder, command, hash, unsandboxed, reviewed } = options;
  if (!["plugin.json", "plugin.ts"].some((name) => existsSync(join(folder, name)))) {
    throw new JigError("INVALID_ARGUMENT", `There is no plugin in ${folder}`, {
      hint: "Name the folder of a plugin; jig plugin new writes one",
    });
  }
  // Without plugin.ts no manifest can be built, so there is nothing to confirm.
  if (!existsSync(join(folder, "plugin.ts"))) readPluginFile(folder);
  const { store, sandboxes, content, isAuthored, file, isKnown, ...standing } = standingOf(folder, runtime);
  if (isKnown) return { copy: store.copyOf(content), content };
  const before = reviewed ?? standing.before;
  const since = reviewed ? "you approved it" : sinceApproval(isAuthored);
  const known = { before, since, isBrief: reviewed !== undefined, more: file ? addedTo(before, file) : [] };
  const wider = file ? await widerGrants(file, folder, runtime) : [];
  await terminal.print(
    file ? review({ folder, file, content, ...known, sandboxes, wider }) : sourceReview(folder, content),
  );
  const refusal = file && sandboxRefusal(file, sandboxes, unsandboxed);
  if (refusal) {
    terminal.say(refusal);
    return undefined;
  }
  const words = `jig plugin ${command} ${shellQuoted(folder)}${unsandboxed ? " --unsandboxed" : ""}`;
  const question = `Run "${file?.name ?? folder}"${known.more.length > 0 ? ", which asks for more than you approved" : ""}?`;
  if (!(await confirmContent(terminal, content, hash, question, words))) return undefined;
  if (options.remember && file) store.approve(folder, content, { name: file.name, unsandboxed });
  return { copy: store.copyOf(content), content };
}

/**
 * Returns a copy of the folder if plugin.ts may run, which needs no permissions. For a plugin of the user's own this is the case
 * even if its tools ask for more than was approved, as long as the kernel confines it.
 */
export function copyForSource(folder: string, runtime: Runtime): { copy: string; content: FolderContent } | undefined {
  const { store, sandboxes, content, isAuthored, isKnown } = standingOf(folder, runtime);
  return isKnown || (isAuthored && sandboxes.kernel) ? { copy: store.copyOf(content), content } : undefined;
}

/**
 * Requests consent before plugin.ts is built. An older plugin.json of the user's own plugin doesn't count, because plugin.ts
 * replaces it and may need fewer permissions. The result of the build still needs consent.
 */
export async function consentToBuild(
  options: ConsentOptions,
  terminal: Terminal,
  ports: AuthoringPorts,
): Promise<{ copy: string; content: FolderContent } | undefined> {
  return ownSource(options, ports.runtime) ?? (await consentedCopy(options, terminal, ports));
}

/** Returns the content if it has a plugin.ts that may run and no hash was given, which approves the permissions as well. */
export function ownSource({ folder, hash }: ConsentOptions, runtime: Runtime) {
  return hash === undefined && existsSync(join(folder, "plugin.ts")) ? copyForSource(folder, runtime) : undefined;
}

function standingOf(folder: string, runtime: Runtime) {
  const store = createTrust(runtime);
  const sandboxes = findSandboxes(runtime);
  const content = readFolder(folder);
  const approval = store.approvalOf(folder);
  const before = approval && store.savedCopy(approval.hash);
  const file = fileOf(folder);
  const isAuthored = approval?.authored ?? false;
  const isKnown = approval?.hash === content.hash || (isAuthored && needsNoConsent(before, file, sandboxes));
  return { store, sandboxes, content, before, isAuthored, file, isKnown };
}

function fileOf(folder: string): PluginFile | undefined {
  if (!existsSync(join(folder, "plugin.json"))) return undefined;
  try {
    return readPluginFile(folder);
  } catch {
    return undefined;
  }
}
