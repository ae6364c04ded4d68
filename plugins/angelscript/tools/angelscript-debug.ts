/** Tool `angelscript_debug` (ours): the debugger of the running editor. */

import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { Message } from "../native/debug-framing.ts";
import type { DebugLink } from "../native/debug-link.ts";
import type { StackFrame } from "../native/debug-messages.ts";
import { answerError } from "../queries/answer-error.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { displayPath } from "../queries/source-preview.ts";
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
}

const DEFAULT_WAIT = 10;
const RUNS = {
  pause: Message.pause,
  continue: Message.continue,
  stepOver: Message.stepOver,
  stepIn: Message.stepIn,
  stepOut: Message.stepOut,
} as const;

export default async function debug(input: DebugInput, context: Context): Promise<Outcome> {
  const service = await context.service<AngelscriptService>();
  if (input.action === "detach") {
    await (await service.attached())?.close();
    return success({ action: "detach", state: "detached" });
  }
  const place = await placeOf(input, context);
  const link = await service.debugger(context.signal);
  const result = await act(input, place, link, context);
  const { stop } = link;
  const state = link.closed !== undefined ? "detached" : stop ? "stopped" : "running";
  return success({ action: input.action, state, ...(stop ? { stop } : {}), ...result });
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

/** The path in the folder of scripts, with dots and without its ending. */
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
      await link.clearBreakpoints(path, module);
      return {};
    }
    case "callStack":
      needsStop(link);
      return { frames: (await link.callStack()).map((each, index) => frameRow(each, index, context)) };
    case "variables":
      needsStop(link);
      return { variables: await link.variables(frame, expression ?? "%local%") };
    case "evaluate":
      if (!expression) throw missing(action, "expression");
      needsStop(link);
      return { variables: [await link.evaluate(expression, frame)] };
    default: {
      if (action.startsWith("step")) needsStop(link);
      await link.run(RUNS[action], waitSeconds * 1000, context.signal);
      if (!link.stop) return {};
      return { frames: (await link.callStack()).map((each, index) => frameRow(each, index, context)) };
    }
  }
}

function needsStop(link: DebugLink): void {
  if (link.stop) return;
  throw answerError("NotReady", "The game is not stopped", {
    hint: 'Set a breakpoint and ask for "continue", or ask for "pause"',
  });
}

function frameRow({ name, path, line }: StackFrame, index: number, context: Context) {
  if (path === "") return { index, name };
  if (path.startsWith("::")) return { index, name: `${name} (Blueprint ${path.slice(2)})` };
  return { index, name, filePath: displayPath(context, path), line: Math.max(1, line) };
}
