/** The last line: what the keys do here and now, or what has just happened. */
import type { Painter } from "../look/paint.ts";
import { footerCommands, type KeyMap, keysOf, type Where } from "../session/commands.ts";
import { keyLabel } from "../session/keys.ts";
import type { ExplorerState } from "../session/state.ts";
import { cut, type Line, line, type Span, span, widthOf } from "../text/line.ts";
import { Lines } from "./lines.tsx";

export interface FooterProps {
  state: ExplorerState;
  painter: Painter;
  keys: KeyMap;
}

export function Footer({ state, painter, keys }: FooterProps) {
  return <Lines lines={[footerLine(state, keys)]} painter={painter} width={state.columns} height={1} />;
}

export function footerLine(state: ExplorerState, keys: KeyMap): Line {
  const { notice, columns } = state;
  if (notice) return line(" ", span(cut(notice.text, columns - 2), notice.tone));
  const spans: Span[] = [];
  let used = 1;
  for (const [key, what] of hints(state, keys)) {
    const wide = widthOf(key) + widthOf(what) + 3;
    if (used + wide > columns) break;
    used += wide;
    spans.push(span(key, "key"), span(` ${what}  `, "muted"));
  }
  return { spans: [span(" "), ...spans] };
}

function hints(state: ExplorerState, keys: KeyMap): [string, string][] {
  const { overlay, screen, focus, tree } = state;
  if (overlay?.kind === "reader")
    return [
      ["↑↓", "scroll"],
      ["e", "edit"],
      ["esc", "back"],
    ];
  if (overlay)
    return [
      ["↑↓", "choose"],
      ["⏎", "take"],
      ["esc", "close"],
    ];
  if (screen === "explore" && focus === "tools" && tree.filtering)
    return [
      ["type", "to filter"],
      ["↑↓", "choose"],
      ["⏎", "open"],
      ["esc", "clear"],
    ];
  const where: Where = screen === "explore" ? focus : "screen";
  const first: [string, string][] =
    where === "form"
      ? [
          ["⏎", "run"],
          ["↑↓", "field"],
        ]
      : [];
  const live = footerCommands(where, state).filter((command) => where !== "form" || command.id !== "run");
  return [
    ...first,
    ...live.map((command): [string, string] => [keyLabel(pick(keysOf(command, keys), where)), command.hint!]),
  ];
}

/** In the form letters are typed: there the key with a modifier counts. */
function pick(keys: readonly string[], where: Where): string {
  const fitting = where === "form" ? keys.find((key) => key.length > 1) : keys[0];
  return fitting ?? keys[0] ?? "";
}
