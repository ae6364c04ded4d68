/**
 * Output stream handed to Ink. Lets terminal modes through (alternate screen and so on) and swallows the rest, since
 * drawing is up to the surface.
 */
import type { WriteStream } from "node:tty";

/** `CSI ? … h`/`l`. Synchronized output (2026) is excluded; the surface sends that itself. */
const MODE = /\u001b\[\?(?!2026)\d+[hl]/g;

/** Clears the screen on some terminals. */
export const ALTERNATE_SCREEN = "\u001b[?1049h";

/** `isAlternate`: we're on the alternate screen already. */
export function modesOnly(stdout: WriteStream, isAlternate = false): WriteStream {
  let shown = isAlternate;
  const isNeeded = (mode: string) => {
    if (mode !== ALTERNATE_SCREEN || !shown) return true;
    shown = false;
    return false;
  };
  const write = (chunk: unknown, ...rest: unknown[]) => {
    const send = stdout.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    const modes = typeof chunk === "string" ? (chunk.match(MODE) ?? []).filter(isNeeded).join("") : "";
    const hasCallback = rest.some((each) => typeof each === "function");
    return modes === "" && !hasCallback ? true : send.call(stdout, modes, ...rest);
  };
  return new Proxy(stdout, {
    get(target, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
