/** Reads the current status of a uLoopMCP Editor without side effects. */
import { toJigError } from "../../../../core/host/plugin-api.ts";
import type { CommandContext } from "../../command/command.ts";
import { type EditorStatus, stateOfError } from "../../editor/editor-status.ts";
import { describeEndpoint } from "../../editor/endpoint.ts";
import { blockingLock, describeLock } from "../../editor/locks.ts";
import { projectUnityVersion } from "../../editor/target-project.ts";
import type { EditorClient } from "./editor-client.ts";

/** This takes about `ms` milliseconds at most. */
export async function editorStatus(client: EditorClient, context: CommandContext, ms: number): Promise<EditorStatus> {
  const { connector, host, projectRoot, timeouts } = client;
  const part: CommandContext = { ...context, deadline: context.deadline.within(ms) };
  const probe = await connector.probe();
  const unityVersion = (await projectUnityVersion(host.files, projectRoot)) ?? "";
  const settingsFile = probe.settings?.file ?? null;
  const known = { settingsFile, locks: probe.locks, unityVersion, ver: client.ver ?? "", tools: undefined };
  // Without settings this is only a guess, so we don't report it.
  const noted = probe.settings !== undefined || probe.hasIpcSettings;
  const endpoint = noted && probe.endpoints[0] ? describeEndpoint(probe.endpoints[0]) : "";
  const lock = blockingLock(probe.locks, timeouts.lockFresh);
  if (lock) {
    return {
      ...known,
      endpoint,
      state: "reloading",
      why: `Unity is ${lock.doing}: ${describeLock(lock)}`,
      fix: "Nothing to do: commands wait for this",
    };
  }
  try {
    const link = await connector.open(part, { roundTrip: true });
    client.release(link);
    const catalog = await client.catalog(part, true).catch(() => undefined);
    const why = link.unproven ? "It is too old to say which project it has open" : "";
    return {
      ...known,
      ver: client.ver ?? "",
      endpoint: describeEndpoint(link.endpoint),
      state: "ready",
      why,
      fix: "",
      tools: catalog?.tools.length,
    };
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    const error = toJigError(thrown);
    return { ...known, endpoint, state: stateOfError(error), why: error.message, fix: error.hint ?? "" };
  }
}
