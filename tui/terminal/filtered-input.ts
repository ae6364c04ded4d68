/** Removes sequences from the input that Ink would drop or, even worse, insert as text. */
import type { ReadStream } from "node:tty";

/** Returns a proxy for stdin that only differs in its reading. */
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
