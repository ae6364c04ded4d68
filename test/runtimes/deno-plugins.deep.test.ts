/** The plugins' unit suites as Deno runs them; a file of its own, so that they run beside those of the core. */
import { test } from "node:test";
import { passesUnder } from "./deno.ts";

test("the unit suites of the plugins pass under deno test", { timeout: 420_000 }, () => passesUnder("plugins"));
