/** Reads the stack of an error for the author of a plugin, who knows neither the source of jig nor the copy that runs. */

const FOREIGN = /^\s+at .*(?:\/\$bunfs\/|[/\\]~BUN[/\\]|\(?(?:native|node|ext):)/;

/** These frames have files if jig runs from source, or under Deno. */
const OWN = /watched-context\.ts:|plugin-child[^/]*\.js:/;

/** Removes the frames of jig and the runtime, which aren't useful for an author. */
export function authorsStack({ stack, message }: Error): string {
  const lines = (stack ?? message).split("\n");
  return lines.filter((line) => !FOREIGN.test(line)).join("\n");
}

/** Returns ` at hello.ts:3:5`, or an empty text if no frame has a file of the author. */
export function authorsPlace({ stack = "" }: Error): string {
  const frame = stack.split("\n").find((line) => /^\s+at /.test(line) && !FOREIGN.test(line) && !OWN.test(line));
  const [, place] = /([^/\\()]+:\d+:\d+)\)?$/.exec(frame ?? "") ?? [];
  return place === undefined ? "" : ` at ${place}`;
}
