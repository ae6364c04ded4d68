/**
 * Implements the commands for marked rows, which may be from several answers. They can be opened one by one, or copied and
 * saved as context for a model.
 */

import { type ToolInfo, toJigError } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { MenuItem } from "../state/explorer-state.ts";
import { type MarkCommand, markKey } from "../state/marks.ts";
import type { SessionContext } from "./session-context.ts";

export interface MarkCommands {
  toggle(): void;
  menu(): void;
  run(what: MarkCommand): void;
  /** Returns the marked places with some context, as Markdown. */
  markdown(): Promise<string>;
}

/** The number of context lines. */
const AROUND = 3;
const MOST = 1000;

export function createMarkCommands(context: SessionContext): MarkCommands {
  const { ports } = context;

  function toggle() {
    const { place, marks } = context.state();
    if (!place) return;
    const { absolute, display, startLine, startColumn } = place;
    const others = marks.filter((mark) => markKey(mark.place) !== markKey(place));
    const row = context.row();
    const added = { place: { absolute, display, startLine, startColumn }, text: row?.text ?? "" };
    context.update({ marks: others.length < marks.length ? others : [...marks, added].slice(-MOST) });
  }

  function menu() {
    const { marks } = context.state();
    const item = (what: MarkCommand, label: string, key: string): MenuItem => ({
      label,
      key,
      does: { type: "marks", what },
    });
    context.update({
      overlay: {
        kind: "menu",
        title: `With the ${marks.length} marked`,
        list: LIST_START,
        items: [
          item("edit", "Open them in your editor, one after another", "e"),
          item("copy", "Copy them as context for a model", "c"),
          item("save", "Save them as context for a model", "s"),
          item("hand", "Pass their files to a tool", "f"),
          item("clear", "Clear all marks", "x"),
        ],
      },
    });
  }

  /** Passes the files to a tool that accepts a list of files. The other arguments are taken from the tool's example. */
  function hand() {
    const files = [...new Set(context.state().marks.map(({ place }) => place.absolute))];
    const items = context.state().catalog.tools.flatMap((tool): MenuItem[] => {
      const parameter = tool.listed && onlyReads(tool) ? filesParameter(tool) : undefined;
      if (parameter === undefined) return [];
      const example = tool.examples.find(({ input }) => input[parameter] !== undefined)?.input;
      const input = { ...example, [parameter]: files };
      return [{ label: tool.title, detail: tool.name, does: { type: "fill", tool: tool.name, input } }];
    });
    if (items.length === 0) return context.notify("muted", "No tool here accepts a list of files");
    const title = `Hand ${files.length} ${files.length === 1 ? "file" : "files"} to`;
    context.update({ overlay: { kind: "menu", title, items, list: LIST_START } });
  }

  async function editAll() {
    const seen = new Set<string>();
    for (const { place } of context.state().marks) {
      if (seen.has(place.absolute)) continue;
      seen.add(place.absolute);
      await ports.edit(place);
    }
  }

  async function markdown(): Promise<string> {
    const files = new Map<string, { display: string; lines: Set<number> }>();
    for (const { place } of context.state().marks) {
      const file = files.get(place.absolute) ?? { display: place.display, lines: new Set() };
      for (let line = place.startLine - AROUND; line <= place.startLine + AROUND; line++) file.lines.add(line);
      files.set(place.absolute, file);
    }
    const parts: string[] = [];
    for (const [absolute, { display, lines }] of files) {
      const { absolute: real } = await context.host.workspace.resolve(absolute);
      const text = await ports.readLines(real);
      const wanted = [...lines].filter((line) => line >= 1 && line <= text.length).sort((a, b) => a - b);
      for (const [first, last] of runs(wanted)) {
        const code = text.slice(first - 1, last);
        // The fence must be longer than any run of backticks in the code, because otherwise it would end early.
        const longest = Math.max(2, ...code.map((each) => /`+/.exec(each)?.[0].length ?? 0));
        const fence = "`".repeat(longest + 1);
        parts.push(`${context.shorten(display)}:${first}-${last}\n${fence}\n${code.join("\n")}\n${fence}\n`);
      }
    }
    return parts.join("\n");
  }

  const failed = (what: string) => (error: unknown) => context.notify("error", toJigError(error, what).advice);

  return {
    toggle,
    menu,
    markdown,
    run(what) {
      switch (what) {
        case "edit":
          return void editAll().catch(failed("open the editor"));
        case "copy":
          return void markdown()
            .then((text) => ports.copy(text).then((how) => ({ text, how })))
            .then(
              ({ text, how }) =>
                context.notify("success", `Copied ${text.length.toLocaleString("en")} characters (${how})`),
              failed("copy"),
            );
        case "hand":
          return hand();
        case "save":
          return context.update({
            overlay: {
              kind: "prompt",
              title: "Save to",
              input: textOfInput("context.md"),
              replace: false,
              marks: true,
            },
          });
        case "clear":
          return context.update({ marks: [] });
      }
    },
  };
}

const FILES = /^(file_?)?(files|paths)$/i;

/** Returns true if the tool does not change its files. We don't consider it a change if the answer is saved somewhere. */
function onlyReads({ effect, parameterEffects }: ToolInfo): boolean {
  return effect === "read" && Object.keys(parameterEffects).every((parameter) => parameter.startsWith("output"));
}

function filesParameter({ inputSchema }: ToolInfo): string | undefined {
  const properties = Object.entries(inputSchema.properties ?? {});
  return properties.find(([name, { type }]) => FILES.test(name) && type === "array")?.[0];
}

/** Merges adjacent lines into ranges. */
function runs(lines: readonly number[]): [number, number][] {
  const all: [number, number][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else all.push([line, line]);
  }
  return all;
}
