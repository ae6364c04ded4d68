/**
 * Wraps the output stream for Ink. It passes the modes of the terminal (such as the alternate screen) and drops everything
 * else, since drawing is done by the surface.
 */
import type { WriteStream } from "node:tty";

/** Matches `CSI ? … h`/`l`, except for synchronized output (2026), which the surface sends itself. */
const MODE = /\u001b\[\?(?!2026)\d+[hl]/g;

/** Note that this clears the screen on some terminals. */
export const ALTERNATE_SCREEN = "\u001b[?1049h";

/** Wraps the stream. `isAlternate` means that we are already on the alternate screen. */
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
