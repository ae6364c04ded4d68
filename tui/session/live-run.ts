/** Runs the tools that search as you type, once the form has not changed for a moment. */
import type { JsonObject, ToolInfo } from "../../core/host/frontend-api.ts";
import { readDraft } from "../components/form/draft.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { currentEntry, isAnswerTo } from "../state/trail.ts";
import type { SessionContext } from "./session-context.ts";
import { needsConfirmation } from "./tool-runner.ts";

/** The delay before a run, in ms. */
const DELAY = 80;

export interface LiveRun {
  formChanged(): void;
  close(): void;
}

export function createLiveRun(context: SessionContext, start: (tool: ToolInfo, input: JsonObject) => void): LiveRun {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(tool: ToolInfo, parameter: string) {
    const state = context.state();
    if (state.tool !== tool.name) return;
    const shape = context.shape(tool);
    const { value, faults } = readDraft(shape.form, (state.forms[tool.name] ?? emptyForm(shape)).draft);
    const input = (value ?? {}) as Record<string, never>;
    if (faults.length > 0 || input[parameter] === undefined || needsConfirmation(tool, input)) return;
    const at = currentEntry(state.trail);
    // Either it is already running because of Enter, or nothing has changed.
    if (at && isAnswerTo(at, tool.name, input)) return;
    start(tool, input);
  }

  return {
    formChanged() {
      const tool = context.tool(context.state().tool);
      const parameter = tool?.liveParameter;
      if (!tool || parameter === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => run(tool, parameter), DELAY);
    },
    close: () => clearTimeout(timer),
  };
}
