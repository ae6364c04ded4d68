/** Implements `unity-status`, which shows which Editor is used and whether it accepts commands. */
import type { InferOutput } from "valibot";
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { EditorState, EditorStatus } from "../editor/editor-status.ts";
import { openCall } from "../routing/editor-call.ts";
import type { unityStatusInput } from "./input.ts";

/** In milliseconds. This is enough time to read the state, but deliberately too short to wait for a reload. */
const STATUS_MS = 1_500;

/** Waiting doesn't change these states. */
const HOPELESS: ReadonlySet<EditorState> = new Set(["wrong project", "not installed"]);

export default async function unityStatus(
  input: InferOutput<typeof unityStatusInput>,
  context: Context,
): Promise<Outcome> {
  const { router, commandContext } = await openCall(input, context);
  for (;;) {
    const { status, choice } = await router.status(commandContext, STATUS_MS);
    const others = choice.others.map(({ title }) => title);
    const { Ver, ...rest } = statusValue(
      router.projectRoot,
      status,
      status.state === "not installed" ? "" : choice.backend.title,
      others,
    );
    if (!input.WaitUntilReady || status.state === "ready") return { value: { Success: true, ...rest, Ver } };
    if (HOPELESS.has(status.state) || commandContext.deadline.remaining === 0) {
      return {
        value: { Success: false, ErrorMessage: `The Editor is not ready: ${status.why}`, ...rest, Ver },
        failed: true,
      };
    }
    context.progress({ message: `Waiting for Unity: ${status.why}` });
    await commandContext.deadline.sleep(250);
  }
}

/** The `backend` is the one in use, while the `others` are only installed. */
function statusValue(projectRoot: string, status: EditorStatus, backend: string, others: string[]): JsonObject {
  return {
    Ready: status.state === "ready",
    State: status.state,
    ...(status.blockedBy === undefined ? {} : { BlockedBy: status.blockedBy }),
    Why: status.why,
    Fix: status.fix,
    ProjectRoot: projectRoot,
    UnityVersion: status.unityVersion,
    Backend: backend,
    OtherBackends: others,
    Endpoint: status.endpoint,
    SettingsFile: status.settingsFile,
    Locks: status.locks.map((lock) => ({ Name: lock.name, AgeSeconds: Math.round(lock.ageMs / 1000) })),
    ToolCount: status.tools ?? null,
    Ver: status.ver,
  };
}
