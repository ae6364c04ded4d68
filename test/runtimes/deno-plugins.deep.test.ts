/** Unit tests of the plugins in Deno. In a separate file, so that they run in parallel with the others. */
import { test } from "node:test";
import { passesUnder } from "./deno.ts";

test("the unit suites of the plugins pass under deno test", { timeout: 420_000 }, () => passesUnder("plugins"));
