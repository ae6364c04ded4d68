/** Filters names by a regular expression. The matching is done by ripgrep, because its engine takes linear time. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { searchArguments } from "../ripgrep/command-line.ts";
import { plainQuery, type Query } from "../ripgrep/query.ts";
import { refuseBadRequest } from "../ripgrep/run-ripgrep.ts";

/** Returns the indexes of the matching lines in ascending order. Throws PATTERN_INVALID. */
export async function filterNames(
  context: Context,
  pattern: string,
  lines: Uint8Array,
  cwd: string,
): Promise<Uint32Array<ArrayBuffer>> {
  const query: Query = plainQuery(pattern);
  const args = searchArguments(query, "lines", ["-"]);
  const running = await context.run({ command: "rg", args, cwd, stdin: lines, signal: context.signal });
  const drained = (async () => {
    for await (const _ of running.stderr);
  })();
  const found = new LineNumbers();
  for await (const chunk of running.stdout) found.read(chunk);
  const [end] = await Promise.all([running.exit, drained]);
  if (end.code === 2) await refuseBadRequest(context, query, cwd, "For * and ?, set glob");
  return found.list.slice(0, found.count);
}

const NEWLINE = 0x0a;
const COLON = 0x3a;
const ZERO = 0x30;

/** Parses the number in front of the first colon of each line, because the rest doesn't matter. */
class LineNumbers {
  list = new Uint32Array(1024);
  count = 0;
  private number = 0;
  private inNumber = true;

  read(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at++) {
      if (!this.inNumber) {
        at = chunk.indexOf(NEWLINE, at);
        if (at < 0) return;
        this.inNumber = true;
      } else if (chunk[at] === COLON) this.end();
      else this.number = this.number * 10 + chunk[at]! - ZERO;
    }
  }

  private end(): void {
    if (this.count === this.list.length) {
      const longer = new Uint32Array(this.count * 2);
      longer.set(this.list);
      this.list = longer;
    }
    this.list[this.count++] = this.number - 1;
    this.number = 0;
    this.inNumber = false;
  }
}
