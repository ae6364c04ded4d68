/** Runs a compile to its end. The result can arrive in several ways, and it is followed by a domain reload. */
import path from "node:path";
import { errorMessage, isObject, type JsonObject, parseJson } from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext, EditorAnswer } from "../../command/command.ts";
import { LATE } from "../../command/deadline.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { blockingLock, describeLock, readLocks } from "../../editor/locks.ts";
import { toolOf } from "../../editor/tool-catalog.ts";
import type { CloseReason } from "../../protocol/channel.ts";
import type { Link } from "./connector.ts";
import { type EditorClient, warningsOf } from "./editor-client.ts";

/** In milliseconds. */
const FILE_POLL = 100;

/**
 * The command is sent exactly once. This returns when the Editor accepts commands again, and throws LOST_AFTER_DISPATCH if we
 * can't find out the result.
 */
export function compileAndWait(
  client: EditorClient,
  params: JsonObject,
  context: CommandContext,
  id: string,
): Promise<EditorAnswer> {
  return client.withVersion(compile(client, params, context, id));
}

async function compile(
  client: EditorClient,
  params: JsonObject,
  context: CommandContext,
  id: string,
): Promise<EditorAnswer> {
  const leavesFile = await knowsToWait(client, context);
  const command: Command = {
    method: "compile",
    params: leavesFile ? { ...params, WaitForDomainReload: true, RequestId: id } : params,
    repeatable: false,
    id,
  };
  const { link, reply } = await client.dispatch(command, context);
  try {
    if (reply.kind === "error" || reply.kind === "garbled") throw client.errorOfReply(reply, command);
    const warnings = warningsOf(link, command);
    if (reply.kind === "result") return await settled(client, link, { result: reply.result, warnings }, context);
    if (!leavesFile || reply.closeReason === "quit") throw await client.lostError(command, reply.closeReason, context);
  } finally {
    client.release(link);
  }
  return resultFromFile(client, command, id, reply.closeReason, context);
}

/** Checks whether this Editor writes the results of compiles to a file. If it doesn't list its tools, it never does. */
async function knowsToWait(client: EditorClient, context: CommandContext): Promise<boolean> {
  try {
    const known = toolOf(await client.catalog(context), "compile")?.parameters ?? [];
    return known.some((parameter) => parameter.name === "WaitForDomainReload");
  } catch (thrown) {
    const refused = ["NOT_ON_THIS_VERSION", "TOOL_DISABLED", "TOOL_BLOCKED", "EDITOR_ERROR"];
    if (refused.includes(editorCodeOf(thrown) ?? "")) return false;
    throw thrown;
  }
}

/** If there are errors, no reload follows. Otherwise one may be about to start, unless there was nothing to compile. */
async function settled(
  client: EditorClient,
  link: Link,
  answer: EditorAnswer,
  context: CommandContext,
): Promise<EditorAnswer> {
  if (answer.result.Success === false || !(await reloadStarts(client, link, context))) return answer;
  return afterReload(client, answer, context);
}

/** We already have the result, so we return it even if the Editor isn't back in time. */
async function afterReload(client: EditorClient, answer: EditorAnswer, context: CommandContext): Promise<EditorAnswer> {
  try {
    await usable(client, context);
    return answer;
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    const late = `Compiled, but the Editor is not usable yet: ${errorMessage(thrown)}`;
    return { result: answer.result, warnings: [...answer.warnings, late] };
  }
}

async function reloadStarts(client: EditorClient, link: Link, context: CommandContext): Promise<boolean> {
  const watch = context.deadline.within(client.timeouts.reloadStart);
  while (watch.remaining > 0) {
    const step = watch.within(FILE_POLL);
    const ending = await step.race(link.channel.ended);
    if (ending !== LATE) {
      if (ending.kind === "closed" && ending.closeReason === "reload") client.connector.expectReturn();
      return true;
    }
    if (await busyWith(client)) return true;
  }
  return false;
}

/** Waits until no reload has started for a while and the main thread answers. */
async function usable(client: EditorClient, context: CommandContext): Promise<void> {
  const { clock } = client.host;
  let quietSince: number | undefined;
  for (;;) {
    const busy = await busyWith(client);
    quietSince = busy ? undefined : (quietSince ?? clock.monotonic());
    if (quietSince !== undefined && clock.monotonic() - quietSince >= client.timeouts.settled) {
      await client.catalog(context, true);
      if (!(await busyWith(client))) return;
      quietSince = undefined;
    }
    if (context.deadline.remaining === 0) {
      throw editorError("EDITOR_BUSY", `Unity is still busy: ${busy ?? "it just came back"}`);
    }
    context.progress({ message: "Waiting for Unity to settle after its domain reload" });
    await context.deadline.sleep(FILE_POLL);
  }
}

async function busyWith(client: EditorClient): Promise<string | undefined> {
  const locks = await readLocks(client.host.files, client.host.clock, client.projectRoot);
  const lock = blockingLock(locks, client.timeouts.lockFresh);
  return lock && describeLock(lock);
}

/** The reload closed the connection, but the Editor also writes the result to a file. */
async function resultFromFile(
  client: EditorClient,
  command: Command,
  requestId: string,
  closeReason: CloseReason,
  context: CommandContext,
): Promise<EditorAnswer> {
  const { clock } = client.host;
  let result: JsonObject | undefined;
  // The total time without a reload. There may be more reloads that have other causes.
  let back = 0;
  let looked = clock.monotonic();
  for (;;) {
    result ??= await readResult(client, requestId);
    if (result) break;
    // The Editor has been back, or gone, for a while, so it won't write the file any more.
    const before = looked;
    looked = clock.monotonic();
    if (!(await busyWith(client))) back += looked - before;
    if (back > client.timeouts.resultFile && !(await isStillReloading(client, context)))
      throw await client.lostError(command, closeReason, context);
    if (context.deadline.remaining === 0) throw lateResult();
    context.progress({ message: "Waiting for Unity's compile result after its domain reload" });
    await context.deadline.sleep(FILE_POLL);
  }
  return afterReload(client, { result, warnings: [] }, context);
}

async function isStillReloading(client: EditorClient, context: CommandContext): Promise<boolean> {
  const { connector } = client;
  const probe = await connector.probe();
  const attempt = await connector.attempt(probe, context.deadline.within(client.timeouts.probe), { roundTrip: true });
  if (!("link" in attempt)) return attempt.accepted || connector.isAway(probe);
  client.release(attempt.link);
  return false;
}

export async function readResult(client: EditorClient, requestId: string): Promise<JsonObject | undefined> {
  for (const folder of ["uLoopMCP", "UnityCliLoop"]) {
    const file = path.join(client.projectRoot, "Temp", folder, "compile-results", `${requestId}.json`);
    try {
      const { text } = await client.host.files.readText(file);
      const value = parseJson(text);
      if (isObject(value)) return value;
    } catch {
      // The file is missing or incomplete.
    }
  }
  return undefined;
}

function lateResult() {
  return editorError("TIMEOUT", "The compile was sent, but Unity left no result in time", {
    hint: "It may still compile and was not sent again. Check unity-status, or compile again with a larger TimeoutSeconds",
    details: { dispatched: true },
  });
}
