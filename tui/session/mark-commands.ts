/**
 * Commands for the marked rows of all answers. They can be opened in turn, or copied or saved as context
 * for a model.
 */

import { type ToolInfo, toJigError } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { MenuItem } from "../state/explorer-state.ts";
import { type MarkCommand, markKey } from "../state/marks.ts";
import type { SessionContext } from "./session-context.ts";

export interface MarkCommands {
  /** Marks the row under the cursor, or removes its mark. */
  toggle(): void;
  /** Opens a menu of the commands for all marked rows. */
  menu(): void;
  run(what: MarkCommand): void;
  /** Formats the marked places as Markdown, with the lines around them. */
  markdown(): Promise<string>;
}

/** Number of lines of context around a mark. */
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

  /** Offers tools that take a list of files. Their other arguments come from their own example. */
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
        // The fence has to be longer than any run of backticks in the code.
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

/** Returns true if a tool only reads the files in its list. Saving the answer to a file does not count as a change. */
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
