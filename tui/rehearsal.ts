/**
 * Warms up the code of the home screen. Code is several times slower when it runs for the first time, and without this the
 * first letter would have to pay for it. So between real keys we go through a few invented texts. We compute the state and draw
 * the frame as if they had been typed, but discard the output and leave the state of the session unchanged.
 */
import { isBaseOnly } from "./screens/base-lines.ts";
import type { Session } from "./session/session.ts";
import type { ExplorerState } from "./state/explorer-state.ts";
import { createSurface, type PlacedLines, type SurfaceOutput } from "./terminal/surface.ts";

export interface RehearsalOptions {
  session: Session;
  output: SurfaceOutput;
  linesOf(state: ExplorerState): readonly PlacedLines[];
  now(): number;
}

/** These are chosen so that most rows differ from one text to the next. */
const TEXTS = ["e", "s", "te", "", "a", "in", "", "ma", "r", ""];
/** The pause in ms, which leaves time for real keys. */
const PAUSE = 10;
/**
 * The longest step in ms. If there are very many names, a step takes longer than this and would delay the key that we are
 * warming up for, so we stop.
 */
const MAX_STEP = 100;

/** Returns a function that stops it. This doesn't write anything to the terminal. */
export function startRehearsal({ session, output, linesOf, now }: RehearsalOptions): () => void {
  const { columns, rows, ascii = false } = output;
  const surface = createSurface({ columns, rows, ascii, write: (_, done) => done() });
  const texts = [...TEXTS];
  const next = () => {
    const text = texts.shift();
    const state = session.state();
    if (text === undefined || !isBaseOnly(state) || state.notice || state.home.selected) return;
    const start = now();
    session.press([{ name: "", text: "" }]);
    surface.draw(linesOf(session.ifTyped(text)));
    if (now() - start > MAX_STEP) return;
    timer = setTimeout(next, PAUSE);
  };
  let timer = setTimeout(next, PAUSE);
  return () => clearTimeout(timer);
}
