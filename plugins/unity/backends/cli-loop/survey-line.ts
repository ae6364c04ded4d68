/** The state of an Editor of the 3.x line at one moment, asked where possible off its main thread, so that a frozen Editor is told as such. */
import { toJigError } from "../../../../core/host/plugin-api.ts";
import type { Caller } from "../../command/command.ts";
import { type Survey, stateOf } from "../../editor/survey.ts";
import type { CliLoop } from "./backend.ts";
import { busyWith, isBusy, isGate, updateNeeded } from "./cli-loop-errors.ts";
import { KNOWN_PROTOCOL } from "./send-request.ts";

type Known = Omit<Survey, "state" | "why" | "fix">;

export async function surveyLine(backend: CliLoop, caller: Caller): Promise<Survey> {
  const known: Known = {
    endpoint: "",
    settingsFile: null,
    locks: [],
    unityVersion: "",
    ver: backend.ver ?? "",
    tools: undefined,
  };
  try {
    const endpoint = await backend.line.place();
    if (endpoint !== undefined) known.endpoint = endpoint;
    const off = await offMainThread(backend, caller, known);
    return off ?? (await onMainThread(backend, caller, known));
  } catch (thrown) {
    caller.deadline.throwIfCancelled();
    const error = toJigError(thrown);
    return { ...known, state: stateOf(error), why: error.message, fix: error.hint ?? "" };
  }
}

/** Newer Editors answer this even while their main thread stands still; undefined where there is no such answer, or all is well. */
async function offMainThread(backend: CliLoop, caller: Caller, known: Known): Promise<Survey | undefined> {
  const reply = await backend.line.send({ method: "get-editor-status", params: {} }, caller);
  if (reply.kind !== "result") return undefined;
  const { IsBusy, IsCompiling, IsUpdating, SecondsSinceLastMainThreadTick: stall } = reply.result;
  const { RunningToolName: runningToolName, RunningToolElapsedSeconds: runningToolElapsedSeconds } = reply.result;
  if (IsBusy === true) {
    const data = {
      ...(runningToolName === undefined ? {} : { runningToolName }),
      ...(runningToolElapsedSeconds === undefined ? {} : { runningToolElapsedSeconds }),
      ...(stall === undefined ? {} : { secondsSinceLastMainThreadTick: stall }),
    };
    return { ...known, state: "busy", why: busyWith({ message: "", data }), fix: "Wait: commands do so by themselves" };
  }
  if (IsCompiling === true || IsUpdating === true) {
    const why = IsCompiling === true ? "Unity is compiling scripts" : "Unity is importing assets";
    return { ...known, state: "reloading", why, fix: "Wait: commands do so by themselves" };
  }
  if (typeof stall === "number" && stall >= 30) {
    return {
      ...known,
      state: "not answering",
      why: `Unity's main thread has stood still for ${Math.round(stall)} s`,
      fix: "A dialog may wait for a click: focus-window brings Unity to the front",
    };
  }
  return undefined;
}

async function onMainThread(backend: CliLoop, caller: Caller, known: Known): Promise<Survey> {
  const reply = await backend.line.send({ method: "get-version", params: {} }, caller);
  if (reply.kind === "error") {
    const error = isGate(reply.error) ? updateNeeded(reply.error, KNOWN_PROTOCOL) : undefined;
    const why = isBusy(reply.error) ? busyWith(reply.error) : reply.error.message;
    return { ...known, state: "not answering", why: error?.message ?? why, fix: error?.hint ?? "" };
  }
  if (reply.kind !== "result") {
    return {
      ...known,
      state: "not answering",
      why: "The Editor took the question, but did not answer",
      fix: "A dialog may wait for a click, or Unity sleeps in the background: focus-window brings it to the front",
    };
  }
  const { UnityVersion } = reply.result;
  const catalogue = await backend.catalogue(caller, true).catch(() => undefined);
  return {
    ...known,
    unityVersion: typeof UnityVersion === "string" ? UnityVersion : "",
    state: "ready",
    why: backend.line.warnings.join("; "),
    fix: "",
    tools: catalogue?.tools.length,
  };
}
