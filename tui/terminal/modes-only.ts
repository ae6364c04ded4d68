/**
 * The output stream for Ink. It passes on terminal modes, such as the alternate screen. Everything else is dropped,
 * because the surface does the drawing.
 */
import type { WriteStream } from "node:tty";

/** Matches `CSI ? … h` and `l`, except for synchronized output (2026), which the surface sends. */
const MODE = /\u001b\[\?(?!2026)\d+[hl]/g;

/** Switches to the alternate screen. Some terminals clear it. */
export const ALTERNATE_SCREEN = "\u001b[?1049h";

/** Returns a stream that writes only terminal modes. `isAlternate` is set if the alternate screen is already shown. */
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
