/** A megabyte in a line of text and in cells. */
import { describe } from "node:test";
import { megabyteIsDrawn } from "./megabyte-line.ts";
import { NO_PTY } from "./terminal.ts";

describe("a hostile world", { skip: NO_PTY, timeout: 60_000 }, () => {
  megabyteIsDrawn("Thorn text");
  megabyteIsDrawn("Thorn cells");
});
