/** What Ink writes, made to begin where Ink believes the cursor to be: it moves relative to where it left it, and others write too. */
import type { WriteStream } from "node:tty";
import type { PictureLayer } from "./picture-layer.ts";

const ALTERNATE = "\u001b[?1049h";
/** The start of a frame that changes some lines of the one before: up to its first line. */
const UP = /^\u001b\[(\d+)A/;

/** The same stream; frames that fill the screen begin at its last line, whatever was written in between, and keep what lies on them. */
export function steadyOutput(stdout: WriteStream, { around }: Pick<PictureLayer, "around">): WriteStream {
  const write = (chunk: unknown, ...rest: unknown[]) => {
    const send = stdout.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    return send.call(stdout, typeof chunk === "string" ? around(anchored(chunk, stdout.rows)) : chunk, ...rest);
  };
  return new Proxy(stdout, {
    get(target, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

export function anchored(text: string, rows: number): string {
  // A terminal that switches screens leaves its cursor where it was.
  if (text.includes(ALTERNATE)) return text.replace(ALTERNATE, `${ALTERNATE}\u001b[H`);
  const up = UP.exec(text)?.[1];
  return up !== undefined && Number(up) === rows - 1 ? `\u001b[${rows};1H${text}` : text;
}
