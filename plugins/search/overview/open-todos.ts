/** Counts comments like TODO and FIXME, and lists the ones in recently changed files. */
import type { Context, TimeSlice } from "../../../core/host/plugin-api.ts";
import { runRg } from "../ripgrep/run-ripgrep.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";

export interface OpenTodo {
  /** The path relative to the root. */
  path: string;
  line: number;
  text: string;
}

const PATTERN = "\\b(?:TODO|FIXME|HACK|XXX)\\b";
const PATIENCE = 10_000;
/** The number of columns that we look at. A minified file is one long line. */
const WIDTH = 300;

/** Searches all files. Those with a lower `rank` come first. */
export async function openTodos(
  context: Context,
  root: string,
  limit: number,
  rank: (path: string) => number,
  slice: TimeSlice,
): Promise<{ total: number; first: OpenTodo[] }> {
  const args = ["--no-config", "--null", "--line-number", "--no-heading", "--with-filename", "--color=never"];
  args.push(`--max-columns=${WIDTH}`, "--max-columns-preview", "--path-separator=/", "-e", PATTERN, "--", ".");
  let total = 0;
  let first: (OpenTodo & { rank: number })[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  const take = (path: string, line: number, text: string) => {
    total++;
    const own = rank(path);
    if (first.length >= limit && own >= (first.at(-1)?.rank ?? 0)) return;
    // One line for each file is enough.
    if (first.some((each) => each.path === path)) return;
    first.push({ path, line, text, rank: own });
    first = first.sort((a, b) => a.rank - b.rank).slice(0, limit);
  };
  await runRg(context, { args, cwd: root }, new SearchDeadline(PATIENCE), async (stdout) => {
    for await (const chunk of stdout) {
      rest += decoder.decode(chunk, { stream: true });
      let at = 0;
      // Paths may contain line breaks, so they end with NUL. The text does not, since it ends at the line break.
      for (let nul = rest.indexOf("\0"); nul !== -1; nul = rest.indexOf("\0", at)) {
        const end = rest.indexOf("\n", nul);
        if (end === -1) break;
        const [line = "", ...text] = rest.slice(nul + 1, end).split(":");
        const pause = slice.step();
        if (pause) await pause;
        take(rest.slice(at, nul).replace(/^\.\//, ""), Number(line), text.join(":").trim());
        at = end + 1;
      }
      rest = rest.slice(at);
      await slice.check();
    }
  });
  return { total, first: first.map(({ rank: _, ...todo }) => todo) };
}
