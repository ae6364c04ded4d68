/** A compilation seen through: its answer, whichever way it comes, and then the domain reload that follows. */
import path from "node:path";
import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Answer, Caller, Command } from "../../command/command.ts";
import { LATE } from "../../command/deadline.ts";
import { toolOf } from "../../editor/catalogue.ts";
import { blockingLock, describeLock, readLocks } from "../../editor/locks.ts";
import type { Farewell } from "../../protocol/channel.ts";
import { editorCodeOf, editorError } from "../../tools/error-envelope.ts";
import type { Link } from "./connector.ts";
import { type EditorSession, warningsOf } from "./editor-client.ts";

/** Between two looks for the result file, ms. */
const FILE_POLL = 100;

/** Compiles and returns once the Editor takes commands again. Sends the command once; throws LOST_AFTER_DISPATCH where its result cannot be had. */
export function compileAndSettle(
  session: EditorSession,
  params: JsonObject,
  caller: Caller,
  id: string,
): Promise<Answer> {
  return session.signed(compile(session, params, caller, id));
}

async function compile(session: EditorSession, params: JsonObject, caller: Caller, id: string): Promise<Answer> {
  const leavesFile = await knowsToWait(session, caller);
  const command: Command = {
    method: "compile",
    params: leavesFile ? { ...params, WaitForDomainReload: true, RequestId: id } : params,
    repeatable: false,
    id,
  };
  const { link, reply } = await session.dispatch(command, caller);
  try {
    if (reply.kind === "error" || reply.kind === "garbled") throw session.failureOf(reply, command);
    const warnings = warningsOf(link, command);
    if (reply.kind === "result") return await settled(session, link, { result: reply.result, warnings }, caller);
    if (!leavesFile || reply.farewell === "quit") throw await session.lost(command, reply.farewell, caller);
  } finally {
    session.release(link);
  }
  return resultFromFile(session, command, id, reply.farewell, caller);
}

/** Whether this Editor leaves a compile's result in a file. One that does not list its tools does not. */
async function knowsToWait(session: EditorSession, caller: Caller): Promise<boolean> {
  try {
    const known = toolOf(await session.catalogue(caller), "compile")?.parameters ?? [];
    return known.some((parameter) => parameter.name === "WaitForDomainReload");
  } catch (thrown) {
    const refused = ["NOT_ON_THIS_VERSION", "TOOL_DISABLED", "TOOL_BLOCKED", "EDITOR_ERROR"];
    if (refused.includes(editorCodeOf(thrown) ?? "")) return false;
    throw thrown;
  }
}

/** A reply came. Errors mean that no reload follows; otherwise one may start within moments, or the Editor had nothing to compile. */
async function settled(session: EditorSession, link: Link, answer: Answer, caller: Caller): Promise<Answer> {
  if (answer.result.Success === false || !(await reloadStarts(session, link, caller))) return answer;
  return afterReload(session, answer, caller);
}

/** The result is known, so it is given even where the Editor does not come back in time. */
async function afterReload(session: EditorSession, answer: Answer, caller: Caller): Promise<Answer> {
  try {
    await usable(session, caller);
    return answer;
  } catch (thrown) {
    caller.deadline.throwIfCancelled();
    const late = `Compiled, but the Editor is not usable yet: ${(thrown as Error).message}`;
    return { result: answer.result, warnings: [...answer.warnings, late] };
  }
}

async function reloadStarts(session: EditorSession, link: Link, caller: Caller): Promise<boolean> {
  const watch = caller.deadline.within(session.timing.reloadStart);
  while (watch.remaining > 0) {
    const step = watch.within(FILE_POLL);
    const ending = await step.race(link.channel.ended);
    if (ending !== LATE) {
      if (ending.kind === "closed" && ending.farewell === "reload") session.opener.expectReturn();
      return true;
    }
    if (await busyWith(session)) return true;
  }
  return false;
}

/** Waits until no busy sign was seen for a while and the Editor's main thread answers. */
async function usable(session: EditorSession, caller: Caller): Promise<void> {
  const { clock } = session.context;
  let quietSince: number | undefined;
  for (;;) {
    const busy = await busyWith(session);
    quietSince = busy ? undefined : (quietSince ?? clock.monotonic());
    if (quietSince !== undefined && clock.monotonic() - quietSince >= session.timing.settled) {
      await session.catalogue(caller, true);
      if (!(await busyWith(session))) return;
      quietSince = undefined;
    }
    if (caller.deadline.remaining === 0) {
      throw editorError("EDITOR_BUSY", `Unity is still busy: ${busy ?? "it just came back"}`);
    }
    caller.progress({ message: "Waiting for Unity to settle after its domain reload" });
    await caller.deadline.sleep(FILE_POLL);
  }
}

async function busyWith(session: EditorSession): Promise<string | undefined> {
  const locks = await readLocks(session.context.files, session.context.clock, session.projectRoot);
  const lock = blockingLock(locks, session.timing.lockFresh);
  return lock && describeLock(lock);
}

/** The connection went down with the reload: the Editor leaves the answer in a file. */
async function resultFromFile(
  session: EditorSession,
  command: Command,
  requestId: string,
  farewell: Farewell,
  caller: Caller,
): Promise<Answer> {
  const { clock } = session.context;
  let result: JsonObject | undefined;
  // All the time without a busy sign, with interruptions: an Editor may reload again and again for others.
  let back = 0;
  let looked = clock.monotonic();
  for (;;) {
    result ??= await readResult(session, requestId);
    if (result) break;
    // An Editor that has been back, or gone without a sign, for a while will not write the file any more.
    const before = looked;
    looked = clock.monotonic();
    if (!(await busyWith(session))) back += looked - before;
    if (back > session.timing.resultFile && !(await isStillReloading(session, caller)))
      throw await session.lost(command, farewell, caller);
    if (caller.deadline.remaining === 0) throw lateResult();
    caller.progress({ message: "Waiting for Unity's compile result after its domain reload" });
    await caller.deadline.sleep(FILE_POLL);
  }
  return afterReload(session, { result, warnings: [] }, caller);
}

async function isStillReloading(session: EditorSession, caller: Caller): Promise<boolean> {
  const { opener } = session;
  const look = await opener.look();
  const attempt = await opener.attempt(look, caller.deadline.within(session.timing.probe), { roundTrip: true });
  if (!("link" in attempt)) return attempt.accepted || opener.isAway(look);
  session.release(attempt.link);
  return false;
}

export async function readResult(session: EditorSession, requestId: string): Promise<JsonObject | undefined> {
  for (const folder of ["uLoopMCP", "UnityCliLoop"]) {
    const file = path.join(session.projectRoot, "Temp", folder, "compile-results", `${requestId}.json`);
    try {
      const { text } = await session.context.files.readText(file);
      const value = JSON.parse(text) as Json;
      if (isObject(value)) return value;
    } catch {
      // Not there yet, or half written: the next look decides.
    }
  }
  return undefined;
}

function lateResult() {
  return editorError("TIMEOUT", "The compile was sent, but Unity left no result in time", {
    hint: "It may still compile and was not sent again. Ask unity-status, or compile again with a greater TimeoutSeconds",
    details: { dispatched: true },
  });
}
