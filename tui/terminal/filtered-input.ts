/** Removes sequences from the terminal's input that Ink would drop or insert as text. */
import type { ReadStream } from "node:tty";

/** Returns a stream that behaves like the original, except for reading. */
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
