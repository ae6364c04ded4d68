/** Runs the code for the first letter before it is typed, because the first run of code takes several times as long. */
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

/** Most rows differ from one text to the next. */
const TEXTS = ["e", "s", "te", "", "a", "in", "", "ma", "r", ""];
/** Delay between two texts, in ms. Keys come between them. */
const PAUSE = 10;
/** Maximum time for a text, in ms. With very many names it takes longer, and the first key would wait for the rehearsal. */
const MAX_STEP = 100;

/** Starts the rehearsal, and returns a function that ends it. Nothing is written to the terminal. */
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
