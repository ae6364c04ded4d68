/** How fakes interpret C#: just enough to count executions, store session state, and fail where real code would. */

/** Session state, which survives reloads but not restarts. */
export class Session {
  readonly marks = new Set<string>();
  /** Marks set by a query. */
  readonly givenUp = new Set<string>();
  readonly started = Date.now();
}

/** Executed tokens with counts. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(text: string): void {
    for (const token of tokensIn(text)) this.counts.set(token, (this.counts.get(token) ?? 0) + 1);
  }

  of(token: string): number {
    return this.counts.get(token) ?? 0;
  }
}

export function tokensIn(text: string): string[] {
  return [...new Set(text.match(/tok-\d+-\d+/g) ?? [])];
}

export type Ran = { ok: true; result: unknown } | { ok: false; compiled: boolean; error: string };

const GUARD =
  /if \(UnityEditor\.SessionState\.GetInt\("([^"]+)", 0\) != 0\) throw new System\.InvalidOperationException\("([^"]+)"\);/;
const QUESTION = /^var state = UnityEditor\.SessionState\.GetInt\("([^"]+)", 0\);/;

export function runCode(code: string, session: Session, tally: Tally): Ran {
  const asked = QUESTION.exec(code)?.[1];
  if (asked !== undefined) {
    const seconds = ((Date.now() - session.started) / 1_000).toFixed(3);
    const begun = session.marks.has(asked) && !session.givenUp.has(asked);
    if (!begun) session.givenUp.add(asked);
    session.marks.add(asked);
    return { ok: true, result: `${begun ? "begun" : "not begun"} ${seconds}` };
  }
  if (code.includes("DOES NOT COMPILE")) return { ok: false, compiled: false, error: "; expected" };
  const [, mark, said] = GUARD.exec(code) ?? [];
  if (mark !== undefined) {
    if (session.marks.has(mark)) return { ok: false, compiled: true, error: said! };
    session.marks.add(mark);
  }
  tally.add(code);
  if (code.includes("throw new System.Exception(")) return { ok: false, compiled: true, error: "thrown by the code" };
  if (code.includes("scriptCompilationFailed")) return { ok: true, result: false };
  if (code.includes("TypeCache.GetMethodsWithAttribute")) return { ok: true, result: "[]" };
  if (code.includes('\\"rows\\"')) return { ok: true, result: sceneAnswer(code) };
  if (code.includes("ExecuteMenuItem(")) return { ok: true, result: "true" };
  return { ok: true, result: tokensIn(code)[0] ?? "42" };
}

function sceneAnswer(code: string): string {
  if (code.includes("var required"))
    return JSON.stringify({
      total: 1,
      rows: [{ name: "Cube", path: "Room/Cube", isActive: true, tag: "Untagged", layer: 0, components: [] }],
    });
  const node = (n: string, d: number) => ({ n, d, a: true, s: "Main", c: ["Transform"] });
  return JSON.stringify({
    total: 3,
    scene: "Main",
    play: false,
    rows: [node("Room", 0), node("Cube", 1), node("Light", 0)],
  });
}
