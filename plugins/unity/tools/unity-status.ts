/** `unity-status`: which Editor belongs to this project, and whether it takes commands, or why not. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { type EditorState, surveyValue } from "../editor/survey.ts";
import { dealingsOf } from "./call-editor.ts";
import type { unityStatusInput } from "./input.ts";

/** A look that does not wait for an Editor to come back, ms. */
const GLANCE_MS = 1_500;

/** No waiting mends these. */
const HOPELESS: ReadonlySet<EditorState> = new Set(["wrong project", "not installed"]);

export default async function unityStatus(
  input: InferOutput<typeof unityStatusInput>,
  context: Context,
): Promise<Outcome> {
  const { session, caller } = await dealingsOf(input, context);
  for (;;) {
    const { found, chosen } = await session.survey(caller, GLANCE_MS);
    const others = chosen.others.map(({ title }) => title);
    const { Ver, ...rest } = surveyValue(
      session.projectRoot,
      found,
      found.state === "not installed" ? "" : chosen.backend.title,
      others,
    );
    if (!input.WaitUntilReady || found.state === "ready") return { value: { Success: true, ...rest, Ver } };
    if (HOPELESS.has(found.state) || caller.deadline.remaining === 0) {
      return {
        value: { Success: false, ErrorMessage: `The Editor is not ready: ${found.why}`, ...rest, Ver },
        failed: true,
      };
    }
    context.progress({ message: `Waiting for Unity: ${found.why}` });
    await caller.deadline.sleep(250);
  }
}
