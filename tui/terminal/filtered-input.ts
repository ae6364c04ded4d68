/** The terminal's input with something taken out before Ink, which drops or types what it does not know, sees it. */
import type { ReadStream } from "node:tty";

/** Everything but what is read is the stream itself. */
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
