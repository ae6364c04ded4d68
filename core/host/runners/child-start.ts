/**
 * Starts the process for the modules of a plugin, either under Deno or as a child of jig. The kernel confines it whenever
 * possible.
 */
import { mkdirSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { JigError } from "../contract/errors.ts";
import type { Effect } from "../contract/plugin-schema.ts";
import { shortText } from "../contract/short-json.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { CHILD_ROLE, CHILD_SCRIPT } from "../runtime/roles.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { AllowedAccess } from "../sandbox/allowed-access.ts";
import type { ChildStart, Confinement } from "../sandbox/confinement.ts";
import { type DenoOptions, denoStart, probeFile } from "../sandbox/deno.ts";
import { denoStorage } from "../sandbox/deno-storage.ts";
import type { ChildLink } from "./child-link.ts";
import { insteadOf } from "./message-faults.ts";

const UNREADY =
  'A module must load within this time. A framed command must print the word of "hello", a space and {"type":"ready"} as its first line, and flush it';

interface ModulesStartOptions extends Omit<DenoOptions, "deno" | "script" | "cacheFolder"> {
  runtime: Runtime;
  /** The combined effect of all tools in the process. */
  effect: Effect;
  openWorld: boolean;
  deno: string | undefined;
  confinement: Confinement | undefined;
}

export async function modulesStart(options: ModulesStartOptions): Promise<ChildStart> {
  const { runtime, folder, deno, confinement, library, locate } = options;
  const self = runtime.self;
  const script = deno === undefined ? undefined : await locate(CHILD_SCRIPT);
  const start: ChildStart =
    deno === undefined
      ? { command: self.command, args: [...self.args, CHILD_ROLE], cwd: folder, env: options.env, library }
      : await denoStart({ ...options, deno, script: script!, cacheFolder: runtime.cacheFolder });
  // Deno has one storage (`localStorage` etc.) per program, but each plugin should have its own.
  const storage = deno === undefined ? [] : [storageOf(runtime.cacheFolder, folder)];
  if (storage[0] !== undefined) start.env = { ...start.env, DENO_DIR: storage[0] };
  if (!confinement) return { ...start, keeps: [...storage, ...options.ownCaches] };
  const programs = await Promise.all((options.permissions.run ?? []).map(locate));
  const access = await confinement.accessFor({
    ...options,
    mediated: true,
    programs: [start.command, ...programs.filter((path) => isAbsolute(path))],
    // When running from source, these are many files and node_modules.
    read: [
      ...(script ? sourcesOf(script) : self.args.map((path) => dirname(path))),
      ...(library ? [dirname(library)] : []),
    ],
    write: [...options.ownCaches, ...storage],
  });
  const probe = probeFile(runtime.cacheFolder);
  const own = confinedStart(confinement, access);
  return { ...start, probe, ...own, keeps: [...(own.keeps ?? []), ...storage, ...options.ownCaches] };
}

/** Returns the options that confine a process. This also holds the folders of the plugin until the process has ended. */
export function confinedStart(
  confinement: Confinement,
  access: AllowedAccess,
): Pick<ChildStart, "confine" | "groupOf" | "ended" | "keeps"> {
  return {
    keeps: [confinement.folder],
    confine: (plain, mark) => confinement.confine(plain, access, mark),
    groupOf: confinement.groupOf,
    ended: confinement.hold(),
  };
}

function storageOf(cacheFolder: string, folder: string): string {
  const path = denoStorage(cacheFolder, folder);
  inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  return path;
}

/** Returns the files that belong to a script. When running from source, these are its folders. */
function sourcesOf(script: string): string[] {
  return script.endsWith(".ts") ? [dirname(dirname(script))] : [script];
}

export function unready(when: string, link: Pick<ChildLink, "printed" | "dropped">): JigError {
  const [printed, dropped] = [link.printed(), link.dropped()];
  const details = printed === "" ? {} : { details: { stderr: printed } };
  return dropped === undefined
    ? new JigError("TIMEOUT", `It was not ready ${when}`, { hint: UNREADY, ...details })
    : withoutWord(`was not ready ${when}`, dropped);
}

/** Creates the error for a call that didn't stop when it was canceled. */
export function unstopped(reason: JigError, link: Pick<ChildLink, "printed" | "dropped">): JigError {
  const [printed, dropped] = [link.printed(), link.dropped()];
  if (reason.code === "TIMEOUT" && dropped !== undefined) return withoutWord("did not answer in time", dropped);
  return new JigError("CANCELLED", "A call did not stop when it was cancelled, so its process was killed", {
    ...(printed === "" ? {} : { details: { stderr: printed } }),
  });
}

/** Creates the error for a call whose thread has probably ended, because the process has been silent since then. */
export function threadEnded(link: Pick<ChildLink, "printed">): JigError {
  const printed = link.printed();
  const last = shortText(printed.split("\n").at(-1) ?? "");
  return new JigError(
    "COMMAND_FAILED",
    `One of its threads ended with an exception, and the call got no answer: ${last}`,
    {
      hint: 'Catch every exception of a call, and answer it with "error": {"code", "message"}',
      details: { stderr: printed },
    },
  );
}

function withoutWord(what: string, dropped: string): JigError {
  return new JigError("TIMEOUT", `It ${what}, but printed ${dropped}`, {
    hint: 'Print the word of "hello" and a space before each message, to stdout',
  });
}

const ASK_FIELDS: Record<string, string> = {
  scope: "Pass the id of the call that makes the request",
  method: 'Name a method of the context, such as "files.readText"',
  args: 'Pass a list, such as ["notes.txt"]',
};

export function incompleteAsk(field: string, ask: Readonly<Record<string, unknown>>): JigError {
  return new JigError("INVALID_ARGUMENT", `An ask has no "${field}"${insteadOf(field, ask)}`, {
    hint: ASK_FIELDS[field] ?? "",
  });
}

/** Creates the error for an answer to a call that was never made. */
export function strangeAnswer(id: number, waiting: readonly number[]): JigError {
  const known = waiting.length === 0 ? "No call waits for one" : `Calls that wait for one: ${waiting.join(", ")}`;
  return new JigError("COMMAND_FAILED", `It broke the protocol: it answered the call ${id}, which was never made`, {
    hint: `${known}. Answer with the id of the call`,
  });
}

/** Returns the parts of `hello` that depend on how the process was started. */
export function greetingOf({ probe, library }: ChildStart): { probe?: string; library?: string } {
  return { ...(probe === undefined ? {} : { probe }), ...(library === undefined ? {} : { library }) };
}

export function notEnforced({ command, confine }: ChildStart): JigError {
  return new JigError("PERMISSION_DENIED", `${confine ? "The kernel" : command} does not limit it to its permissions`, {
    hint: confine
      ? "`jig doctor` shows what this system can enforce"
      : "Put the actual deno program on the PATH, or remove it",
  });
}

/** The error of a call whose process was killed because of another call. */
export class Bystander extends JigError {
  constructor(error: JigError) {
    super("UNAVAILABLE", `${error.message}. This was caused by another call`, { hint: "Call it again" });
  }
}
