/**
 * Implements the interactive part of `jig setup`, which detects clients, shows the plan, requests a confirmation, and applies
 * the plan.
 */
import type { Readable, Writable } from "node:stream";
import { JigError, openQuestions, type Questions, toJigError } from "../host/frontend-api.ts";
import { hasAgentsNote, setAgentsNote } from "./agents-note.ts";
import type { Scope } from "./client.ts";
import { apply, checkHealth, type FoundClient, findClients, findConfigured } from "./setup.ts";
import type { SetupEnvironment } from "./setup-environment.ts";
import { setShellLinks } from "./shell-links.ts";

export interface SetupRequest {
  /** Limits the setup to these clients, whether they are detected or not. */
  clients: readonly string[];
  /** The default is the user. Undo covers all files that jig has written. */
  scope: Scope | undefined;
  /** True to skip the confirmation. */
  yes: boolean;
  /** True to remove jig's entries. */
  undo: boolean;
  /** True to update AGENTS.md as well, without a confirmation. */
  agents: boolean;
  /** Only creates links in this folder that have the names of other programs and point to jig. */
  shell?: string;
}

interface SetupShell {
  show(page: string): Promise<void>;
  say(text: string): void;
  stdin: Readable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  signal: AbortSignal;
}

/** Always false without a terminal. */
type Agreed = (question: string) => Promise<boolean>;

/** Returns the exit code, which is 1 if a client couldn't be configured or can't reach jig. */
export async function runSetup(request: SetupRequest, place: SetupEnvironment, shell: SetupShell): Promise<number> {
  const { stdin, stderr, signal } = shell;
  let questions: Questions | undefined;
  const agreed = async (question: string) => {
    if (!stdin.isTTY || !stderr.isTTY) return false;
    questions ??= openQuestions(stdin, stderr, signal);
    return await questions.confirm(question);
  };
  try {
    return await setUp(request, place, shell, agreed);
  } finally {
    questions?.close();
  }
}

async function setUp(
  request: SetupRequest,
  place: SetupEnvironment,
  shell: SetupShell,
  agreed: Agreed,
): Promise<number> {
  if (request.shell !== undefined) {
    if (request.agents || request.clients.length > 0) {
      throw new JigError("INVALID_ARGUMENT", "--shell can only be combined with --undo", {
        hint: "Run jig setup once more for the rest",
      });
    }
    const { lines, ok } = setShellLinks(request.shell, request.undo, place);
    await shell.show(lines.join("\n"));
    if (!request.undo) shell.say(`jig setup --shell ${JSON.stringify(request.shell)} --undo removes them`);
    return ok ? 0 : 1;
  }
  const concerned = request.undo
    ? findConfigured(place, request.scope, request.clients)
    : findClients(place, request.scope ?? "user", request.clients);
  if (concerned.length === 0 && !request.agents) {
    const nothing = request.undo
      ? "None of the clients found is configured for jig: there is nothing to undo"
      : "No client was found. `jig setup --client NAME` sets one up anyway";
    if (!request.undo || !(await removeNote(place, shell))) shell.say(nothing);
    return 0;
  }
  if (concerned.length === 0) return await settleNote(request, place, shell, agreed);
  const verb = request.undo ? "Remove jig from" : "Write jig into";
  await shell.show(concerned.map((client) => line(client, request.undo)).join("\n"));
  if (!request.yes && !(await agreed(`${verb} ${concerned.length === 1 ? "this file" : "these files"}?`))) {
    shell.say(`Nothing was changed. jig setup ${request.undo ? "--undo " : ""}--yes skips the question`);
    return 0;
  }
  let code = 0;
  let hasWritten = false;
  for (const client of concerned) {
    const { text, ok, written } = await settle(client, request, place);
    if (!ok) code = 1;
    hasWritten ||= written;
    await shell.show(text);
  }
  const noted = await settleNote(request, place, shell, agreed);
  if (!request.undo && hasWritten) shell.say("jig setup --undo removes it again");
  return code || noted;
}

/** Handles the section in AGENTS.md. It is offered on a terminal, added on request, and removed on undo. Returns the exit code. */
async function settleNote(
  request: SetupRequest,
  place: SetupEnvironment,
  shell: SetupShell,
  agreed: Agreed,
): Promise<number> {
  const { root } = place;
  if (root === undefined) {
    if (request.agents && !request.undo) shell.say("There is no project here, so no AGENTS.md to write");
    return request.agents && !request.undo ? 1 : 0;
  }
  try {
    if (request.undo) {
      await removeNote(place, shell);
      return 0;
    }
    const wanted =
      request.agents ||
      hasAgentsNote(root) ||
      (!request.yes && (await agreed("Add a paragraph on when to use jig to this project's AGENTS.md?")));
    if (!wanted) return 0;
    const { file, change } = setAgentsNote(root, "write");
    await shell.show(`${file}: a paragraph on when to use jig is ${change}`);
    return 0;
  } catch (error) {
    await shell.show(`FAIL AGENTS.md: ${toJigError(error).advice}`);
    return 1;
  }
}

/** Returns false if there is nothing to remove. */
async function removeNote({ root }: SetupEnvironment, shell: SetupShell): Promise<boolean> {
  if (root === undefined || !hasAgentsNote(root)) return false;
  const { file } = setAgentsNote(root, "remove");
  await shell.show(`${file}: the paragraph on jig was removed`);
  return true;
}

function line({ title, by, file, configured }: FoundClient, undo: boolean): string {
  const state = configured && !undo ? "already configured; its command will be updated" : by;
  return `${title}: ${file} (${state})`;
}

/** Configures a client and runs its health check. */
async function settle(
  client: FoundClient,
  { undo }: SetupRequest,
  place: SetupEnvironment,
): Promise<{ text: string; ok: boolean; written: boolean }> {
  try {
    const notices = apply(client, undo ? "remove" : "write", place).filter((remark) => !remark.includes("--remove"));
    if (undo) return { text: `${client.title}: ${notices.join(". ")}`, ok: true, written: true };
    const { state, detail } = await checkHealth(client, place);
    const sign = { ok: "ok", failed: "FAIL", unknown: "?" }[state];
    return {
      text: `${sign.padEnd(4)} ${client.title}: ${detail}\n     ${notices.join("\n     ")}`,
      ok: state !== "failed",
      written: true,
    };
  } catch (error) {
    return { text: `FAIL ${client.title}: ${toJigError(error).advice}`, ok: false, written: false };
  }
}
