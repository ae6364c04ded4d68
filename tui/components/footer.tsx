/** The last line: what the keys do here and now, or what has just happened. */
import type { Painter } from "../look/paint.ts";
import { type Command, footerCommands, type KeyMap, keysOf, type Where } from "../session/commands.ts";
import { keyLabel } from "../session/keys.ts";
import type { ExplorerState, Overlay } from "../session/state.ts";
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
  const { notice, columns, find } = state;
  if (find?.typing) {
    const said = notice ? [span(`  ${cut(notice.text, Math.max(0, Math.floor(columns / 2)))}`, notice.tone)] : [];
    const keysOfIt = [span("   ⏎", "key"), span(" stay  ", "muted"), span("esc", "key"), span(" back", "muted")];
    return { spans: [span(" /", "accent"), span(find.text), span("▏", "accent"), ...(notice ? said : keysOfIt)] };
  }
  if (notice) return line(" ", span(cut(notice.text, columns - 2), notice.tone));
  const { moment, always } = hints(state, keys);
  const wide = ([key, what]: Hint) => widthOf(key) + widthOf(what) + 3;
  let room = columns - 1 - always.reduce((sum, hint) => sum + wide(hint), 0);
  const shown = moment.filter((hint) => {
    room -= wide(hint);
    return room >= 0;
  });
  const spans = [...shown, ...always].flatMap(([key, what]): Span[] => [span(key, "key"), span(` ${what}  `, "muted")]);
  return { spans: [span(" "), ...spans] };
}

type Hint = readonly [key: string, what: string];

const OVERLAY_HINTS: Record<Overlay["kind"], Hint[]> = {
  palette: [
    ["type", "to find"],
    ["↑↓", "choose"],
    ["⏎", "take"],
    ["esc", "close"],
  ],
  menu: [
    ["↑↓", "choose"],
    ["⏎", "take"],
    ["esc", "close"],
  ],
  confirm: [
    ["y", "run it"],
    ["n", "do not"],
  ],
  prompt: [
    ["⏎", "save"],
    ["esc", "cancel"],
  ],
  reader: [
    ["↑↓", "scroll"],
    ["/", "find"],
    ["e", "edit"],
    ["esc", "back"],
  ],
  raw: [
    ["^t", "use it"],
    ["^r", "run it"],
    ["esc", "drop it"],
  ],
};

/** What fits is shown of the moment's; the others always. */
function hints(state: ExplorerState, keys: KeyMap): { moment: Hint[]; always: Hint[] } {
  const { overlay, screen, focus, tree } = state;
  if (overlay) return { moment: OVERLAY_HINTS[overlay.kind], always: [] };
  if (screen === "explore" && focus === "tools" && tree.filtering) {
    const moment: Hint[] = [
      ["type", "to filter"],
      ["↑↓", "choose"],
      ["⏎", "open"],
      ["esc", "clear"],
    ];
    return { moment, always: [] };
  }
  const where: Where = screen === "explore" ? focus : "screen";
  const first: Hint[] =
    where === "form"
      ? [
          ["⏎", "run"],
          ["tab", "next field"],
        ]
      : where === "screen"
        ? [["↑↓", "scroll"]]
        : [];
  const live = footerCommands(where, state).filter(
    ({ id }) => where !== "form" || (id !== "run" && id !== "pane-next"),
  );
  const hint = (command: Command): Hint => [keyLabel(pick(keysOf(command, keys), where)), command.hint ?? ""];
  const taken = live.some(({ id }) => id === "cancel");
  const last: Hint[] = where === "form" && !taken ? [["esc", "tools"]] : [];
  return {
    moment: [...first, ...live.filter(({ id }) => !ALWAYS.has(id)).map(hint)],
    always: [...live.filter(({ id }) => ALWAYS.has(id)).map(hint), ...last],
  };
}

/** What a person who is lost looks for. */
const ALWAYS = new Set(["help", "quit", "close"]);

/** In the form letters are typed: there the key with a modifier counts. */
function pick(keys: readonly string[], where: Where): string {
  const fitting = where === "form" ? keys.find((key) => key.length > 1) : keys[0];
  return fitting ?? keys[0] ?? "";
}
