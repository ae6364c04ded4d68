/** Filters sequences out of the input that Ink would drop or, worse, insert as text. */
import type { ReadStream } from "node:tty";

/** Proxy for stdin; only reading differs. */
export function filteredInput(stdin: ReadStream, filter: (chunk: string) => string): ReadStream {
  return new Proxy(stdin, {
    get(target, key) {
      if (key === "read") {
        return () => {
          const chunk: unknown = target.read();
          return chunk === null || chunk === undefined ? null : filter(String(chunk));
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
