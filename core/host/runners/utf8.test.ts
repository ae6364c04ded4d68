/** Bytes that are not UTF-8 are refused with their position. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseOtherBytes } from "./utf8.ts";

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));

const WRONG: [given: Buffer, at: number, value: string][] = [
  [bytes(0xff), 0, "ff"],
  [bytes('{"a":"caf', 0xe9, '"}'), 9, "e9"],
  [bytes("äöü", 0xfc, " later"), 6, "fc"],
  [bytes("a", 0xe2, 0x82), 1, "e2"],
  [bytes("a", 0xe2, 0x82, "b"), 1, "e2"],
  [bytes("a".repeat(100_000), 0x80, "b".repeat(100_000)), 100_000, "80"],
];

test("the first byte that is not UTF-8 is named", () => {
  for (const [given, at, value] of WRONG)
    assert.throws(() => refuseOtherBytes(given, "It"), {
      code: "COMMAND_FAILED",
      message: `It is not UTF-8 at byte ${at} (0x${value})`,
    });
});

test("UTF-8 passes, also a replacement character that was printed", () => {
  for (const given of ["", "a", "é€𝄞", "\ufffd", "\ufeff{}"]) refuseOtherBytes(bytes(given), "It");
});
