/**
 * Warm-up for the home screen. Code is several times slower on its first run, and without this the first letter typed
 * would pay for it. So between real keys we go through a couple of made-up texts, computing the state and drawing the
 * frame as if they had been typed. The output is discarded and the session's state doesn't change.
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

/** Chosen so that most rows differ from one to the next. */
const TEXTS = ["e", "s", "te", "", "a", "in", "", "ma", "r", ""];
/** In ms. Leaves gaps for real keys. */
const PAUSE = 10;
/**
 * In ms. With an enormous number of names a step takes longer than this, and we'd delay the very key we're warming up
 * for. Stop then.
 */
const MAX_STEP = 100;

/** Returns a function to stop it. Writes nothing to the terminal. */
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
