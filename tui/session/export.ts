/** Implements copying and saving. */
import {
  errorCode,
  type JsonObject,
  type PictureKind,
  picturesOf,
  svgOf,
  toJigError,
} from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { CopyKind, MenuItem } from "../state/explorer-state.ts";
import { currentEntry, type TrailEntry } from "../state/trail.ts";
import { brief } from "../text/brief.ts";
import { exportText, fileContent } from "./export-formats.ts";
import type { SessionContext } from "./session-context.ts";

export interface Exporter {
  copyMenu(): void;
  copy(what: CopyKind): void;
  savePrompt(): void;
  save(path: string, replace: boolean, marks?: true): void;
}

/** Creates the commands. `validInput` returns the form's input, unless it has errors. */
export function createExporter(
  context: SessionContext,
  validInput: () => JsonObject | undefined,
  markedContext: () => Promise<string>,
): Exporter {
  const { ports } = context;
  const entry = () => currentEntry(context.state().trail);

  function copyMenu() {
    const item = (what: CopyKind, label: string, key: string): MenuItem => ({
      label,
      key,
      does: { type: "copy", what },
    });
    const at = entry();
    context.update({
      overlay: {
        kind: "menu",
        title: "Copy as",
        list: LIST_START,
        items: [
          ...(at?.outcome ? [item("text", "Text, as shown", "t"), item("json", "JSON, the whole answer", "j")] : []),
          item("cli", "CLI command", "c"),
          item("mcp", "MCP request", "m"),
          ...(context.state().place ? [item("place", "Path and line", "p")] : []),
        ],
      },
    });
  }

  function copy(what: CopyKind) {
    const { tool, focus, place } = context.state();
    const at = entry();
    // If the tree or the form has the focus, the user wants that call.
    const call =
      focus === "result" && at ? at : at && at.tool === tool ? at : { tool: tool ?? "", input: validInput() };
    if (call.input === undefined) return;
    const text = exportText(
      what,
      { tool: call.tool, info: context.tool(call.tool), input: call.input, hostWords: context.hostWords },
      at,
      place && `${place.display}:${place.startLine}`,
    );
    if (text === undefined || text === "") return context.notify("warning", "There is nothing to copy yet");
    void ports.copy(text).then(
      (how) => context.notify("success", `Copied ${text.length.toLocaleString("en")} characters (${how})`),
      (error) => context.notify("error", toJigError(error, "copy").advice),
    );
  }

  /** Returns undefined if there is no picture. */
  function drawnKind({ tab, view }: TrailEntry): PictureKind | undefined {
    const { renderer } = context.state();
    return tab === "result" ? picturesOf(view).find((kind) => kind === renderer) : undefined;
  }

  function titleOf({ tool, input }: TrailEntry): string {
    return `${context.tool(tool)?.title ?? tool} ${brief(input)}`.slice(0, 120);
  }

  function savePrompt() {
    const at = entry();
    if (!at?.outcome) return;
    context.update({
      overlay: {
        kind: "prompt",
        title: "Save to",
        input: textOfInput(`${at.tool}.${drawnKind(at) ? "svg" : fileContent(at).ending}`),
        replace: false,
      },
    });
  }

  async function contentOf(path: string, at: TrailEntry | undefined, marks?: true): Promise<string> {
    if (marks) return markedContext();
    if (!at) return "";
    const kind = path.trim().toLowerCase().endsWith(".svg") ? drawnKind(at) : undefined;
    return kind ? svgOf(at.view, kind, titleOf(at), context.host.layout) : fileContent(at).text;
  }

  function save(path: string, replace: boolean, marks?: true) {
    const at = entry();
    if (path.trim() === "" || (!marks && !at?.outcome)) return;
    void contentOf(path, at, marks)
      .then((content) => ports.save(path.trim(), content, replace))
      .then(
        (where) => context.notify("success", `Saved ${where}`),
        (error) => {
          if (errorCode(error) !== "EEXIST") return context.notify("error", toJigError(error, "save").advice);
          context.update({
            overlay: {
              kind: "prompt",
              title: "This file exists. Press Enter again to replace it",
              input: textOfInput(path),
              replace: true,
              ...(marks ? { marks } : {}),
            },
          });
        },
      );
  }

  return { copyMenu, copy, savePrompt, save };
}
