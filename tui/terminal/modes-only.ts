/** The output stream for Ink. It passes terminal modes, such as the alternate screen, and drops drawing, which the surface does. */
import type { WriteStream } from "node:tty";

/** `CSI ? … h` and `l`, except synchronized output (2026), which the surface sends. */
const MODE = /\u001b\[\?(?!2026)\d+[hl]/g;

/** Switches to the alternate screen, which clears it on some terminals. */
export const ALTERNATE_SCREEN = "\u001b[?1049h";

/** The same stream; writes only terminal modes. `isAlternate`: the alternate screen is shown already. */
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
