/** The conversation of `jig setup`: what was found, what would be written, a question, what became of it. */
import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { toJigError } from "../host/frontend-api.ts";
import type { Scope } from "./client.ts";
import { apply, checkHealth, type FoundClient, findClients } from "./setup.ts";
import type { SetupEnvironment } from "./setup-environment.ts";

export interface SetupRequest {
  /** Only these clients, found or not. */
  clients: readonly string[];
  scope: Scope;
  /** Do not ask. */
  yes: boolean;
  /** Take jig out again. */
  undo: boolean;
}

interface SetupShell {
  show(page: string): Promise<void>;
  say(text: string): void;
  stdin: Readable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
}

/** Resolves to the exit code: 1 where a client could not be written, or does not reach jig. */
export async function runSetup(request: SetupRequest, place: SetupEnvironment, shell: SetupShell): Promise<number> {
  const found = findClients(place, request.scope, request.clients);
  const concerned = request.undo ? found.filter(({ configured }) => configured) : found;
  if (concerned.length === 0) {
    shell.say(
      request.undo
        ? "No client that was found names jig: there is nothing to undo"
        : "No client was found. `jig setup --client NAME` sets one up anyway",
    );
    return 0;
  }
  const verb = request.undo ? "Remove jig from" : "Write jig into";
  await shell.show(concerned.map((client) => line(client, request.undo)).join("\n"));
  if (!request.yes && !(await agreed(`${verb} ${concerned.length === 1 ? "this file" : "these files"}?`, shell))) {
    shell.say(`Nothing was changed. jig setup ${request.undo ? "--undo " : ""}--yes does it without asking`);
    return 0;
  }
  let code = 0;
  for (const client of concerned) {
    const { text, ok } = await settle(client, request, place);
    if (!ok) code = 1;
    await shell.show(text);
  }
  if (!request.undo) shell.say("jig setup --undo takes it out again");
  return code;
}

function line({ title, by, file, configured }: FoundClient, undo: boolean): string {
  const state = configured && !undo ? "configured already; its command is brought up to date" : `found by ${by}`;
  return `${title}: ${file} (${state})`;
}

/** One client: its file changed, its health asked. */
async function settle(
  client: FoundClient,
  { undo }: SetupRequest,
  place: SetupEnvironment,
): Promise<{ text: string; ok: boolean }> {
  try {
    const notices = apply(client, undo ? "remove" : "write", place).filter((remark) => !remark.includes("--remove"));
    if (undo) return { text: `${client.title}: ${notices.join(". ")}`, ok: true };
    const { state, detail } = await checkHealth(client, place);
    const sign = { ok: "ok", failed: "FAIL", unknown: "?" }[state];
    return {
      text: `${sign.padEnd(4)} ${client.title}: ${detail}\n     ${notices.join("\n     ")}`,
      ok: state !== "failed",
    };
  } catch (error) {
    return { text: `FAIL ${client.title}: ${toJigError(error).advice}`, ok: false };
  }
}

/** Without a terminal nobody agrees. */
async function agreed(question: string, { stdin, stderr }: SetupShell): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
