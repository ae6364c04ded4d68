/** Implements the tool `angelscript_debug`, which debugs scripts in the running editor. */

import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { DebugClient } from "../native/debug-clients.ts";
import { Message } from "../native/debug-framing.ts";
import type { DebugLink } from "../native/debug-link.ts";
import type { StackFrame } from "../native/debug-messages.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import { displayPath } from "../symbols/source-preview.ts";
import type { DEBUG_ACTIONS } from "./editor-action-names.ts";
import { success } from "./error-envelope.ts";
import { scriptPath } from "./position-input.ts";

interface DebugInput {
  action: (typeof DEBUG_ACTIONS)[number];
  filePath?: string | undefined;
  line?: number | undefined;
  expression?: string | undefined;
  frame?: number | undefined;
  waitSeconds?: number | undefined;
  others?: "keep" | "clear" | undefined;
}

const DEFAULT_WAIT = 10;
const RUNS = {
  pause: Message.pause,
  continue: Message.continue,
  stepOver: Message.stepOver,
  stepIn: Message.stepIn,
  stepOut: Message.stepOut,
} as const;

/** These actions only read, so they need no session and don't affect other clients. */
const LOOKS = new Set<DebugInput["action"]>(["status", "callStack", "variables", "evaluate"]);

export default async function debug(input: DebugInput, context: Context): Promise<Outcome> {
  const service = await context.service<AngelscriptService>();
  const { action } = input;
  if (input.others !== undefined && action !== "attach") throw useless(action, "others");
  if (action === "detach") return success(await detach(service, context));
  const place = await placeOf(input, context);
  const link = await service.debugger(context.signal);
  const others = action === "status" || !link.attachment ? await service.otherDebugClients(context.signal) : undefined;
  if (action === "attach") await attach(link, input.others, others);
  else if (!link.attachment && !LOOKS.has(action)) throw notAttached(action, others);
  const result = await act(input, place, link, context);
  const { stop, attachment } = link;
  return success({
    action,
    state: link.closed !== undefined ? "detached" : stop ? "stopped" : "running",
    ...(attachment ? { attachment } : {}),
    ...(stop ? { stop } : {}),
    ...(action === "status" || action === "attach" ? clientsOf(others) : {}),
    ...result,
  });
}

async function detach(service: AngelscriptService, context: Context): Promise<object> {
  const link = await service.connectedDebugger();
  // When the last debug client disconnects, the editor removes all breakpoints. If we had joined a session, ours remain.
  const left = link?.attachment === "joined" ? link.breakpoints : [];
  await link?.close();
  const rows = left.map(({ path, line }) => ({ filePath: displayPath(context, path), line }));
  return { action: "detach", state: "detached", ...(rows.length > 0 ? { breakpointsLeft: rows } : {}) };
}

/** Throws NotReady if there are, or could be, other clients and the call doesn't say what should happen to their breakpoints. */
type Clients = readonly DebugClient[] | undefined;

async function attach(link: DebugLink, others: DebugInput["others"], clients: Clients): Promise<void> {
  if (link.attachment !== undefined && others === undefined) return;
  if (others === undefined && clients?.length !== 0)
    throw answerError("NotReady", `Attaching clears the breakpoints of all the editor's clients: ${named(clients)}`, {
      hint: 'Pass others: "keep" to join a client that already debugs, or others: "clear" to start over',
      details: { parameter: "others", ...clientsOf(clients) },
    });
  await link.attach(others === "keep" ? "joined" : "started");
}

function notAttached(action: string, clients: Clients): Error {
  return answerError("NotReady", `"${action}" needs the debugger to be attached`, {
    hint: `Call action "attach" first. Clients of the editor: ${named(clients)}`,
  });
}

function named(clients: Clients): string {
  if (clients === undefined) return "the system does not say which";
  if (clients.length === 0) return "no other";
  return clients.map(({ name, pid }) => `${name} (process ${pid})`).join(", ");
}

function clientsOf(clients: Clients): object {
  return clients ? { otherClients: clients } : {};
}

function useless(action: string, parameter: string): Error {
  return answerError("InvalidParams", `"${parameter}" has no effect on "${action}"`, { details: { parameter } });
}

interface Place {
  path: string;
  module: string;
}

async function placeOf({ action, filePath }: DebugInput, context: Context): Promise<Place | undefined> {
  if (action !== "setBreakpoint" && action !== "clearBreakpoints") return undefined;
  if (!filePath) throw missing(action, "filePath");
  const path = await scriptPath(filePath.trim(), context);
  return { path, module: moduleOf(path, context) };
}

function missing(action: string, parameter: string): Error {
  return answerError("InvalidParams", `"${action}" needs "${parameter}"`, { details: { parameter } });
}

/** Returns the path below the script folder, with dots and without the extension. */
function moduleOf(path: string, context: Context): string {
  const root = context.workspace.roots.find((each) => path.startsWith(`${each.path}/`));
  const below = root ? path.slice(root.path.length + 1) : path;
  return below
    .replace(/^(?:.*\/)?Script\//i, "")
    .replace(/\.as$/i, "")
    .replaceAll("/", ".");
}

async function act(
  { action, line, expression, frame = 0, waitSeconds = DEFAULT_WAIT }: DebugInput,
  place: Place | undefined,
  link: DebugLink,
  context: Context,
): Promise<object> {
  switch (action) {
    case "status":
    case "attach":
    case "detach":
      return {};
    case "setBreakpoint": {
      if (line === undefined) throw missing(action, "line");
      const { path, module } = place as Place;
      const set = await link.setBreakpoint(path, line, module);
      if (set === undefined)
        throw answerError("NotFound", `The editor has no code at line ${line} of "${displayPath(context, path)}"`);
      return { breakpoint: { filePath: displayPath(context, path), line: set } };
    }
    case "clearBreakpoints": {
      const { path, module } = place as Place;
      await link.clearBreakpoints(path, module, line);
      return {};
    }
    case "callStack":
      needsStop(link);
      return await frames(link, context);
    case "variables":
      needsStop(link);
      return { variables: await link.variables(frame, expression ?? "%local%") };
    case "evaluate":
      if (!expression) throw missing(action, "expression");
      needsStop(link);
      return { variables: [await evaluated(link, expression, frame)] };
    default: {
      if (action.startsWith("step")) needsStop(link);
      await link.run(RUNS[action], waitSeconds * 1000, context.signal);
      return link.stop ? await frames(link, context) : {};
    }
  }
}

async function frames(link: DebugLink, context: Context): Promise<object> {
  const stack = await link.callStack();
  // Another client may have resumed the game.
  return stack ? { frames: stack.map((each, index) => frameRow(each, index, context)) } : {};
}

async function evaluated(link: DebugLink, expression: string, frame: number) {
  const value = await link.evaluate(expression, frame);
  if (value) return value;
  throw answerError("NotFound", `The editor has no value for "${expression}" in frame ${frame}`, {
    hint: "It reads paths such as this.Name or Local.Member; variables lists the names in scope",
  });
}

function needsStop(link: DebugLink): void {
  if (link.stop) return;
  throw answerError("NotReady", "The game is not stopped", {
    hint: 'Set a breakpoint and use "continue", or use "pause"',
  });
}

function frameRow({ name, path, line }: StackFrame, index: number, context: Context) {
  if (path === "") return { index, name };
  if (path.startsWith("::")) return { index, name: `${name} (Blueprint ${path.slice(2)})` };
  return { index, name, filePath: displayPath(context, path), line: Math.max(1, line) };
}
