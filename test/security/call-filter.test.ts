/** Random system calls of a confined process change nothing of the programs beside it. */
import { test } from "node:test";
import { victimStaysAsItWas, withoutNamespaces } from "./call-filter.ts";

test("twenty thousand random system calls change nothing of a victim", { skip: withoutNamespaces() }, () =>
  victimStaysAsItWas(20_000, 1),
);
