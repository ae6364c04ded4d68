/** The terminal as Ink gets it: it may switch modes, as that to the other screen, but draws nothing. The surface draws. */
import type { WriteStream } from "node:tty";

/** `CSI ? … h` and `l`. Frames are marked by who draws them. */
const MODE = /\u001b\[\?(?!2026)\d+[hl]/g;

/** The same stream; writes only terminal modes. */
export function modesOnly(stdout: WriteStream): WriteStream {
  const write = (chunk: unknown, ...rest: unknown[]) => {
    const send = stdout.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    const modes = typeof chunk === "string" ? (chunk.match(MODE) ?? []).join("") : "";
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
