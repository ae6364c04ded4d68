/** Tests that Ink can switch modes but not draw. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WriteStream } from "node:tty";
import { modesOnly } from "./modes-only.ts";

test("modes come through, drawing does not, and who waits is told", () => {
  const sent: unknown[] = [];
  const terminal = {
    columns: 80,
    write: (text: string, done?: () => void) => {
      sent.push(text);
      done?.();
      return true;
    },
  };
  const stream = modesOnly(terminal as unknown as WriteStream);
  assert.equal(stream.columns, 80);
  stream.write("\u001b[?1049h");
  stream.write("\u001b[?2026h");
  stream.write("\u001b[2K\u001b[1A\u001b[Ga line\n\u001b[?25l");
  stream.write("console.log\n");
  assert.deepEqual(sent, ["\u001b[?1049h", "\u001b[?25l"]);
  let told = false;
  stream.write("", () => {
    told = true;
  });
  assert.ok(told);
});
