/** The Editor's state for `jig doctor`. */
import { type Context, type DoctorLine, toJigError } from "../../core/host/plugin-api.ts";
import { dealingsOf } from "./dealings.ts";
import { type EditorState, survey } from "./editor/survey.ts";
import { editorCodeOf } from "./failure.ts";

const STATES: Record<EditorState, DoctorLine["state"]> = {
  ready: "ok",
  reloading: "warning",
  "not answering": "warning",
  "not running": "off",
  "wrong project": "error",
  misconfigured: "error",
};

export default async function doctor(context: Context): Promise<DoctorLine[]> {
  const what = "Unity Editor";
  try {
    const { session, caller } = await dealingsOf({ TimeoutSeconds: 5 }, context);
    const found = await survey(session, caller, 1_500);
    const editor = `Unity ${found.unityVersion || "of unknown version"}, uLoopMCP ${found.ver || "of unknown version"} at ${found.endpoint}`;
    const detail =
      found.state === "ready"
        ? `${editor}: ready, ${found.tools} tools. ${found.why}`.trim()
        : `${found.state}: ${found.why}`;
    return [{ what, state: STATES[found.state], detail, ...(found.fix ? { fix: found.fix } : {}) }];
  } catch (thrown) {
    const error = toJigError(thrown);
    const state = editorCodeOf(error) === "PROJECT_NOT_FOUND" ? "off" : "warning";
    return [{ what, state, detail: error.message, ...(error.hint ? { fix: error.hint } : {}) }];
  }
}
