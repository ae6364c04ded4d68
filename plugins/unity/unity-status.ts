/** `unity-status`: which Editor belongs to this project, and whether it takes commands, or why not. */
import type { InferOutput } from "valibot";
import type { Context, Json, Outcome, View } from "../../core/host/plugin-api.ts";
import { dealingsOf } from "./dealings.ts";
import { surveyValue } from "./editor/survey.ts";
import { asObject } from "./protocol/message.ts";
import type { unityStatusInput } from "./schemas.ts";

/** A look that does not wait for an Editor to come back, ms. */
const GLANCE_MS = 1_500;

export default async function unityStatus(
  input: InferOutput<typeof unityStatusInput>,
  context: Context,
): Promise<Outcome> {
  const { session, caller } = await dealingsOf(input, context);
  for (;;) {
    const { found, chosen } = await session.survey(caller, GLANCE_MS);
    const others = chosen.others.map(({ title }) => title);
    const { Ver, ...rest } = surveyValue(session.projectRoot, found, chosen.backend.title, others);
    if (!input.WaitUntilReady || found.state === "ready") return { value: { Success: true, ...rest, Ver } };
    if (found.state === "wrong project" || caller.deadline.remaining === 0) {
      return {
        value: { Success: false, ErrorMessage: `The Editor is not ready: ${found.why}`, ...rest, Ver },
        failed: true,
      };
    }
    context.progress({ message: `Waiting for Unity: ${found.why}` });
    await caller.deadline.sleep(250);
  }
}

export function view(value: Json): View {
  const rows = Object.entries(asObject(value)).map(([key, entry]) => {
    const shown = typeof entry === "object" && entry !== null ? JSON.stringify(entry) : String(entry ?? "");
    return { text: `${key}: ${shown}`, cells: { what: key, value: shown } };
  });
  return { rows, columns: ["what", "value"] };
}
